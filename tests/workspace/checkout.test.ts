// Private checkouts on real repositories: rivals see nothing of each other, and what is sealed is what was left.
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyFolder, turnVenv } from '../../src/process/files/copy-folder.ts';
import { openRepository } from '../../src/workspace/base/repository.ts';
import { takeBase } from '../../src/workspace/base/take-base.ts';
import { checkoutAt } from '../../src/workspace/checkout/checkout.ts';
import { buildTree } from '../../src/workspace/checkout/store.ts';
import type { Workspace } from '../../src/workspace/workspace.ts';
import { type TestRepository, testRepository } from '../setup/repository.ts';

const files = { 'a.txt': 'one\n', 'b/c.txt': 'two\n', '.gitignore': 'ignored/\n' };

async function place({ folder, home }: TestRepository) {
  const base = await takeBase(await openRepository(folder, '/nonexistent'), { home, nonce: 'n' });
  const { store, tree, snapshot } = base;
  const at = (name: string) =>
    checkoutAt({
      store,
      root: join(home, 'workspaces', name),
      nonce: 'n',
      copy: [],
      base: { tree, snapshot, folder, below: '' },
      overlay: async () => [],
    });
  const open = async (name: string) => {
    const workspace = at(name);
    await workspace.make();
    return workspace;
  };
  return { base, at, open, seal: (workspace: Workspace) => workspace.seal() };
}

function gitIn(workspace: Workspace, ...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync('git', [...args], { cwd: workspace.tree, encoding: 'utf8' });
}

describe('a workspace', () => {
  it('is a repository of its own with the history of the base, and clean', async () => {
    using repository = testRepository(files);
    repository.write('a.txt', 'uncommitted\n');
    const { open } = await place(repository);
    const workspace = await open('w1');
    expect(gitIn(workspace, 'status', '--porcelain').stdout).toBe('');
    expect(gitIn(workspace, 'log', '--format=%s').stdout).toBe('Uncommitted work\nbase\n');
    expect(gitIn(workspace, 'fsck', '--connectivity-only').status).toBe(0);
    expect(gitIn(workspace, 'commit', '--allow-empty', '-m', 'x').status).toBe(0);
  });

  it('shows nothing of a rival, and no remote', async () => {
    using repository = testRepository(files);
    repository.git('remote', 'add', 'origin', repository.folder);
    repository.git('branch', 'secret-plan');
    const { open } = await place(repository);
    const [one, other] = [await open('w1'), await open('w2')];
    writeFileSync(join(one.tree, 'mine.txt'), 'mine');
    gitIn(one, 'add', '-A');
    gitIn(one, 'commit', '-m', 'my brilliant idea');
    expect(gitIn(other, 'log', '--all', '--format=%s').stdout).toBe('base\n');
    expect(gitIn(other, 'worktree', 'list').stdout.trim().split('\n')).toHaveLength(1);
    expect(gitIn(other, 'branch', '-a').stdout).toBe('* work\n');
    expect(gitIn(other, 'remote').stdout).toBe('');
    const commit = gitIn(one, 'rev-parse', 'HEAD').stdout.trim();
    expect(gitIn(other, 'cat-file', '-e', commit).status).not.toBe(0);
  });

  it("leaves nothing in the user's repository, whatever is done in it", async () => {
    using repository = testRepository(files);
    const before = repository.fingerprint();
    const { open, seal } = await place(repository);
    const workspace = await open('w1');
    writeFileSync(join(workspace.tree, 'x.txt'), 'x');
    gitIn(workspace, 'add', '-A');
    gitIn(workspace, 'commit', '-m', 'x');
    gitIn(workspace, 'gc', '--prune=now');
    gitIn(workspace, 'remote', 'add', 'origin', '/nonexistent');
    gitIn(workspace, 'push', 'origin', 'HEAD');
    await seal(workspace);
    await workspace.clear();
    expect(repository.fingerprint()).toBe(before);
    expect(existsSync(workspace.root)).toBe(false);
  });

  it('that was not finished is made anew', async () => {
    using repository = testRepository(files);
    const { at, open } = await place(repository);
    const workspace = await open('w1');
    rmSync(join(workspace.root, 'whole'));
    writeFileSync(join(workspace.tree, 'half.txt'), 'half');
    const again = at('w1');
    expect(again.isMade()).toBe(false);
    await again.make();
    expect(existsSync(join(again.tree, 'half.txt'))).toBe(false);
  });

  it('is put back as it was checked out, but for what is ignored', async () => {
    using repository = testRepository({ ...files, 'old.txt': 'old\n' });
    const { open, seal } = await place(repository);
    const workspace = await open('w1');
    const put = (path: string, content: string) => writeFileSync(join(workspace.tree, path), content);
    mkdirSync(join(workspace.tree, 'ignored'));
    put('ignored/built.js', 'built');
    put('a.txt', 'tampered\n');
    put('planted.config.js', 'planted');
    rmSync(join(workspace.tree, 'old.txt'));
    mkdirSync(join(workspace.tree, 'nested'));
    execFileSync('git', ['init', '-q'], { cwd: join(workspace.tree, 'nested') });
    await workspace.restore();
    expect(await seal(workspace)).toMatchObject({ change: [], leftOut: [] });
    expect(existsSync(join(workspace.tree, 'ignored/built.js'))).toBe(true);
    expect(existsSync(join(workspace.tree, '.git/HEAD'))).toBe(true);
  });

  it('is removed whatever its permissions are', async () => {
    using repository = testRepository(files);
    const { open } = await place(repository);
    const workspace = await open('w1');
    mkdirSync(join(workspace.tree, 'locked/deep'), { recursive: true });
    writeFileSync(join(workspace.tree, 'locked/deep/x'), 'x');
    chmodSync(join(workspace.tree, 'locked/deep'), 0o500);
    chmodSync(join(workspace.tree, 'locked'), 0o000);
    await workspace.clear();
    expect(existsSync(workspace.root)).toBe(false);
  });
});

describe('dependencies', () => {
  it('are copied whole also where they are a link, and an environment of Python names its own place', async () => {
    using repository = testRepository(files);
    const shared = join(repository.home, 'shared');
    mkdirSync(join(shared, 'dep'), { recursive: true });
    writeFileSync(join(shared, 'dep/index.js'), 'original');
    symlinkSync(shared, join(repository.folder, 'node_modules'));
    const copy = join(repository.home, 'copy');
    await copyFolder(join(repository.folder, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(join(copy, 'node_modules/dep/index.js'), 'changed');
    expect(readFileSync(join(shared, 'dep/index.js'), 'utf8')).toBe('original');
    const packages = join(copy, '.venv/lib/python3.11/site-packages');
    mkdirSync(packages, { recursive: true });
    writeFileSync(join(copy, '.venv/pyvenv.cfg'), 'home = /usr/bin\n');
    writeFileSync(join(packages, 'own.pth'), `${repository.folder}/src\n`);
    turnVenv(join(copy, '.venv'), { original: repository.folder, copy });
    expect(readFileSync(join(packages, 'own.pth'), 'utf8')).toBe(`${copy}/src\n`);
  });
});

describe('sealing', () => {
  it('takes new, changed, deleted and renamed files, modes, links and binary content; not what is ignored', async () => {
    using repository = testRepository({ ...files, 'old.txt': 'old\n' });
    const { open, seal, base } = await place(repository);
    const workspace = await open('w1');
    const put = (path: string, content: string | Uint8Array) =>
      writeFileSync(join(workspace.tree, path), content);
    put('a.txt', 'one\ntwo\n');
    put('bin.dat', Buffer.from([0, 1, 2, 255, 0]));
    put('with space and ü\n.txt', 'x\n');
    mkdirSync(join(workspace.tree, 'ignored'));
    put('ignored/build.js', 'x');
    chmodSync(join(workspace.tree, 'b/c.txt'), 0o755);
    symlinkSync('/etc/passwd', join(workspace.tree, 'link'));
    rmSync(join(workspace.tree, 'old.txt'));
    const sealed = await seal(workspace);
    const told = sealed.change.map(({ path, before, after }) => [path, before?.mode, after?.mode]);
    expect(told).toEqual([
      ['a.txt', '100644', '100644'],
      ['b/c.txt', '100644', '100755'],
      ['bin.dat', undefined, '100644'],
      ['link', undefined, '120000'],
      ['old.txt', '100644', undefined],
      ['with space and ü\n.txt', undefined, '100644'],
    ]);
    expect(Buffer.from(sealed.change[3]?.after?.content ?? []).toString()).toBe('/etc/passwd');
    expect(sealed.leftOut).toEqual([]);
    const overlay = sealed.change.map(({ path, after }) => ({ path, ...(after && { file: after }) }));
    expect(await buildTree(base.store, { tree: base.tree, overlay, nonce: 'o' })).toBe(sealed.tree);
    const other = await open('w2');
    execFileSync('git', ['apply', '--index', '--binary', '-'], { cwd: other.tree, input: sealed.patch });
    expect((await seal(other)).tree).toBe(sealed.tree);
  });

  it('leaves out what tools make, where the project forgot to ignore it; tracked files of such names count', async () => {
    using repository = testRepository({ 'node_modules/own.js': 'own\n', 'a.py': 'x = 1\n' });
    const { open, seal } = await place(repository);
    const workspace = await open('w1');
    for (const folder of ['node_modules/lib', '__pycache__'])
      mkdirSync(join(workspace.tree, folder), { recursive: true });
    writeFileSync(join(workspace.tree, 'node_modules/lib/x.js'), 'x');
    writeFileSync(join(workspace.tree, 'node_modules/own.js'), 'changed\n');
    writeFileSync(join(workspace.tree, '__pycache__/a.cpython-311.pyc'), 'x');
    expect((await seal(workspace)).change.map(({ path }) => path)).toEqual(['node_modules/own.js']);
    expect(gitIn(workspace, 'status', '--porcelain').stdout).toBe(' M node_modules/own.js\n');
  });

  it('counts the lines of a program that a NUL byte makes binary, and not those of an image', async () => {
    using repository = testRepository(files);
    const { open, seal } = await place(repository);
    const workspace = await open('w1');
    writeFileSync(join(workspace.tree, 'long.js'), `/*\0*/\n${'x();\n'.repeat(300)}`);
    writeFileSync(join(workspace.tree, 'a.txt'), 'one\n\0two\n');
    writeFileSync(join(workspace.tree, 'image.png'), Buffer.from([0x89, 0x50, 0, 10, 10, 10]));
    const counts = (await seal(workspace)).change.map(({ path, added, removed }) => [path, added, removed]);
    expect(counts).toEqual([
      ['a.txt', 1, 0],
      ['image.png', undefined, undefined],
      ['long.js', 301, 0],
    ]);
  });

  it('runs nothing that was planted: hooks, filters, monitors, configuration, a nested repository', async () => {
    using repository = testRepository(files);
    const { open, seal } = await place(repository);
    const workspace = await open('w1');
    const mark = join(repository.home, 'pwned');
    const evil = `sh -c 'touch ${mark}; cat'`;
    for (const [key, value] of [
      ['core.fsmonitor', evil],
      ['filter.evil.clean', evil],
      ['filter.evil.smudge', evil],
      ['diff.evil.textconv', evil],
      ['diff.external', evil],
      ['core.hooksPath', join(workspace.tree, 'hooks')],
    ] as const)
      gitIn(workspace, 'config', key, value);
    mkdirSync(join(workspace.tree, 'hooks'));
    for (const hook of ['pre-commit', 'post-index-change', 'post-checkout']) {
      writeFileSync(join(workspace.tree, 'hooks', hook), `#!/bin/sh\ntouch ${mark}\n`);
      chmodSync(join(workspace.tree, 'hooks', hook), 0o755);
    }
    writeFileSync(join(workspace.tree, '.gitattributes'), '* filter=evil diff=evil\n');
    mkdirSync(join(workspace.tree, 'nested'));
    execFileSync('git', ['init', '-q'], { cwd: join(workspace.tree, 'nested') });
    execFileSync('git', ['config', 'core.fsmonitor', evil], { cwd: join(workspace.tree, 'nested') });
    writeFileSync(join(workspace.tree, 'a.txt'), 'changed\n');
    rmSync(mark, { force: true });
    const sealed = await seal(workspace);
    expect(existsSync(mark)).toBe(false);
    expect(sealed.change.map(({ path }) => path)).toContain('a.txt');
    expect(sealed.leftOut).toEqual([{ path: 'nested', why: 'it is a repository of its own' }]);
  });

  it("does not care what became of the contestant's own .git, and follows no link out of the tree", async () => {
    using repository = testRepository(files);
    const { open, seal } = await place(repository);
    const workspace = await open('w1');
    rmSync(join(workspace.tree, '.git'), { recursive: true });
    writeFileSync(join(workspace.tree, '.git'), 'gitdir: /nonexistent\n');
    rmSync(join(workspace.tree, 'b'), { recursive: true });
    symlinkSync('/etc', join(workspace.tree, 'b'));
    const sealed = await seal(workspace);
    expect(sealed.change.map(({ path, after }) => [path, after?.mode])).toEqual([
      ['b', '120000'],
      ['b/c.txt', undefined],
    ]);
  });

  it('finds no change where there is none, and leaves out by name what is too large or no file', async () => {
    using repository = testRepository(files);
    const { open, seal } = await place(repository);
    const workspace = await open('w1');
    expect(await seal(workspace)).toMatchObject({ change: [], leftOut: [] });
    writeFileSync(join(workspace.tree, 'huge.bin'), Buffer.alloc(51_000_000));
    rmSync(join(workspace.tree, 'a.txt'));
    execFileSync('mkfifo', [join(workspace.tree, 'a.txt')]);
    const sealed = await seal(workspace);
    expect(sealed.leftOut).toEqual([
      { path: 'huge.bin', why: 'it has 51 MB, over 50 MB' },
      { path: 'a.txt', why: 'it is not a file' },
    ]);
  });

  it('names pipes, sockets and devices that git passes over, but for ignored ones', async () => {
    using repository = testRepository({ ...files, '.gitignore': 'run/\n' });
    const { open, seal } = await place(repository);
    const workspace = await open('w1');
    for (const folder of ['b/deep', 'run']) mkdirSync(join(workspace.tree, folder), { recursive: true });
    for (const pipe of ['b/deep/new\nline', 'run/pipe', '.git/pipe'])
      execFileSync('mkfifo', [join(workspace.tree, pipe)]);
    const server = createServer().listen(join(workspace.tree, 'socket'));
    await once(server, 'listening');
    const sealed = await seal(workspace);
    server.close();
    expect(sealed.leftOut.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { path: 'b/deep/new\nline', why: 'it is not a file' },
      { path: 'socket', why: 'it is not a file' },
    ]);
  });
});
