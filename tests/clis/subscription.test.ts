// A subscription that was demanded, with the real CLIs and keys all about: nobody plays, and no model is asked.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeHome, withOthers } from './home.ts';
import { startModelServer } from './model-server.ts';
import { otherPackages, packages } from './packages.ts';

const program = join(import.meta.dirname, '..', '..', 'src', 'surfaces', 'cli', 'bin.ts');
const ids = [...packages, ...otherPackages].map(({ agent }) => agent);

test('keys in configs and variables pay for nobody', async () => {
  await using server = await startModelServer();
  const home = withOthers(makeHome(server.url, 'home-subscription'), server.url);
  const config = join(home.path, 'joust-config');
  mkdirSync(config);
  writeFileSync(
    join(config, 'config.toml'),
    ids.map((id) => `[agents.${id}]\nauth = "subscription"\n`).join(''),
  );
  const env = { ...home.env, JOUST_CONFIG_DIR: config };
  const args = [program, 'ask', '--json', ...ids.flatMap((id) => ['-c', id]), 'say hi'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: home.work('w'), env }).catch(
    (failed: { stdout: string }) => failed,
  );
  const lines = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const ends = lines.filter(({ type }) => type === 'attempt.ended');
  const outcomes = Object.fromEntries(ends.map(({ contestant, outcome }) => [contestant, outcome]));
  expect(outcomes).toEqual(Object.fromEntries(ids.map((id) => [id, 'unauthenticated'])));
  expect(server.asked).toEqual([]);
});
