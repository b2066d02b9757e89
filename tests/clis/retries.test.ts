// Rate limits and failing servers with the real CLIs under joust: parked or crashed with the reason, after few requests.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, makeHome, withOthers } from './home.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { otherPackages, packages } from './packages.ts';

const program = join(import.meta.dirname, '..', '..', 'src', 'surfaces', 'cli', 'bin.ts');
/** The last one tells neither by its stream nor by its log that it is trying again, and has one model here. */
const ids = [...packages, ...otherPackages].map(({ agent }) => agent).filter((id) => id !== 'cn');

let server: ModelServer;
let home: Home;

beforeAll(async () => {
  server = await startModelServer();
  home = withOthers(makeHome(server.url, 'home-retries'), server.url);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface Came {
  readonly type: string;
  readonly contestant: string;
  readonly outcome?: string;
  readonly reason?: string;
  readonly until?: string;
  readonly text?: string;
}

/** How it came out, and how many requests that took. */
async function ask(id: string, scenario: string): Promise<Came & { readonly requests: number }> {
  const model = id === 'opencode' || id === 'pi' ? `stub/stub-${scenario}` : `stub-${scenario}`;
  return await came(`${id}/${model}`, { work: `${id}-${scenario}`, prompt: 'say hi' });
}

async function came(
  contestant: string,
  { work, prompt }: { readonly work: string; readonly prompt: string },
): Promise<Came & { readonly requests: number }> {
  const before = server.asked.length;
  const args = [program, 'ask', '--json', '-c', contestant, '--timeout', '150s', prompt];
  const running = promisify(execFile)(process.execPath, args, {
    cwd: home.work(work),
    env: home.env,
  });
  running.child.stdin?.end();
  const { stdout } = await running.catch((failed: { stdout: string }) => failed);
  const lines: Came[] = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const end = lines.findLast(({ type }) => type === 'attempt.ended' || type === 'attempt.parked');
  if (end === undefined) throw new Error(`${contestant} came to nothing`);
  return { ...end, requests: server.asked.length - before };
}

test.each(ids)('%s is parked on a rate limit, and does not go on asking', async (id) => {
  const came = await ask(id, '429');
  expect(came).toMatchObject({
    type: 'attempt.parked',
    reason: expect.stringMatching(/rate|429|limit|Too Many/i),
  });
  expect(came.requests).toBeLessThanOrEqual(10);
});

/** One of them waits as long as the server says, without a word: only a time limit ends that. */
const audible = ids.filter((id) => id !== 'pi');

test.each(audible)('%s comes back when the server says, where it hands that on', async (id) => {
  const now = Date.now();
  const came = await ask(id, 'later');
  expect(came.type).toBe('attempt.parked');
  expect(came.requests).toBeLessThanOrEqual(10);
  const waitMs = Date.parse(came.until ?? '') - now;
  if (id === 'gemini') expect(waitMs).toBeGreaterThan(7000 * 1000);
});

test.each(ids)('%s is given up on a server that fails, with the reason', async (id) => {
  const came = await ask(id, '500');
  expect(came).toMatchObject({ type: 'attempt.ended', outcome: 'crashed' });
  expect(came.reason).toMatch(/500|server error|high demand|Failed to get response/i);
  expect(came.requests).toBeLessThanOrEqual(24);
});

/** Without a model it takes another one each time one fails. */
const switching = (scenario: string) => ({ work: `switching-${scenario}`, prompt: `PLAY stub-${scenario}` });

test('gemini without a model stops switching models on a rate limit, and is parked', async () => {
  const end = await came('gemini', switching('later'));
  expect(end).toMatchObject({ type: 'attempt.parked', reason: expect.stringContaining('rate limit') });
  expect(end.requests).toBeLessThanOrEqual(200);
});

test('gemini without a model stops switching models that do not exist, with the reason', async () => {
  const end = await came('gemini', switching('404'));
  expect(end).toMatchObject({ type: 'attempt.ended', outcome: 'crashed' });
  expect(end.reason).toContain('models/none is not found');
  expect(end.requests).toBeLessThanOrEqual(200);
});

test('gemini answers with the try that succeeded alone', async () => {
  expect(await ask('gemini', 'again')).toMatchObject({ outcome: 'ok', text: 'FINAL ANSWER', requests: 2 });
});
