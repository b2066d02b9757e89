// The programs of examples/library, run as they stand.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project, root } from '../setup/project.ts';

function run(name: string, files: Readonly<Record<string, string>> = {}, config = ''): string {
  using place = project(files);
  place.config(config);
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

it('brief.mjs plays, judges, merges and reports a brief', () => {
  const writer = (name: string) =>
    `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "mkdir -p out; echo ${name} > out/LETTER.md; echo merged > out/MERGE.md; echo done"]\n`;
  const files = {
    'letter/brief.yaml':
      'name: letter\ncontestants: [ann, bob]\noutputs: { required: [LETTER.md] }\nrubric: { scale: [0, 5], dimensions: [{ id: fit, weight: 100 }] }\n',
    'letter/BRIEF.md': 'Write LETTER.md.\n',
  };
  const said = run('brief.mjs', files, writer('ann') + writer('bob'));
  expect(said).toMatch(
    /^handed in: ann, bob\njudged: (?:ann, bob|bob, ann)\nmerged: closed\nwritten: .*summary\.json/,
  );
});

const shown = [
  ...readdirSync(join(root, 'examples/library')).map((name) => [`library/${name}`, 'library'] as const),
  ['joust-agent-parrot/index.js', 'adding-an-agent'] as const,
];

it.each(shown)('%s stands in docs/%s.md as it is', (name, page) => {
  const text = readFileSync(join(root, `docs/${page}.md`), 'utf8');
  expect(text).toContain(readFileSync(join(root, 'examples', name), 'utf8').trim());
});
