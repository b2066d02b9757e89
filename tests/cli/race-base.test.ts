// Where a race starts from: the user's tree as it is, which stays so byte for byte, and the places that are refused.
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../setup/project.ts';
import {
  goodDouble,
  goodSum,
  half,
  racePlace,
  resultOf,
  rowOf,
  solve,
  testCheck,
} from '../setup/race-place.ts';
import { madeRepository } from '../setup/repository.ts';

describe("the user's own work", () => {
  it('staged, unstaged and untracked work is part of the base, ignored is not, and all stays as it is', async () => {
    using place = racePlace({ '.gitignore': 'ignored/\n', 'old.txt': 'old\n', 'gone.txt': 'gone\n' });
    place.write('sum.js', goodSum.content);
    place.git('add', 'sum.js');
    place.write('staged-then-changed.txt', 'one\n');
    place.git('add', 'staged-then-changed.txt');
    place.write('staged-then-changed.txt', 'two\n');
    place.write('old.txt', 'changed\n');
    place.git('rm', '-q', 'gone.txt');
    place.write('new.txt', 'new\n');
    place.write('ignored/private.txt', 'private\n');
    symlinkSync('old.txt', join(place.folder, 'link'));
    place.git('stash', 'list');
    const seen = join(place.outside, 'seen');
    place.contestants({
      looker: [
        {
          run: `git status --porcelain > ${seen}; ls >> ${seen}; cat staged-then-changed.txt old.txt >> ${seen}`,
        },
        goodDouble,
        { say: 'Done.' },
      ],
      idle: [{ say: 'Nothing to do.' }],
    });
    const before = place.fingerprint();
    const raced = await place.race(['looker', 'idle'], testCheck);
    const result = resultOf(raced);
    expect(place.fingerprint()).toBe(before);
    expect(result.base).toMatchObject({ commit: place.git('rev-parse', 'HEAD').trim(), dirty: true });
    expect(raced.stderr).toMatch(
      /^Everybody starts from commit [0-9a-f]{10} with your uncommitted work in 6 files\.$/m,
    );
    expect(readFileSync(seen, 'utf8').split('\n')).toEqual([
      'double.js',
      'link',
      'new.txt',
      'old.txt',
      'package.json',
      'staged-then-changed.txt',
      'sum.js',
      'test',
      'two',
      'changed',
      '',
    ]);
    expect(rowOf(result, 'looker')).toMatchObject({ files: 1, signals: { tests: 1 } });
    expect(rowOf(result, 'idle').outcome).toBe('empty');
    expect(place.leftovers()).toEqual([]);
  });

  it('a race in a subfolder plays and measures there, and has the whole repository around it', async () => {
    using place = racePlace({
      'packages/a/package.json': '{"name":"a","type":"module","scripts":{"test":"node --test"}}\n',
      'packages/a/a.js': 'export const a = 1;\n',
      'packages/a/a.test.js':
        "import test from 'node:test';\nimport assert from 'node:assert';\nimport { a } from './a.js';\ntest('a', () => assert.equal(a, 2));\n",
    });
    const seen = join(place.outside, 'seen');
    place.contestants({
      ann: [{ run: `ls > ${seen}; ls ../.. >> ${seen}` }, { edit: 'a.js', content: 'export const a = 2;\n' }],
      bob: [{ edit: '../../sum.js', content: goodSum.content }],
    });
    const raced = await place.race(['ann', 'bob'], ['--cwd', 'packages/a', ...testCheck]);
    const result = resultOf(raced);
    expect(readFileSync(seen, 'utf8').split('\n')).toEqual([
      'a.js',
      'a.test.js',
      'package.json',
      'double.js',
      'package.json',
      'packages',
      'sum.js',
      'test',
      '',
    ]);
    expect(result.winner).toBe('ann');
    expect(rowOf(result, 'ann').checks).toEqual([
      { name: 'test', outcome: 'passed', detail: '1 of 1 tests' },
    ]);
    const diff = await place.joust(['diff', '@last', 'ann']);
    expect(diff.stdout).toContain('packages/a/a.js');
    expect(rowOf(result, 'bob')).toMatchObject({ files: 1, signals: { tests: 0 } });
  });

  it('a worktree of the user and a shallow clone are raced in like any other', async () => {
    using place = racePlace();
    const [tree, clone] = [join(place.outside, 'tree'), join(place.outside, 'clone')];
    place.git('worktree', 'add', '-q', tree);
    place.write('sum.js', `${readFileSync(join(place.folder, 'sum.js'), 'utf8')}// More.\n`);
    place.git('commit', '-qam', 'more');
    place.git('clone', '-q', '--depth', '1', `file://${place.folder}`, clone);
    place.contestants({ solver: solve, half });
    for (const cwd of [tree, clone]) {
      const raced = await place.race(['solver', 'half'], ['--cwd', cwd, ...testCheck]);
      expect(resultOf(raced)).toMatchObject({ winner: 'solver' });
    }
    expect(place.leftovers()).toEqual([]);
  });

  it('has no winner without any check, whatever the size of the changes', async () => {
    using place = project({ 'notes.md': 'one\n' });
    const { git } = madeRepository(place.folder);
    git('add', '-A');
    git('commit', '-q', '-m', 'base');
    const say = (lines: number) =>
      JSON.stringify({ steps: [{ append: 'notes.md', content: 'more\n'.repeat(lines) }] });
    writeFileSync(join(place.folder, '../long.json'), say(30));
    writeFileSync(join(place.folder, '../short.json'), say(3));
    const who = ['-c', 'scripted/../long.json', '-c', 'scripted/../short.json'];
    const raced = await place.joust(['race', '--json', ...who, 'write more']);
    const result = resultOf(raced);
    expect(raced.code).toBe(3);
    expect(raced.stderr).toContain('No checks were found');
    expect(result.dropped).toEqual(['lint', 'readiness', 'tests']);
    expect(result.winner).toBeUndefined();
    expect(result).toMatchObject({ rule: 'nothing was checked', rows: [{ rank: 1 }, { rank: 1 }] });
  });
});

describe('places that are refused', () => {
  const refusals: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
    ['no repository', () => undefined, /this folder is not in a git repository\n.*git init/],
    ['no commit', (folder) => void madeRepository(folder), /has no commit yet\n.*Commit something first/],
    [
      'an unfinished merge',
      (folder) => {
        const { git, write } = withCommit(folder);
        git('checkout', '-q', '-b', 'other');
        write('a.txt', 'other\n');
        git('commit', '-qam', 'other');
        git('checkout', '-q', 'main');
        write('a.txt', 'main\n');
        git('commit', '-qam', 'main');
        try {
          git('merge', '-q', 'other');
        } catch {
          // It is meant to stop halfway.
        }
      },
      /a merge is unfinished \(a\.txt\)\n.*Finish or abort the merge/,
    ],
  ];

  it.each(refusals)('%s', async (_, make, said) => {
    using place = project();
    make(place.folder);
    const { code, stdout, stderr } = await place.joust(['race', '--json', '-c', 'scripted*2', 'do it']);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(said);
    const { stdout: listed } = await place.joust(['list', '--json']);
    expect(listed.trim()).toBe('');
    const left = readdirSync(place.home, { recursive: true, encoding: 'utf8' });
    expect(left.filter((path) => /^(?:bases|workspaces|spools)\//.test(path))).toEqual([]);
  });
});

function withCommit(folder: string): ReturnType<typeof madeRepository> {
  const made = madeRepository(folder);
  made.write('a.txt', 'a\n');
  made.git('add', '-A');
  made.git('commit', '-q', '-m', 'base');
  return made;
}
