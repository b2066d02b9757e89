// The rule of each effect on each surface: a fixture operation per effect, called as people and programs call it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Hono } from 'hono';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { describedOperation } from '../../src/all.ts';
import { JoustError } from '../../src/domain/joust-error.ts';
import type { DescribedOperation, Effect } from '../../src/domain/settings/described-operations.ts';
import { operationFunction } from '../../src/library/operation-functions.ts';
import { type AnyOperation, operation } from '../../src/operations/operation.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { openArchive } from '../../src/record/archive.ts';
import { operationCommand } from '../../src/surfaces/cli/commands/operation-command.ts';
import { parseLine } from '../../src/surfaces/cli/grammar/arguments.ts';
import type { CliWorld, Terminal } from '../../src/surfaces/cli/grammar/command.ts';
import { operationSpec } from '../../src/surfaces/cli/grammar/specs/operation-specs.ts';
import { errorAnswer } from '../../src/surfaces/http/errors.ts';
import { LiveHub } from '../../src/surfaces/http/live/live-hub.ts';
import { mount } from '../../src/surfaces/http/route.ts';
import { operationRoute } from '../../src/surfaces/http/routes/operation-routes.ts';
import { openDesk } from '../../src/surfaces/mcp/tools/all.ts';
import { operationTool } from '../../src/surfaces/mcp/tools/operation-tools.ts';

const effects = ['read', 'record', 'change', 'destroy', 'publish', 'spend'] as const satisfies Effect[];

/**
 * Each call either does it, only shows it, or is refused. Read and record take no consent, so they refuse one. The estimate of
 * `spend` is above the limit here.
 */
// biome-ignore format: the columns are the effects
const rules: Readonly<Record<string, string>> = {
  //                                read    record  change  destroy publish spend
  'a terminal, yes':               'done    done    done    done    done    done',
  'a terminal, no':                'done    done    shown   shown   shown   shown',
  'a terminal, --yes':             'refused refused done    done    shown   done',
  'a terminal, --dry-run':         'refused refused shown   shown   shown   shown',
  'a pipe':                        'done    done    refused refused refused refused',
  'a pipe, --yes':                 'refused refused done    done    refused done',
  'HTTP':                          'done    done    shown   shown   shown   refused',
  'HTTP, yes':                     'refused refused done    done    refused done',
  'HTTP, confirm':                 'refused refused shown   shown   done    refused',
  'HTTP, confirm of another text': 'refused refused shown   shown   shown   refused',
  'MCP':                           'done    done    shown   shown   shown   refused',
  'MCP, --allow-write':            'done    done    done    shown   shown   refused',
  'the library':                   'done    done    done    done    done    done',
};

interface Fixture {
  readonly one: AnyOperation;
  readonly described: DescribedOperation;
  /** How often it was carried out. */
  times(): number;
}

function fixture(effect: Effect): Fixture {
  let times = 0;
  const about = {
    name: `try-${effect}`,
    group: 'record',
    summary: 'try an effect',
    examples: [],
    page: 'record',
    callers: ['people', 'programs'],
    input: z.strictObject({}),
    output: z.strictObject({ text: z.string() }),
  } as const;
  const go = async () => {
    times += 1;
    return { text: 'the text' };
  };
  const one = (
    effect === 'read' || effect === 'record'
      ? operation({ ...about, effect, run: go })
      : operation({
          ...about,
          effect,
          prepare: async () => ({ would: { text: 'the text' }, question: 'Go ahead?', go }),
        })
  ) as AnyOperation;
  return { one, described: JSON.parse(JSON.stringify(describedOperation(one))), times: () => times };
}

const home = mkdtempSync(join(tmpdir(), 'joust-effects-'));
const machine = { ...thisMachine(), cwd: home, env: { JOUST_HOME: home } };
const signal = new AbortController().signal;
afterEach(() => vi.restoreAllMocks());
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function byCommand({ one, described }: Fixture, how: string): Promise<void> {
  const isTty = how.startsWith('a terminal');
  if (isTty) answerAtTerminal(how.endsWith(', yes') ? 'yes' : 'no');
  const flags = /--\S+/.exec(how)?.[0];
  const stream: Terminal = {
    isTty,
    columns: () => 80,
    rows: () => 24,
    write: () => {},
    style: (_, text) => text,
  };
  const world: CliWorld = {
    machine,
    stdout: stream,
    stderr: stream,
    stdin: { isTty, read: async () => '' },
    commands: [],
    signal,
  };
  const spec = operationSpec(described);
  const { input } = parseLine([described.name, ...(flags === undefined ? [] : [flags])], [spec]);
  await operationCommand(described, {}, async () => one)(input, world);
}

/** Whatever is asked gets this answer, as a person would type it. */
function answerAtTerminal(answer: string): void {
  const keys = new PassThrough();
  keys.end(`${answer}\n`);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(keys as never);
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(new PassThrough() as never);
}

async function byHttp({ one, described }: Fixture, how: string): Promise<void> {
  await using archive = openArchive(home, machine);
  const live = new LiveHub(archive, () => {});
  const app = new Hono();
  mount(app, [operationRoute(one)], { archive, live, place: { machine, home }, signal });
  app.onError((error) => errorAnswer(error, () => {}));
  const call = async (said: object) => {
    const path = `/api/${described.name}`;
    const response = await (described.effect === 'read'
      ? app.request(
          `${path}?${new URLSearchParams(Object.entries(said).map(([key, value]): [string, string] => [key, String(value)]))}`,
        )
      : app.request(path, { method: 'POST', body: JSON.stringify(said) }));
    const text = await response.text();
    if (!response.ok) throw new JoustError(text, { code: 'usage' });
    return z.looseObject({ confirm: z.string().optional() }).parse(JSON.parse(text));
  };
  if (how === 'HTTP, yes') await call({ yes: true });
  else if (how === 'HTTP, confirm of another text') await call({ confirm: 'another' });
  else if (how === 'HTTP, confirm' && described.effect === 'publish')
    await call({ confirm: (await call({})).confirm ?? '' });
  else await call(how === 'HTTP, confirm' ? { confirm: 'given' } : {});
}

async function byTool({ one }: Fixture, how: string): Promise<void> {
  await using desk = openDesk({ machine, home, allowWrite: how.endsWith('--allow-write') });
  const program = { ...desk.leave, folders: [home] };
  const call = { desk, program, signal, session: 's', turn: 't', progress: async () => {} };
  await operationTool(one).run({}, call);
}

async function byFunction({ one, described }: Fixture): Promise<void> {
  await operationFunction(described.name, async () => one)({}, { home });
}

function callerOf(how: string): (fixture: Fixture, how: string) => Promise<void> {
  if (how.startsWith('HTTP')) return byHttp;
  if (how.startsWith('MCP')) return byTool;
  return how === 'the library' ? byFunction : byCommand;
}

const cases = Object.entries(rules).flatMap(([how, outcomes]) =>
  outcomes.split(/ +/).map((outcome, at) => [effects[at] ?? 'read', how, outcome] as const),
);

it.each(cases)('%s by %s is %s', async (effect, how, outcome) => {
  const tried = fixture(effect);
  const called = callerOf(how)(tried, how);
  if (outcome === 'refused') await expect(called).rejects.toThrow(JoustError);
  else await called;
  expect(tried.times()).toBe(outcome === 'done' ? 1 : 0);
});

it('is a table of every effect', () => {
  for (const outcomes of Object.values(rules)) expect(outcomes.split(/ +/)).toHaveLength(effects.length);
});
