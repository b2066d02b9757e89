// The programs of examples/library, run as they stand.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project, root } from '../setup/project.ts';

function run(name: string): string {
  using place = project();
  const options = { cwd: place.folder, env: place.env, encoding: 'utf8', stdio: 'pipe' } as const;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], options);
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  return execFileSync(process.execPath, [join(root, 'examples/library', name)], options);
}

it('ask.mjs shows who answered what', () => {
  expect(run('ask.mjs')).toMatch(/^contest \w+\nscripted\/quick \(ok\): .+\nscripted\/careful \(ok\): .+\n$/);
});

it('vote.mjs counts the votes of functions', () => {
  expect(run('vote.mjs')).toBe('no: cautious, streaming\nyes: bold\n');
});

it('race.mjs measures what functions wrote, and lets one judge it', () => {
  expect(run('race.mjs')).toBe('winner: brief\n');
});

const shown = [
  ...readdirSync(join(root, 'examples/library')).map((name) => [`library/${name}`, 'library'] as const),
  ['joust-agent-parrot/index.js', 'adding-an-agent'] as const,
];

it.each(shown)('%s stands in docs/%s.md as it is', (name, page) => {
  const text = readFileSync(join(root, `docs/${page}.md`), 'utf8');
  expect(text).toContain(readFileSync(join(root, 'examples', name), 'utf8').trim());
});
