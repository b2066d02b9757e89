// joust itself over the four real CLIs: one contest, its ends, its limits, and nothing left behind.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OutputLine, outputSchema } from '../../src/domain/events/output.ts';
import { until } from '../setup/until.ts';
import { type Home, makeHome } from './home.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { folderOf, packages } from './packages.ts';

const program = join(import.meta.dirname, '..', '..', 'src', 'surfaces', 'cli', 'bin.ts');
const agents = packages.map(({ agent }) => agent);

let server: ModelServer;
let home: Home;

beforeAll(async () => {
  server = await startModelServer();
  home = makeHome(server.url);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

function rosterOf(scenario: string): readonly string[] {
  return agents.flatMap((agent) => [
    '-c',
    agent === 'opencode' ? `opencode/stub/stub-${scenario}` : `${agent}/stub-${scenario}`,
  ]);
}

interface Asked {
  readonly code: number;
  readonly lines: readonly OutputLine[];
}

async function ask(cwd: string, args: readonly string[]): Promise<Asked> {
  const running = promisify(execFile)(process.execPath, [program, 'ask', '--json', ...args], {
    cwd,
    env: { ...home.env },
    maxBuffer: 64 * 1024 * 1024,
  });
  const { stdout, code } = await running.then(
    (done) => ({ ...done, code: 0 }),
    (failed: { stdout: string; code: number }) => failed,
  );
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, lines: lines.map((line) => outputSchema.parse(JSON.parse(line))) };
}

/** Each agent's end by its id. */
function ends({ lines }: Asked): Readonly<Record<string, Extract<OutputLine, { type: 'attempt.ended' }>>> {
  const ended = lines.filter((line) => line.type === 'attempt.ended');
  return Object.fromEntries(ended.map((line) => [line.contestant.split('/')[0] ?? '', line]));
}

function outcomes(asked: Asked): Readonly<Record<string, string>> {
  const parked = asked.lines.filter((line) => line.type === 'attempt.parked');
  return Object.fromEntries([
    ...Object.entries(ends(asked)).map(([agent, end]) => [agent, end.outcome]),
    ...parked.map((line) => [line.contestant.split('/')[0] ?? '', 'parked']),
  ]);
}

function all(outcome: string): Readonly<Record<string, string>> {
  return Object.fromEntries(agents.map((agent) => [agent, outcome]));
}

test('all four answer one question, and say with what', async () => {
  const asked = await ask(home.work('ok'), [...rosterOf('ok'), 'say hi']);
  expect(asked.code).toBe(0);
  expect(outcomes(asked)).toEqual(all('ok'));
  for (const end of Object.values(ends(asked))) {
    expect(end.text).toBe('Hello from the stub.');
    expect(end.usage).toMatchObject({ inputTokens: 1234, cachedInputTokens: 1000, outputTokens: 12 });
  }
  expect(asked.lines).toContainEqual({
    type: 'agents.identified',
    v: 1,
    versions: Object.fromEntries(packages.map(({ agent, version }) => [agent, version])),
  });
});

test('CLIs pointed at a server on this machine wait for each other in its lane', async () => {
  const { lines } = await ask(home.work('lane'), ['-c', 'claude/stub-ok', '-c', 'gemini/stub-ok', 'say hi']);
  const queued = lines.filter((line) => line.type === 'attempt.queued');
  const lane = `local ${new URL(server.url).host}`;
  expect(queued).toMatchObject([
    { lane, ahead: 0 },
    { lane, ahead: 1 },
  ]);
});

test('a wrong key is a login problem with each of them', async () => {
  const asked = await ask(home.work('401'), [...rosterOf('401'), 'say hi']);
  expect(asked.code).toBe(1);
  expect(outcomes(asked)).toEqual(all('unauthenticated'));
});

test('a limit is a limit with each of them, even where the CLI keeps trying', async () => {
  const asked = await ask(home.work('429'), [...rosterOf('429'), '--timeout', '15s', 'say hi']);
  expect(asked.code).toBe(1);
  expect(outcomes(asked)).toEqual(all('parked'));
});

test('a dropped connection is no answer', async () => {
  const asked = await ask(home.work('drop'), [...rosterOf('drop'), '--timeout', '40s', 'say hi']);
  expect(asked.code).not.toBe(0);
  expect(outcomes(asked)).toEqual({ ...all('crashed'), opencode: 'timed-out' });
});

test('nobody writes who was asked a question', async () => {
  const cwd = home.work('read');
  const target = join(cwd, 'stub-out.txt');
  const asked = await ask(cwd, [...rosterOf('write'), `WRITE-TO ${target} now`]);
  expect(outcomes(asked)).toEqual(all('ok'));
  expect(existsSync(target)).toBe(false);
  expect(asked.lines).toContainEqual({ type: 'folder.watched', v: 1, verified: true, changed: [], by: {} });
});

test.each(['claude/stub-write', 'gemini/stub-write', 'opencode/stub/stub-write'])(
  'who may write does, and is seen to: %s',
  async (contestant) => {
    const cwd = home.work(`write-${contestant.replaceAll('/', '-')}`);
    const target = join(cwd, 'stub-out.txt');
    const asked = await ask(cwd, ['-c', contestant, '--write', `WRITE-TO ${target} now`]);
    expect(readFileSync(target, 'utf8')).toBe('written by the stub\n');
    expect(asked.lines).toContainEqual(
      expect.objectContaining({ type: 'attempt.tool', contestant, detail: target }),
    );
  },
);

test('an interrupt ends all that run, and their children', async () => {
  const args = ['ask', '--json', ...rosterOf('slow'), 'say hi'];
  const env = { ...home.env };
  const child = spawn(process.execPath, [program, ...args], {
    cwd: home.work('slow'),
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.resume();
  const exited = once(child, 'exit');
  // claude and gemini share the server's lane: three run, one waits.
  const before = server.asked.length;
  const busy = () => new Set(server.asked.slice(before).map((request) => request.path)).size;
  await until(() => busy() >= 3, 120_000);
  expect(busy()).toBe(3);
  expect((await leftovers()).length).toBeGreaterThanOrEqual(3);
  child.kill('SIGINT');
  const [code] = await exited;
  expect(code).toBe(130);
  expect(await leftovers()).toEqual([]);
});

test('no key is kept', () => {
  const kept = readdirSync(join(home.path, 'joust'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(kept.length).toBeGreaterThan(0);
  const leaking = kept.filter((file) => readFileSync(file).includes('stub-key-of-the-suite'));
  expect(leaking).toEqual([]);
});

/** Processes of the suite's own CLIs. */
async function leftovers(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command='], {
    maxBuffer: 16 * 1024 * 1024,
  });
  const folders = packages.map(folderOf);
  return stdout.split('\n').filter((line) => folders.some((folder) => line.includes(folder)));
}
