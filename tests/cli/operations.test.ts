// Every operation over the surfaces it is open to: the command line, HTTP, MCP and the library give the same answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describedOperation, type OperationName } from '../../src/all.ts';
import { asksFirst, describedOperations } from '../../src/domain/settings/described-operations.ts';
import { setting } from '../../src/domain/settings/setting.ts';
import { type OperationFunctions, operations } from '../../src/index.ts';
import { contestId } from '../../src/operations/contest-id.ts';
import { type AnyOperation, operation } from '../../src/operations/operation.ts';
import { commandHelp } from '../../src/surfaces/cli/grammar/help.ts';
import { operationSpec } from '../../src/surfaces/cli/grammar/specs/operation-specs.ts';
import { openapi } from '../../src/surfaces/http/openapi.ts';
import { operationRoute } from '../../src/surfaces/http/routes/operation-routes.ts';
import { operationToolName } from '../../src/surfaces/mcp/tool-names.ts';
import { operationTool } from '../../src/surfaces/mcp/tools/operation-tools.ts';
import { text } from '../../src/views/document.ts';
import { type McpPlace, mcpClient } from '../setup/mcp-client.ts';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';

const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;

/** What is given to each; an operation without an entry fails its test. */
const given: Readonly<Record<OperationName, Readonly<Record<string, string | boolean>>>> = {
  leaderboard: { source: 'judges', simulated: true },
  judges: { simulated: true },
  usage: { by: 'model' },
  winner: { id: 'VOTED', winner: 'ann', reason: 'short' },
  cancel: { id: 'VOTED' },
  rm: { id: 'VOTED' },
  prune: { olderThan: '0d' },
};

let place: Project;
let served: Served;
let mcp: McpPlace;
let voted: string;

beforeAll(async () => {
  place = project();
  place.config(`${shell('ann', 'echo one')}${shell('bob', 'echo two')}`);
  const { stdout } = await place.joust(['vote', '-c', 'ann', '-c', 'bob', '--json', 'well?']);
  voted = JSON.parse(stdout.split('\n')[0] ?? '').contest;
  await place.joust(['judge', voted, '-j', 'scripted/judge']);
  served = await serve(place);
  mcp = await mcpClient(place, { args: ['--tools', 'all'] });
});
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

function inputOf(name: string): Readonly<Record<string, string | boolean>> {
  const found = Object.entries(given).find(([known]) => known === name)?.[1];
  if (found === undefined) throw new Error(`the test has no input for ${name}`);
  return Object.fromEntries(
    Object.entries(found).map(([key, value]) => [key, value === 'VOTED' ? voted : value]),
  );
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

async function byCommand({ name, words = [], effect }: (typeof describedOperations)[number]) {
  const input = inputOf(name);
  const options = Object.entries(input).flatMap(([key, value]) => {
    if (words.includes(key)) return [];
    return value === true ? [`--${kebab(key)}`] : [`--${kebab(key)}`, String(value)];
  });
  const line = [...name.split(' '), ...words.map((word) => String(input[word])), ...options, '--json'];
  const { stdout, stderr } = await place.joust([...line, ...(asksFirst({ effect }) ? ['--dry-run'] : [])]);
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout);
}

async function byHttp({ name, effect }: (typeof describedOperations)[number]) {
  const { id, ...input } = inputOf(name);
  const path = `${id === undefined ? '' : `/contests/${id}`}/${name.replaceAll(' ', '/')}`;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) query.set(key, String(value));
  const { body, status } = await (effect === 'read'
    ? served.get(`${path}?${query}`)
    : served.post(path, input));
  expect(status, JSON.stringify(body)).toBe(200);
  return asksFirst({ effect }) ? body.result : body;
}

describe.each(describedOperations.map((one) => [one.name, one] as const))('%s', (name, described) => {
  it('gives the same over the command line and HTTP', async () => {
    expect(await byHttp(described)).toEqual(await byCommand(described));
  });

  const isOpen = described.callers.includes('programs');
  const tool = isOpen ? 'gives programs the same over MCP' : 'is no tool, since programs may not call it';
  it(tool, async () => {
    const { tools } = await mcp.client.listTools();
    expect(tools.some((one) => one.name === operationToolName(described))).toBe(isOpen);
    if (!isOpen) return;
    const { told, isError, text } = await mcp.call(operationToolName(described), inputOf(name));
    expect(isError, text).toBe(false);
    const { program: _by, ...rest } = told;
    expect(rest).toEqual(await byCommand(described));
  });

  if (!asksFirst(described))
    it('gives the library the same', async () => {
      const call = operations[name as keyof OperationFunctions] as (
        input: object,
        options: object,
      ) => Promise<object>;
      const { program: _by, ...rest } = { program: '', ...(await call(inputOf(name), { home: place.home })) };
      expect(JSON.parse(JSON.stringify(rest))).toEqual(await byCommand(described));
    });

  it('has help, and is offered by the completion', async () => {
    const { stdout } = await place.joust([...name.split(' '), '--help']);
    expect(stdout).toContain(described.summary);
    expect((await place.joust(['completion', 'bash'])).stdout).toContain(name);
  });

  it('is in the description of the server', async () => {
    const { body } = await served.get('/openapi.json');
    expect(Object.keys(body.paths).some((path) => path.endsWith(`/${name.replaceAll(' ', '/')}`))).toBe(true);
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
