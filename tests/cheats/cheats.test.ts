// A table of cheats against each runner: blocked, visible, or through. All of them: npm run test:cheats.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../setup/project.ts';
import type { Rival } from './cheat.ts';
import { playCheats, tableOf } from './cheat-race.ts';
import { jest } from './jest-cheats.ts';
import { node } from './node-cheats.ts';
import { pytest } from './pytest-cheats.ts';
import { vitest } from './vitest-cheats.ts';

const all = process.env['JOUST_CHEATS'] === 'all';
const ms = 900_000;
const tables: string[] = [];

afterAll(() => {
  process.stdout.write(`\n${tables.join('\n')}\n`);
});

async function play(runner: string, rival: Rival, packages: Readonly<Record<string, string>> = {}) {
  const cheats = rival.cheats.filter(({ quick }) => all || quick === true);
  const played = await playCheats(rival, cheats, packages);
  tables.push(tableOf(runner, played));
  const expected = cheats.map(({ name, expected = 'blocked' }) => [name, expected]);
  expect(played.map(({ cheat, outcome }) => [cheat.name, outcome])).toEqual(expected);
}

it('no cheat wins over an honest entry with node --test', { timeout: ms }, () => play('node --test', node));

it('no cheat wins over an honest entry with vitest', { timeout: ms }, () => {
  const target = join(root, 'node_modules');
  return play('vitest', vitest, {
    vitest: join(target, 'vitest'),
    '.bin/vitest': join(target, '.bin/vitest'),
  });
});

it('no cheat wins over an honest entry with pytest', { timeout: ms }, async ({ skip }) => {
  const why = whyNo('python3', ['-m', 'pytest', '--version']);
  if (why !== undefined) return skip(`pytest is missing (apt-get install python3-pytest): ${why}`);
  await play('pytest', pytest);
});

it('no cheat wins over an honest entry with jest', { timeout: ms }, async ({ skip }) => {
  const modules = join(tmpdir(), 'joust-cheats-jest/node_modules');
  const why = existsSync(join(modules, 'jest')) ? undefined : installJest(join(modules, '..'));
  if (why !== undefined) return skip(`jest is missing: ${why}`);
  await play('jest', jest, { jest: join(modules, 'jest'), '.bin/jest': join(modules, '.bin/jest') });
});

/** Asks the network only where the whole table is wanted. */
function installJest(folder: string): string | undefined {
  if (!all) return `npm run test:cheats installs it into ${folder}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  return whyNo('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, 'jest@30']);
}

function whyNo(program: string, args: readonly string[]): string | undefined {
  try {
    execFileSync(program, args, { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return String(error);
  }
}
