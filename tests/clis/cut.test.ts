// Answers that reach the model's output limit, with the real CLIs: all parts in order, or incomplete and why.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentOf } from '../../src/agents/all.ts';
import { type Driven, drive } from './drive.ts';
import { type Home, makeHome, withOthers } from './home.ts';
import { firstPart, type ModelServer, secondPart, startModelServer } from './model-server.ts';
import { otherPackages, packages } from './packages.ts';
import { record } from './record.ts';

let server: ModelServer;
let home: Home;

beforeAll(async () => {
  server = await startModelServer();
  home = withOthers(makeHome(server.url, 'home-cut'), server.url);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

async function play(id: string, scenario: string): Promise<Driven> {
  const model = id === 'opencode' || id === 'pi' ? `stub/stub-${scenario}` : `stub-${scenario}`;
  const cwd = home.work(`${id}-${scenario}`);
  const driven = await drive(agentOf(id), { home, cwd, model, prompt: 'say hi', timeoutMs: 60_000 });
  const version = [...packages, ...otherPackages].find(({ agent }) => agent === id)?.version;
  record(`${id}-${version}-${scenario}`, driven);
  return driven;
}

/** It has one model only here, by its config; its stream does not tell why an answer ended. */
const ids = [...packages, ...otherPackages].map(({ agent }) => agent).filter((id) => id !== 'cn');

describe.each(ids)('%s', (id) => {
  test('that goes on by itself hands in all parts', async () => {
    const { end } = await play(id, 'cut');
    if (end.outcome === 'ok') expect(end.text.replaceAll('\n', '')).toBe(`${firstPart}${secondPart}`);
    else expect(end).toMatchObject({ outcome: 'incomplete', text: firstPart, partial: true });
  });

  test('that never comes to an end is incomplete and says why', async () => {
    const { end } = await play(id, 'limit');
    expect(end).toMatchObject({ outcome: 'incomplete', reason: expect.stringMatching(/output/) });
    expect(end.text).toContain(firstPart);
  });
});
