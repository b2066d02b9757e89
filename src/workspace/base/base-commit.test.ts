// The base commit, held against what git itself says, in repositories made by it.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baseCommit } from './base-commit.ts';

interface Place extends Disposable {
  readonly folder: string;
  git(...args: readonly string[]): string;
  commit(): string;
}

function place(init: readonly string[] = ['init', '-q', '-b', 'main']): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'joust-base-')));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.invalid',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.invalid',
  };
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
  if (init.length > 0) git(...init);
  return {
    folder,
    git,
    commit() {
      git('commit', '-q', '--allow-empty', '-m', 'x');
      return git('rev-parse', 'HEAD');
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

describe('the base commit', () => {
  it('is the head of a branch, also one with a slash, and follows it', () => {
    using repo = place();
    const first = repo.commit();
    expect(first).toMatch(/^[0-9a-f]{40}$/);
    expect(baseCommit(repo.folder)).toBe(first);
    repo.git('checkout', '-q', '-b', 'feature/one');
    const second = repo.commit();
    expect(second).not.toBe(first);
    expect(baseCommit(repo.folder)).toBe(second);
  });

  it('is found from a folder deep inside', () => {
    using repo = place();
    const commit = repo.commit();
    const deep = join(repo.folder, 'a/b/c');
    mkdirSync(deep, { recursive: true });
    expect(baseCommit(deep)).toBe(commit);
  });

  it('is that of a detached head', () => {
    using repo = place();
    const first = repo.commit();
    repo.commit();
    repo.git('checkout', '-q', '--detach', first);
    expect(baseCommit(repo.folder)).toBe(first);
  });

  it('is read from packed refs, of the very branch, and from a loose one where both are there', () => {
    using repo = place();
    const first = repo.commit();
    repo.git('branch', 'x/main');
    repo.git('tag', '-a', '-m', 'with a peeled line', 'v1');
    repo.git('pack-refs', '--all');
    expect(readFileSync(join(repo.folder, '.git/packed-refs'), 'utf8')).toContain('refs/heads/x/main');
    expect(baseCommit(repo.folder)).toBe(first);
    const second = repo.commit();
    expect(baseCommit(repo.folder)).toBe(second);
    repo.git('pack-refs', '--all');
    expect(baseCommit(repo.folder)).toBe(second);
  });

  it('is that of the worktree, not of the main one; loose, packed or detached', () => {
    using repo = place();
    const first = repo.commit();
    const tree = join(repo.folder, 'trees/other');
    repo.git('worktree', 'add', '-q', '-b', 'other', tree);
    const second = repo.commit();
    expect([baseCommit(tree), baseCommit(repo.folder)]).toEqual([first, second]);
    repo.git('pack-refs', '--all');
    expect([baseCommit(tree), baseCommit(repo.folder)]).toEqual([first, second]);
    repo.git('-C', tree, 'checkout', '-q', '--detach', second);
    expect(baseCommit(tree)).toBe(second);
  });

  it('is that of a submodule inside it', () => {
    using inner = place();
    const own = inner.commit();
    using repo = place();
    repo.commit();
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.folder, 'sub');
    expect(baseCommit(join(repo.folder, 'sub'))).toBe(own);
  });

  it('is known in a repository of sha256', () => {
    using repo = place(['init', '-q', '-b', 'main', '--object-format=sha256']);
    const commit = repo.commit();
    expect(commit).toMatch(/^[0-9a-f]{64}$/);
    expect(baseCommit(repo.folder)).toBe(commit);
  });
});

describe('there is none', () => {
  it('before the first commit', () => {
    using repo = place();
    expect(baseCommit(repo.folder)).toBeUndefined();
    repo.commit();
    repo.git('checkout', '-q', '--orphan', 'empty');
    expect(baseCommit(repo.folder)).toBeUndefined();
  });

  it('outside of any repository, in no folder, and in what only looks like one', () => {
    using bare = place([]);
    expect(baseCommit(bare.folder)).toBeUndefined();
    expect(baseCommit(join(bare.folder, 'missing'))).toBeUndefined();
    writeFileSync(join(bare.folder, 'file'), '');
    expect(baseCommit(join(bare.folder, 'file'))).toBeUndefined();
    mkdirSync(join(bare.folder, 'loop'));
    symlinkSync('.git', join(bare.folder, 'loop/.git'));
    expect(baseCommit(join(bare.folder, 'loop'))).toBeUndefined();
    mkdirSync(join(bare.folder, 'odd/.git'), { recursive: true });
    expect(baseCommit(join(bare.folder, 'odd'))).toBeUndefined();
    for (const head of ['', 'nonsense', 'ref: ../../etc/passwd', 'ref: refs/heads/main\nmore']) {
      writeFileSync(join(bare.folder, 'odd/.git/HEAD'), head);
      expect(baseCommit(join(bare.folder, 'odd'))).toBeUndefined();
    }
  });
});
