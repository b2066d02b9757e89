// A brief played by the real CLIs: each writes into out/ of a folder of its own with its own tools, and only that is handed in.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finished } from '../setup/project.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { makeRaceHome } from './race-home.ts';

let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const roster = ['claude/stub-write', 'codex/stub-write', 'gemini/stub-write', 'opencode/stub/stub-write'];
const folders = ['claude-stub-write', 'codex-stub-write', 'gemini-stub-write', 'opencode-stub-stub-write'];

test('everybody hands in what it wrote into out/', async () => {
  const home = makeRaceHome(server, 'brief');
  const brief = join(home.folder, 'plan');
  mkdirSync(join(brief, 'raw'), { recursive: true });
  writeFileSync(join(brief, 'brief.yaml'), `name: plan\ncontestants: [${roster.join(', ')}]\n`);
  writeFileSync(join(brief, 'BRIEF.md'), 'WRITE-TO out/RESULT.md now.\n');
  writeFileSync(join(brief, 'raw/facts.txt'), 'facts\n');
  const played = await finished(home.start(['brief', 'play', 'plan']));
  expect(played.stdout, played.stderr).toContain('4 entries to judge');
  for (const name of folders)
    expect(readFileSync(join(brief, 'work', name, 'out/RESULT.md'), 'utf8'), name).toBe(
      'written by the stub\n',
    );
  expect(played.stdout).not.toContain('left out');
  expect(existsSync(join(brief, 'work/claude-stub-write/out/.claude'))).toBe(false);
  expect(home.leftovers()).toEqual([]);
});
