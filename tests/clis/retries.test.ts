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
}

/** How it came out, and how many requests that took. */
async function ask(id: string, scenario: string): Promise<Came & { readonly requests: number }> {
  const model = id === 'opencode' || id === 'pi' ? `stub/stub-${scenario}` : `stub-${scenario}`;
  const before = server.asked.length;
  const args = [program, 'ask', '--json', '-c', `${id}/${model}`, '--timeout', '150s', 'say hi'];
  const running = promisify(execFile)(process.execPath, args, {
    cwd: home.work(`${id}-${scenario}`),
    env: home.env,
  });
  running.child.stdin?.end();
  const { stdout } = await running.catch((failed: { stdout: string }) => failed);
  const lines: Came[] = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const came = lines.findLast(({ type }) => type === 'attempt.ended' || type === 'attempt.parked');
  if (came === undefined) throw new Error(`${id} came to nothing`);
  return { ...came, requests: server.asked.length - before };
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
