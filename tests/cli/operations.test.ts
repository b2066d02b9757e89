// Every operation over the surfaces it is open to: the command line, HTTP, MCP and the library give the same answer.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { commandsPage, httpPage, libraryPage, mcpPage } from '../../scripts/reference.ts';
import { operationsSchema, operationsSchemaText, schemaPath } from '../../scripts/schema.ts';
import { describedOperation, type OperationName, operationNamed } from '../../src/all.ts';
import {
  asksFirst,
  describedOperations,
  operationPath,
} from '../../src/domain/settings/described-operations.ts';
import { setting } from '../../src/domain/settings/setting.ts';
import { type OperationFunctions, operations } from '../../src/index.ts';
import { operationFunction } from '../../src/library/operation-functions.ts';
import { contestId } from '../../src/operations/contest-id.ts';
import { type AnyOperation, isPlaying, operation } from '../../src/operations/operation.ts';
import { completionScript } from '../../src/surfaces/cli/commands/settings/completion-command.ts';
import { commandHelp } from '../../src/surfaces/cli/grammar/help.ts';
import { operationSpec } from '../../src/surfaces/cli/grammar/specs/operation-specs.ts';
import { openapi } from '../../src/surfaces/http/openapi.ts';
import { operationRoute } from '../../src/surfaces/http/routes/operation-routes.ts';
import { operationToolName } from '../../src/surfaces/mcp/tool-names.ts';
import { operationTool } from '../../src/surfaces/mcp/tools/operation-tools.ts';
import { text } from '../../src/views/document.ts';
import { type McpPlace, mcpClient } from '../setup/mcp-client.ts';
import { type Project, project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';
import { type Served, serve } from '../setup/served.ts';

const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;

type Input = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * VOTED and SUITE are contests that are over, PLAYED is a brief with entries. FRESH is a contest or brief made for each call.
 * DIR is a new folder for each call, PROJECT the one all calls share.
 */
interface Given {
  readonly input: Input;
  /** The task of one that takes a prompt, and who plays. */
  readonly plays?: { readonly prompt: string; readonly contestant: readonly string[] };
  /** Makes the contest that one call uses up, and gives its ID. */
  fresh?(): Promise<string>;
  /** Keys of the output that differ from call to call. */
  readonly changing?: readonly string[];
}

const picked = `${JSON.stringify({
  type: 'joust.preference',
  v: 1,
  id: 'abcdef',
  at: '2026-01-02T03:04:05Z',
  prompt: 'well?',
  a: { contestant: 'ann', agent: 'command' },
  b: { contestant: 'bob', agent: 'command' },
  pick: 'a',
  tags: ['a, b'],
  simulated: false,
})}\n`;

/** What is given to each; an operation without an entry fails its test. */
const given: Readonly<Record<OperationName, Given>> = {
  list: { input: { format: 'vote', limit: 1 } },
  show: { input: { id: 'VOTED' } },
  result: { input: { id: 'VOTED' } },
  attempt: { input: { id: 'VOTED', attempt: 'ann' } },
  sides: { input: { id: 'VOTED' } },
  checks: { input: { id: 'VOTED' } },
  log: { input: { id: 'VOTED', of: 'ann' } },
  events: { input: { id: 'VOTED' } },
  timeline: { input: { id: 'VOTED' } },
  about: { input: { id: 'VOTED' } },
  export: { input: { id: 'VOTED', folder: 'DIR' } },
  'what-if': { input: { id: 'RANKED', weights: 'diff=0' } },
  leaderboard: { input: { source: 'judges', simulated: true } },
  judges: { input: { simulated: true } },
  usage: { input: { by: 'model' } },
  winner: { input: { id: 'VOTED', winner: 'ann', reason: 'short' } },
  cancel: { input: { id: 'VOTED' } },
  rm: { input: { id: 'VOTED' } },
  prune: { input: { olderThan: '0d' } },
  resume: { input: { id: 'FRESH' }, fresh: waiting },
  answer: { input: { id: 'FRESH', answer: 'no' }, fresh: waiting },
  pick: { input: { id: 'FRESH', pick: 'a' }, fresh: unpicked },
  'suite run': { input: { file: 'PROJECT/suite.yaml', trials: 2, filter: ['a'] } },
  'suite resume': { input: { id: 'FRESH' }, fresh: waitingSuite },
  'suite retry': { input: { id: 'FRESH', errors: true }, fresh: waitingSuite },
  'suite report': { input: { suite: 'SUITE', all: true } },
  'suite compare': { input: { suite: 'SUITE', base: 'SUITE' } },
  reply: { input: { id: 'VOTED', name: 'ann' }, plays: { prompt: 'and?', contestant: ['scripted'] } },
  do: { input: {}, plays: { prompt: 'change it', contestant: ['scripted'] } },
  adopt: { input: { id: 'FRESH', adopt: 'OUTSIDE/by-hand.patch' }, fresh: raced },
  diff: { input: { id: 'FRESH', name: 'hand', stat: true }, fresh: raced },
  apply: { input: { id: 'FRESH' }, fresh: raced },
  undo: { input: { id: 'FRESH' }, fresh: applied },
  'brief new': {
    input: { name: 'FRESH', in: 'PROJECT', contestant: ['ann', 'bob'] },
    fresh: async () => `new-${calls}`,
  },
  'brief add': { input: { contestant: 'cy=scripted', folder: 'FRESH' }, fresh: newBrief },
  'brief lint': { input: { folder: 'FRESH' }, fresh: newBrief },
  'brief play': { input: { folder: 'FRESH' }, fresh: newBrief },
  'brief refine': { input: { folder: 'FRESH', contestant: ['eve'] }, fresh: playedBrief },
  'brief judge': { input: { folder: 'FRESH', judge: ['scripted/judge'] }, fresh: playedBrief },
  'brief rejudge': { input: { folder: 'FRESH', judge: ['scripted/judge'] }, fresh: playedBrief },
  'brief consult': { input: { folder: 'FRESH', of: 'eve', by: ['scripted/judge'] }, fresh: playedBrief },
  'brief merge': { input: { folder: 'FRESH', by: 'eve', base: 'fay' }, fresh: playedBrief },
  'brief report': { input: { folder: 'PLAYED' } },
  'brief status': { input: { folder: 'PLAYED' } },
  'brief diff': { input: { folder: 'PLAYED', from: 0, to: 1 } },
  'brief archive': { input: { folder: 'PLAYED', out: 'DIR' } },
  'brief prune': { input: { folders: ['PLAYED'], olderThan: '0d' } },
  'brief show': { input: { folder: 'PLAYED' } },
  'brief list': { input: {} },
  'preferences list': { input: { tag: ['a, b'] } },
  'preferences export': { input: {} },
  'preferences show': { input: { preference: 'abcdef' } },
  'preferences forget': { input: { preference: 'abcdef' } },
  'preferences import': { input: { file: picked } },
  'oracle-sessions': { input: {} },
  doctor: { input: { agents: ['ann'], past: true }, changing: ['freeBytes'] },
  'doctor check': { input: { agents: ['scripted'] }, changing: ['freeBytes', 'check'] },
  'config show': { input: {} },
  'config path': { input: {} },
  'config get': { input: { key: 'num' } },
  'config set': { input: { key: 'num', value: '4' } },
  'config unset': { input: { key: 'num' } },
  trust: { input: { path: 'PROJECT/asking' } },
  'trust list': { input: {} },
  'trust revoke': { input: { path: 'PROJECT/asking' } },
  'ledger copy': { input: { from: 'here', to: 'DIR' } },
  'install-skill': { input: { agent: 'codex', project: true } },
  hosts: { input: {} },
  'demo start': { input: {}, changing: ['contests'] },
  formats: { input: {} },
  folders: { input: { path: 'PROJECT/asking' } },
  names: { input: { kind: 'contestant' } },
};

let place: Project;
let served: Served;
let mcp: McpPlace;
let voted: string;
let suite: string;
let ranked: string;
let played: string;

const idIn = (stdout: string) => stdout.trim().split('\n').at(-1) ?? '';
async function detached(...words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await place.joust([...words, '--detach']);
  expect(stdout, stderr).not.toBe('');
  return idIn(stdout);
}

/** It asks before it spends anything. */
async function waiting(): Promise<string> {
  return await detached('ask', '-c', 'ann', '--max-usd', '1', 'well?');
}

async function waitingSuite(): Promise<string> {
  return await detached('suite', 'run', 'asked.yaml', '--max-usd', '1');
}

/** Two arenas of the same two can't wait for a pick at once. */
async function unpicked(): Promise<string> {
  const [pending] = (await place.joust(['arena', '--pending', '--json'])).stdout.split('\n');
  if (pending) await place.joust(['cancel', JSON.parse(pending).contest]);
  const id = await detached('arena', '-c', 'ann', '-c', 'bob', 'well?');
  await place.joust(['tail', id]);
  return id;
}

/** A race in which hand makes a file that isn't there yet. */
async function raced(): Promise<string> {
  rmSync(join(place.folder, 'made.txt'), { force: true });
  const race = ['race', '-y', '-c', 'hand', '--check', 'made=test -f made.txt', '--json', 'x'];
  const { stdout } = await place.joust(race);
  return JSON.parse(stdout.split('\n')[0] ?? '').contest;
}

async function applied(): Promise<string> {
  const id = await raced();
  expect((await place.joust(['apply', id, '--yes'])).code).toBe(0);
  return id;
}

let briefs = 0;
async function newBrief(): Promise<string> {
  const { stdout, stderr } = await place.joust([
    'brief',
    'new',
    `b${briefs++}`,
    '-c',
    'eve',
    '-c',
    'fay',
    '--json',
  ]);
  expect(stdout, stderr).not.toBe('');
  return join(place.folder, JSON.parse(stdout).folder);
}

async function playedBrief(): Promise<string> {
  const folder = await newBrief();
  const { code, stderr } = await place.joust(['brief', 'play', folder]);
  expect(code, stderr).toBe(0);
  return folder;
}

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
  played = await playedBrief();
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
  const fresh = await found.fresh?.();
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
    expect(Object.keys(body.paths)).toContain(
      `/api${operationPath(described).replaceAll(/:(\w+)/g, '{$1}')}`,
    );
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

describe('an operation that no surface has a line for', () => {
  const fixture = operation({
    name: 'greet',
    group: 'record',
    summary: 'greet a contest',
    examples: ['joust greet 4k2 --times 3'],
    page: 'record',
    effect: 'record',
    callers: ['people', 'programs'],
    words: ['id'],
    input: z.strictObject({
      id: contestId,
      times: setting({ type: 'count', min: 1, max: 9 }, { value: 'N', help: 'how often', builtIn: 1 }),
    }),
    output: z.strictObject({ said: z.array(z.string()) }),
    run: async ({ id, times }) => ({ said: Array.from({ length: times }, () => `hello ${id}`) }),
    document: ({ said }) => [text(...said)],
  }) as AnyOperation;
  const described = JSON.parse(JSON.stringify(describedOperation(fixture)));

  it('is a command with help and completion', () => {
    const command = operationSpec(described);
    expect(command).toMatchObject({
      usage: '[options] [ID]',
      words: { min: 0, max: 1, complete: 'contest' },
    });
    expect(commandHelp(command, 80)).toContain('--times N   how often');
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = completionScript(shell, [command]);
      expect(script).toContain('greet');
      expect(script).toContain('times');
    }
  });

  it('is a function', async () => {
    const greet = operationFunction('greet', async () => fixture);
    expect(await greet({ id: voted, times: 2 }, { home: place.home })).toEqual({
      said: [`hello ${voted}`, `hello ${voted}`],
    });
  });

  it('is in the reference, with a schema of its output', () => {
    expect(commandsPage([operationSpec(described)])).toContain('| `--times N` | how often |');
    expect(httpPage([operationRoute(fixture)])).toContain('## POST /api/contests/{id}/greet');
    expect(mcpPage([operationTool(fixture)])).toContain('## contest_greet');
    expect(libraryPage([fixture])).toContain('- Gives `{ said: string[] }`');
    expect(JSON.parse(operationsSchemaText([fixture]))).toMatchObject({
      $defs: { greet: { properties: { said: { type: 'array', items: { type: 'string' } } } } },
    });
  });

  it('is a route, in the description of the server', () => {
    const route = operationRoute(fixture);
    expect([route.method, route.path]).toEqual(['post', '/contests/:id/greet']);
    expect(openapi([route])).toMatchObject({
      paths: { '/api/contests/{id}/greet': { post: { summary: 'greet a contest' } } },
    });
  });

  it('is a tool with its effect in the annotations', () => {
    const tool = operationTool(fixture);
    expect(tool).toMatchObject({ name: 'contest_greet', annotations: { readOnlyHint: false } });
    expect(tool.input({ mayWrite: false, mayCheck: false })).toMatchObject({
      properties: { times: { type: 'integer', minimum: 1, maximum: 9, default: 1 } },
    });
  });
});
