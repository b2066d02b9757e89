// Every operation over the surfaces it is open to: the command line, HTTP, MCP and the library give the same answer.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { operationsSchema, schemaPath } from '../../scripts/schema.ts';
import { operationNamed } from '../../src/all.ts';
import {
  asksFirst,
  describedOperations,
  operationPath,
} from '../../src/domain/settings/described-operations.ts';
import { type OperationFunctions, operations } from '../../src/index.ts';
import { isPlaying } from '../../src/operations/operation.ts';
import { operationToolName } from '../../src/surfaces/mcp/tool-names.ts';
import { type McpPlace, mcpClient } from '../setup/mcp-client.ts';
import { type Project, project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';
import { type Served, serve } from '../setup/served.ts';
import { type Given, given, type Input, idIn, picked, playedBrief } from './operation-inputs.ts';

const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;

let place: Project;
let served: Served;
let mcp: McpPlace;
let voted: string;
let suite: string;
let ranked: string;
let played: string;

beforeAll(async () => {
  const suiteOf = (contestant: string) =>
    `name: s\ncontestants: [${contestant}]\nprompt: why?\ntasks: [{id: a, assert: [{equals: one}]}, {id: b}]\n`;
  place = project({ 'suite.yaml': suiteOf('scripted'), 'asked.yaml': suiteOf('ann') });
  const { git } = madeRepository(place.folder);
  git('commit', '-q', '--allow-empty', '-m', 'base');
  const hands = 'mkdir -p out; echo work >out/RESULT.md; echo done';
  const patch = '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+mine\n';
  writeFileSync(
    join(dirname(place.folder), 'by-hand.patch'),
    `diff --git a/new.txt b/new.txt\nnew file mode 100644\n${patch}`,
  );
  place.config(
    'num = 2\n' +
      shell('ann', 'echo one') +
      shell('bob', 'echo two') +
      shell('hand', 'echo made > made.txt; echo done') +
      shell('eve', hands) +
      shell('fay', hands),
  );
  place.write('asking/.joust/config.toml', '[env]\npass = ["A"]\n');
  await place.joust(['preferences', 'import', place.write('picks.jsonl', picked)]);
  const { stdout } = await place.joust(['vote', '-c', 'ann', '-c', 'bob', '--json', 'well?']);
  voted = JSON.parse(stdout.split('\n')[0] ?? '').contest;
  await place.joust(['judge', voted, '-j', 'scripted/judge']);
  await place.joust(['suite', 'run']);
  suite = JSON.parse((await place.joust(['suite', 'report', '--json'])).stdout).contest;
  const race = ['race', '-c', 'hand', '-c', 'ann', '--check', 'same=true', '--no-found-checks', '--json'];
  const { stdout: racing } = await place.joust([...race, 'change it']);
  ranked = JSON.parse(racing.split('\n')[0] ?? '').contest;
  played = await playedBrief(place);
  // A host program reads the same config.
  vi.stubEnv('JOUST_CONFIG_DIR', place.env['JOUST_CONFIG_DIR']);
  served = await serve(place);
  mcp = await mcpClient(place, { args: ['--tools', 'all', '--allow-write'] });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await mcp[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

type Described = (typeof describedOperations)[number];
interface Call {
  readonly described: Described;
  readonly input: Input;
  readonly plays?: Given['plays'];
  /** Written for the paths and IDs that each call has of its own. */
  readonly names: ReadonlyMap<string, string>;
  readonly changing: readonly string[];
}

let calls = 0;

async function callOf(described: Described): Promise<Call> {
  const found = Object.entries(given).find(([known]) => known === described.name)?.[1];
  if (found === undefined) throw new Error(`the test has no input for ${described.name}`);
  const fresh = await found.fresh?.(place);
  const folder = join(place.folder, `call-${calls++}`);
  const names = new Map([[folder, 'DIR'], ...(fresh === undefined ? [] : [[fresh, 'FRESH'] as const])]);
  const inText = (text: string) =>
    text
      .replace('VOTED', voted)
      .replace('PLAYED', played)
      .replace('SUITE', suite)
      .replace('PROJECT', place.folder)
      .replace('OUTSIDE', dirname(place.folder))
      .replace('RANKED', ranked)
      .replace('FRESH', fresh ?? '')
      .replace('DIR', folder);
  const replaced = (value: Input[string]) => {
    if (typeof value === 'string') return inText(value);
    return Array.isArray(value) ? value.map(inText) : value;
  };
  const input = Object.fromEntries(Object.entries(found.input).map(([key, value]) => [key, replaced(value)]));
  return { described, input, names, plays: found.plays, changing: found.changing ?? [] };
}

/** What a surface gave, with the same words for what each call had of its own. */
function compared({ names, changing }: Call, value: unknown): unknown {
  let text = JSON.stringify(value, (key, one) => (changing.includes(key) ? undefined : one));
  for (const [own, name] of names) text = text.replaceAll(own, name);
  return JSON.parse(text);
}

const { $defs: outputs } = JSON.parse(readFileSync(schemaPath({ file: operationsSchema }), 'utf8'));

/** As a program would check it, by the schema that is shipped. */
function expectFitting({ name }: Described, output: unknown): void {
  const { error } = z.fromJSONSchema(outputs[name]).safeParse(output);
  expect(error?.issues ?? []).toEqual([]);
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** On a command line a file stands for its content. */
function wordOf({ settings }: Described, name: string, value: string): string {
  const isContent = settings.some((one) => one.name === name && one.rule.type === 'content');
  return isContent ? place.write(`content-${name}`, value) : value;
}

async function byCommand(call: Call): Promise<unknown> {
  const { described, input, plays } = call;
  const { name, words = [], hasJsonLines } = described;
  const options = Object.entries(input).flatMap(([key, value]) => {
    if (words.includes(key)) return [];
    if (value === true) return [`--${kebab(key)}`];
    return [value].flat().flatMap((one) => [`--${kebab(key)}`, String(one)]);
  });
  const line = [
    ...name.split(' '),
    ...words.flatMap((word) => [input[word] ?? []].flat().map((one) => wordOf(described, word, String(one)))),
    ...options,
    ...(described.kind === 'plays' || described.playsOn === true ? ['--detach'] : []),
    ...(described.kind === 'plays' ? [] : ['--json']),
    ...(asksFirst(described) ? ['--dry-run'] : []),
    ...(plays === undefined ? [] : [...plays.contestant.flatMap((one) => ['-c', one]), plays.prompt]),
  ];
  const { stdout, stderr } = await place.joust(line);
  expect(stdout, stderr).not.toBe('');
  if (described.kind === 'plays') return await cameTo(call, idIn(stdout));
  const [first = '', ...rest] = stdout.trim().split('\n');
  if (hasJsonLines)
    return compared(
      call,
      [first, ...rest].map((one) => JSON.parse(one)),
    );
  expectFitting(described, JSON.parse(first));
  return compared(call, JSON.parse(first));
}

/** How a contest ended that an operation played, for comparing: by then its player is gone. */
async function cameTo(call: Call, id: string): Promise<unknown> {
  await place.joust(['tail', id]);
  const { stdout } = await place.joust(['show', id, '--events']);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const opened = events.find(({ type }) => type === 'contest.opened');
  const ended = events.filter(({ type }) => type === 'attempt.ended');
  return compared(call, {
    format: opened.format,
    roster: opened.roster.map(({ name }: { name: string }) => name),
    outcomes: ended.map(({ contestant, outcome }) => [contestant, outcome]).toSorted(),
    over: events.some(({ type }) => type === 'contest.closed'),
  });
}

async function byHttp(call: Call): Promise<unknown> {
  const { described, input, plays } = call;
  const { effect } = described;
  const inPath = new Set([...operationPath(described).matchAll(/:(\w+)/g)].map(([, param]) => param));
  const path = operationPath(described).replaceAll(/:(\w+)/g, (_all, param) =>
    encodeURIComponent(String(input[param])),
  );
  const own = Object.fromEntries(Object.entries(input).filter(([key]) => !inPath.has(key)));
  const { prompt, contestant } = plays ?? {};
  const more = plays === undefined ? own : { ...own, prompt, settings: { contestant } };
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(more))
    for (const one of [value].flat()) query.append(key, String(one));
  const { body, status } = await (effect === 'read'
    ? served.get(`${path}?${query}`)
    : served.post(path, more));
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  if (described.kind === 'plays') return await cameTo(call, body.id);
  const answer = asksFirst(described) ? body.result : body;
  expectFitting(described, answer);
  const output = compared(call, answer);
  return described.hasJsonLines ? await jsonLinesOf(described, output) : output;
}

async function jsonLinesOf({ name }: Described, output: unknown): Promise<unknown> {
  const operation = await operationNamed(name);
  if (isPlaying(operation)) throw new Error(`${name} plays a contest`);
  return JSON.parse(JSON.stringify(operation.jsonLines?.(output)));
}

/** The host program has the config of the project's user. */
async function asUser<T>(call: () => PromiseLike<T>): Promise<T> {
  const own = { ...process.env };
  Object.assign(process.env, place.env);
  try {
    return await call();
  } finally {
    process.env = own;
  }
}

/** A program's word is marked as such. */
function withoutSpeaker(output: unknown): unknown {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return output;
  const { program: _by, ...rest } = output as { readonly program?: string };
  return rest;
}

describe.each(describedOperations.map((one) => [one.name, one] as const))('%s', (name, described) => {
  it('gives the same over the command line and HTTP, and what its schema describes', async () => {
    expect(await byHttp(await callOf(described))).toEqual(await byCommand(await callOf(described)));
  });

  const isOpen = described.callers.includes('programs');
  const tool = isOpen ? 'gives programs the same over MCP' : 'is no tool, since programs may not call it';
  it(tool, async () => {
    const { tools } = await mcp.client.listTools();
    expect(tools.some((one) => one.name === operationToolName(described))).toBe(isOpen);
    if (!isOpen) return;
    const call = await callOf(described);
    const { told, isError, text } = await mcp.call(operationToolName(described), call.input);
    expect(isError, text).toBe(false);
    if (described.kind === 'plays')
      expect(await cameTo(call, told.id)).toEqual(await byCommand(await callOf(described)));
    else if (described.tool?.reports !== undefined)
      expect(told).toMatchObject({ id: call.input['id'], state: 'closed' });
    // It tells of the contest that went on.
    else if (described.playsOn === true)
      expect(told).toMatchObject({ id: call.input['id'], state: 'closed' });
    else if (!asksFirst(described)) {
      const output = compared(call, withoutSpeaker(told));
      const lines = described.hasJsonLines ? await jsonLinesOf(described, output) : output;
      expect(lines).toEqual(await byCommand(await callOf(described)));
    }
  });

  // The call of a host program is the consent, so it can't be asked what it would do.
  if (!asksFirst(described))
    it('gives the library the same', async () => {
      const call = await callOf(described);
      const run = operations[name as keyof OperationFunctions] as (
        input: object,
        options: object,
      ) => PromiseLike<object>;
      const { prompt, contestant: contestants } = call.plays ?? {};
      const task = call.plays && { prompt, contestants, cwd: place.folder };
      const came = await asUser(() => run(call.input, { home: place.home, ...task }));
      if (described.kind === 'plays') {
        const { id } = came as { readonly id: string };
        expect(await cameTo(call, id)).toEqual(await byCommand(await callOf(described)));
        return;
      }
      const output = compared(call, withoutSpeaker(came));
      const lines = described.hasJsonLines ? await jsonLinesOf(described, output) : output;
      expect(lines).toEqual(await byCommand(await callOf(described)));
    });

  it('has help, and is offered by the completion if it is in a group of the help', async () => {
    const { stdout } = await place.joust([...name.split(' '), '--help']);
    expect(stdout).toContain(described.summary);
    const { stdout: script } = await place.joust(['completion', 'bash']);
    expect(script.includes(`"${name}")`)).toBe(described.group !== undefined);
  });

  it('is in the description of the server', async () => {
    const { body } = await served.get('/openapi.json');
    const path = `/api${operationPath(described).replaceAll(/:(\w+)/g, '{$1}')}`;
    const { parameters } = body.paths[path][described.effect === 'read' ? 'get' : 'post'];
    for (const { schema } of parameters) expect(schema).toMatchObject({ description: /./ });
  });
});

describe('what deletes', () => {
  it('changes nothing over HTTP without a yes', async () => {
    const { body } = await served.post(`/contests/${voted}/rm`, {});
    expect(body).toMatchObject({ done: false, result: { id: voted } });
    expect((await place.joust(['show', voted])).code).toBe(0);
  });

  it('needs --yes on the command line if there is no terminal to ask on', async () => {
    const refused = await place.joust(['rm', voted]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--yes');
    expect((await place.joust(['show', voted])).code).toBe(0);
  });

  it('is carried out with a yes', async () => {
    const { stdout } = await place.joust(['vote', '-c', 'ann', '-c', 'bob', '--json', 'and?']);
    const other = JSON.parse(stdout.split('\n')[0] ?? '').contest;
    expect((await served.post(`/contests/${other}/rm`, { yes: true })).body).toMatchObject({ done: true });
    expect((await place.joust(['show', other])).code).toBe(1);
  });
});

it('names the input that is missing', async () => {
  const { code, stderr } = await place.joust(['winner', voted, 'ann']);
  expect(code).toBe(2);
  expect(stderr).toContain('winner: reason is missing');
});
