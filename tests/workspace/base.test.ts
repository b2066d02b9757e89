// The base of a race on real repositories: what is taken, what is refused, and that the user's repository stays as it is.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { git, gitText } from '../../src/process/git/git.ts';
import { openRepository } from '../../src/workspace/base/repository.ts';
import { takeBase } from '../../src/workspace/base/take-base.ts';
import { ensureStore } from '../../src/workspace/checkout/ensure-store.ts';
import { type TestRepository, testRepository } from '../setup/repository.ts';

const files = { 'a.txt': 'one\n', 'b/c.txt': 'two\n', '.gitignore': 'ignored/\n' };

async function taken({ folder, home }: TestRepository, nonce = 'n1') {
  return await takeBase(await openRepository(folder, '/nonexistent'), { home, nonce });
}

async function paths(base: Awaited<ReturnType<typeof taken>>): Promise<Record<string, string>> {
  const listed = (await gitText(base.store, ['ls-tree', '-r', '--name-only', base.tree])).split('\n');
  const contents = await Promise.all(
    listed.map((path) => git(base.store, ['cat-file', 'blob', `${base.tree}:${path}`])),
  );
  return Object.fromEntries(listed.map((path, at) => [path, contents[at]?.toString('utf8') ?? '']));
}

describe('the base', () => {
  it('is HEAD itself where nothing is uncommitted', async () => {
    using repository = testRepository(files);
    const base = await taken(repository);
    expect(base.snapshot).toBe(repository.git('rev-parse', 'HEAD').trim());
    expect(base.change).toEqual([]);
    expect(base.files).toBe(3);
  });

  it('holds staged, unstaged, untracked and deleted work, and not what is ignored', async () => {
    using repository = testRepository({ ...files, 'gone.txt': 'x\n' });
    repository.write('a.txt', 'staged\n');
    repository.git('add', 'a.txt');
    repository.write('a.txt', 'staged and changed\n');
    repository.write('new/untracked.txt', 'new\n');
    repository.write('ignored/x', 'x');
    rmSync(join(repository.folder, 'gone.txt'));
    const before = repository.fingerprint();
    const base = await taken(repository);
    expect(await paths(base)).toEqual({
      '.gitignore': 'ignored/\n',
      'a.txt': 'staged and changed\n',
      'b/c.txt': 'two\n',
      'new/untracked.txt': 'new\n',
    });
    expect(base.change.map(({ path }) => path)).toEqual(['a.txt', 'gone.txt', 'new/untracked.txt']);
    expect(repository.fingerprint()).toBe(before);
  });

  it('leaves out what the user ignores everywhere, unless the repository takes it back', async () => {
    using repository = testRepository(files);
    const settings = join(repository.home, 'settings');
    mkdirSync(join(settings, 'git'), { recursive: true });
    writeFileSync(join(settings, 'git/ignore'), '*.env\n');
    writeFileSync(join(repository.folder, '.git/info/exclude'), '!kept.env\n');
    for (const name of ['secret.env', 'kept.env']) writeFileSync(join(repository.folder, name), 'KEY=1\n');
    vi.stubEnv('XDG_CONFIG_HOME', settings);
    try {
      expect(Object.keys(await paths(await taken(repository)))).toEqual(
        [...Object.keys(files), 'kept.env'].toSorted(),
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('is the same commit for the same work, and can be made again from the commit and the work', async () => {
    using repository = testRepository(files);
    repository.write('a.txt', 'changed\n');
    const first = await taken(repository);
    const second = await taken(repository, 'n2');
    expect(second.snapshot).toBe(first.snapshot);
    rmSync(join(repository.home, 'bases'), { recursive: true });
    repository.write('a.txt', 'one\n');
    const base = {
      folder: repository.folder,
      below: '',
      commit: repository.git('rev-parse', 'HEAD').trim(),
      snapshot: first.snapshot,
      tree: first.tree,
      files: 3,
      bytes: 1,
    };
    const store = await ensureStore(base, {
      home: repository.home,
      userHome: '/nonexistent',
      nonce: 'n3',
      overlay: async () => first.change.map(({ path, after }) => ({ path, ...(after && { file: after }) })),
    });
    expect(await gitText(store, ['rev-parse', `${first.snapshot}^{tree}`])).toBe(first.tree);
  });

  it('keeps modes and links, and runs no filter, hook or monitor of the repository', async () => {
    using repository = testRepository(files);
    const mark = join(repository.home, 'ran');
    mkdirSync(repository.home, { recursive: true });
    const evil = join(repository.home, 'evil.sh');
    writeFileSync(evil, `#!/bin/sh\ntouch ${mark}\ncat\n`);
    chmodSync(evil, 0o755);
    repository.git('config', 'core.fsmonitor', evil);
    repository.git('config', 'core.hooksPath', repository.home);
    repository.git('config', 'diff.external', evil);
    repository.write('run.sh', '#!/bin/sh\n');
    chmodSync(join(repository.folder, 'run.sh'), 0o755);
    symlinkSync('a.txt', join(repository.folder, 'link'));
    const base = await taken(repository);
    const modes = await gitText(base.store, ['ls-tree', base.tree]);
    expect(modes).toMatch(/100755 blob \w+\trun\.sh/);
    expect(modes).toMatch(/120000 blob \w+\tlink/);
    expect(readdirSync(repository.home)).not.toContain('ran');
  });

  it('takes a split index, a sparse checkout, a worktree and a folder below the top', async () => {
    using repository = testRepository({ ...files, 'far/away.txt': 'far\n' });
    repository.git('update-index', '--split-index');
    repository.write('a.txt', 'split\n');
    expect(Object.keys(await paths(await taken(repository)))).toContain('far/away.txt');
    repository.git('checkout', '-q', 'a.txt');
    repository.git('sparse-checkout', 'set', 'b');
    const sparse = await taken(repository, 'n2');
    expect(Object.keys(await paths(sparse))).toContain('far/away.txt');
    expect(sparse.snapshot).toBe(repository.git('rev-parse', 'HEAD').trim());
    const other = join(repository.home, 'other');
    repository.git('worktree', 'add', '-q', other);
    const below = await openRepository(join(other, 'b'), '/nonexistent');
    expect(below).toMatchObject({ top: other, below: 'b' });
    expect((await takeBase(below, { home: repository.home, nonce: 'n4' })).tree).toBe(sparse.tree);
  });

  it('leaves out huge untracked files and repositories in the tree, by name', async () => {
    using repository = testRepository(files);
    repository.write('huge.bin', Buffer.alloc(51_000_000));
    mkdirSync(join(repository.folder, 'nested'));
    execFileSync('git', ['init', '-q'], { cwd: join(repository.folder, 'nested') });
    writeFileSync(join(repository.folder, 'nested/x'), 'x');
    const base = await taken(repository);
    expect(base.leftOut).toEqual([
      { path: 'huge.bin', why: 'it has 51 MB, over 50 MB' },
      { path: 'nested', why: 'it is a repository of its own' },
    ]);
    expect(base.snapshot).toBe(repository.git('rev-parse', 'HEAD').trim());
  });

  it('names changed files that it cannot take: names that are not UTF-8, and what is hidden from git', async () => {
    using repository = testRepository({ ...files, 'far/off.txt': 'off\n', 'same.txt': 'same\n' });
    const latin = Buffer.concat([Buffer.from(`${repository.folder}/caf`), Buffer.from([0xe9])]);
    writeFileSync(latin, 'one\n');
    repository.git('add', '-A');
    repository.git('commit', '-q', '-m', 'latin');
    writeFileSync(latin, 'mine\n');
    const strange = { path: 'caf\uFFFD', why: 'its name is not UTF-8' };
    expect((await taken(repository)).leftOut).toEqual([strange]);

    const hidden = (path: string) => ({
      path,
      why: 'git is told not to look at it (assume-unchanged or skip-worktree)',
    });
    repository.git('update-index', '--assume-unchanged', 'a.txt', 'same.txt');
    repository.write('a.txt', 'hidden\n');
    const index = () => readFileSync(join(repository.folder, '.git/index'), 'hex');
    const before = index();
    const assumed = await taken(repository, 'n2');
    expect(assumed.leftOut).toEqual([hidden('a.txt'), strange]);
    expect(await gitText(assumed.store, ['cat-file', 'blob', `${assumed.tree}:a.txt`])).toBe('one');
    repository.write('new.txt', 'new\n');
    expect((await taken(repository, 'n3')).leftOut).toEqual([hidden('a.txt'), strange]);
    rmSync(join(repository.folder, 'new.txt'));
    expect(index()).toBe(before);

    repository.git('update-index', '--skip-worktree', 'b/c.txt', 'far/off.txt');
    repository.write('b/c.txt', 'hidden as well\n');
    rmSync(join(repository.folder, 'far'), { recursive: true });
    const skipped = await taken(repository, 'n4');
    expect(skipped.leftOut).toEqual([hidden('a.txt'), hidden('b/c.txt'), strange]);
    expect(skipped.tree).toBe(assumed.tree);
  });
});

describe('what cannot be raced in is refused with a reason', () => {
  it('no repository', async () => {
    using repository = testRepository(files);
    rmSync(join(repository.folder, '.git'), { recursive: true });
    await expect(openRepository(repository.folder, '/nonexistent')).rejects.toThrow(
      /not in a git repository/,
    );
  });

  it('no commit', async () => {
    using repository = testRepository(files);
    repository.git('checkout', '-q', '--orphan', 'empty');
    await expect(openRepository(repository.folder, '/nonexistent')).rejects.toThrow(/no commit yet/);
  });

  it('an unfinished merge', async () => {
    using repository = testRepository(files);
    repository.git('checkout', '-q', '-b', 'other');
    repository.write('a.txt', 'theirs\n');
    repository.git('commit', '-qam', 'theirs');
    repository.git('checkout', '-q', 'main');
    repository.write('a.txt', 'ours\n');
    repository.git('commit', '-qam', 'ours');
    expect(() => repository.git('merge', 'other')).toThrow();
    await expect(taken(repository)).rejects.toThrow(/merge is unfinished \(a\.txt\)/);
  });
});
