// Bases and workspaces of repositories with submodules, filters (Git LFS, git-crypt) and missing objects: content is what lies on disk,
// and nothing of the user's runs or is fetched.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitText } from '../../src/process/git/git.ts';
import { openRepository } from '../../src/workspace/base/repository.ts';
import { takeBase } from '../../src/workspace/base/take-base.ts';
import { checkoutAt, ensureStore } from '../../src/workspace/checkout/checkout.ts';
import type { SealedWork, Workspace } from '../../src/workspace/workspace.ts';
import { addSubmodule, markingFilter } from '../setup/other-repositories.ts';
import { type TestRepository, testRepository } from '../setup/repository.ts';

async function taken({ folder, home }: Pick<TestRepository, 'folder' | 'home'>, nonce = 'n') {
  const repository = await openRepository(folder, '/nonexistent');
  const made = await takeBase(repository, { home, nonce });
  const { snapshot, tree, submodules, files, bytes } = made;
  const base = { folder, below: '', commit: repository.head, snapshot, tree, files, bytes };
  return { ...made, base: { ...base, submodules: [...submodules] } };
}

async function opened(repository: TestRepository, { store, base }: Awaited<ReturnType<typeof taken>>) {
  const root = join(repository.home, 'workspaces', 'w1');
  const workspace = checkoutAt({ store, root, nonce: 'n', copy: [], base, overlay: async () => [] });
  await workspace.make();
  return workspace;
}

/** All files of a folder but git's own, by path. */
function contents(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const own = files
    .map((path) => path.slice(folder.length + 1))
    .filter((path) => !/(^|\/)\.git(\/|$)/.test(path));
  return Object.fromEntries(own.toSorted().map((path) => [path, readFileSync(join(folder, path), 'latin1')]));
}

function paths({ change }: Pick<SealedWork, 'change'>) {
  return change.map(({ path, before, after }) => [path, before?.mode, after?.mode]);
}

function put({ tree }: Workspace, path: string, content: string): void {
  writeFileSync(join(tree, path), content);
}

describe('files that pass through a filter, or whose line ends, keywords or encoding git turns', () => {
  const attributes = [
    '*.bin filter=mark',
    '*.bat text eol=crlf',
    '*.id ident',
    '*.u16 text working-tree-encoding=UTF-16LE',
    '',
  ].join('\n');

  function turning() {
    const repository = testRepository({ 'a.txt': 'one\n' });
    const filter = markingFilter(repository, 'mark');
    repository.write('.gitattributes', attributes);
    // The filter turns every byte and keeps the size.
    repository.write('x.bin', 'CONTENT\n');
    repository.write('run.bat', 'echo\r\n');
    repository.write('k.id', '$Id$\n');
    repository.write('wide.u16', Buffer.from('wide\n', 'utf16le'));
    repository.git('add', '-A');
    repository.git('commit', '-q', '-m', 'turned');
    rmSync(join(repository.folder, 'k.id'));
    repository.git('checkout', '-q', 'k.id');
    rmSync(filter.mark);
    return { repository, filter };
  }

  it('lie in the base and in a workspace as they lie on disk, and no filter runs', async () => {
    const { repository, filter } = turning();
    using _ = repository;
    expect(repository.git('show', 'HEAD:x.bin')).toBe('PBAGRAG\n');
    const before = repository.fingerprint();
    const base = await taken(repository);
    expect(base.turned).toEqual(['k.id', 'run.bat', 'wide.u16', 'x.bin']);
    const workspace = await opened(repository, base);
    expect(contents(workspace.tree)).toEqual(contents(repository.folder));
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: workspace.tree }).toString()).toBe('');
    expect(await workspace.seal()).toMatchObject({ change: [], leftOut: [] });
    expect(existsSync(filter.mark)).toBe(false);
    expect(repository.fingerprint()).toBe(before);
  });

  it('are sealed as they were left, whatever attributes a contestant writes', async () => {
    const { repository, filter } = turning();
    using _ = repository;
    const workspace = await opened(repository, await taken(repository));
    for (const path of ['x.bin', 'run.bat']) put(workspace, path, 'x\r\n');
    put(workspace, '.gitattributes', '* filter=mark text eol=lf\n');
    await workspace.restore();
    expect(contents(workspace.tree)).toEqual(contents(repository.folder));
    put(workspace, 'x.bin', 'CHANGED\n');
    put(workspace, 'run.bat', 'echo\r\nmixed\n');
    put(workspace, 'a.txt', 'two\r\n');
    put(workspace, '.gitattributes', '* filter=mark text eol=lf ident working-tree-encoding=UTF-16\n');
    put(workspace, '.lfsconfig', '[lfs]\n\turl = http://127.0.0.1:9/\n');
    const sealed = await workspace.seal();
    expect(
      Object.fromEntries(
        sealed.change.map(({ path, after }) => [path, `${Buffer.from(after?.content ?? [])}`]),
      ),
    ).toMatchObject({
      'x.bin': 'CHANGED\n',
      'run.bat': 'echo\r\nmixed\n',
      'a.txt': 'two\r\n',
    });
    expect(existsSync(filter.mark)).toBe(false);
  });
});

describe('a submodule', () => {
  it('is files of the base as they lie on disk, nested ones too; its .git is left out, its commit remembered', async () => {
    using repository = testRepository({ 'a.txt': 'one\n' });
    const [lib, deep] = addSubmodule(repository, 'lib', 'deep');
    writeFileSync(join(repository.folder, 'lib/lib.txt'), 'changed\n');
    writeFileSync(join(repository.folder, 'lib/new.txt'), 'new\n');
    writeFileSync(join(repository.folder, 'lib/built.o'), 'ignored\n');
    const before = repository.fingerprint();
    const base = await taken(repository);
    const workspace = await opened(repository, base);
    const { 'lib/built.o': _ignored, ...expected } = contents(repository.folder);
    expect(contents(workspace.tree)).toEqual(expected);
    expect(existsSync(join(workspace.tree, 'lib/.git'))).toBe(false);
    expect(base.submodules).toEqual([
      { path: 'lib', link: lib, commit: lib },
      { path: 'lib/deep', link: deep, commit: deep },
    ]);
    expect(base.change.map(({ path }) => path)).toEqual(['lib/lib.txt', 'lib/new.txt']);
    expect(repository.fingerprint()).toBe(before);
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: workspace.tree }).toString()).toBe('');
    put(workspace, 'lib/deep/deep.txt', 'entry\n');
    put(workspace, 'lib/built.o', 'ignored too\n');
    expect(paths(await workspace.seal())).toEqual([['lib/deep/deep.txt', '100644', '100644']]);
    rmSync(join(repository.home, 'bases'), { recursive: true });
    const overlay = async () =>
      base.change.map(({ path, after }) => ({ path, ...(after && { file: after }) }));
    const again = await ensureStore(base.base, {
      home: repository.home,
      userHome: '/nonexistent',
      nonce: 'm',
      overlay,
    });
    expect(await gitText(again, ['rev-parse', `${base.snapshot}^{tree}`])).toBe(base.tree);
  });

  it('that is not checked out is an empty folder and named; what a contestant puts there is sealed', async () => {
    using repository = testRepository({ 'a.txt': 'one\n' });
    addSubmodule(repository, 'lib');
    repository.git('submodule', '--quiet', 'deinit', '-f', 'lib');
    const base = await taken(repository);
    expect(base.leftOut).toEqual([{ path: 'lib', why: 'it is a submodule that is not checked out' }]);
    const workspace = await opened(repository, base);
    expect(readdirSync(join(workspace.tree, 'lib'))).toEqual([]);
    await workspace.restore();
    put(workspace, 'lib/new.txt', 'new\n');
    expect(paths(await workspace.seal())).toEqual([['lib/new.txt', undefined, '100644']]);
  });

  it('whose .git is gone or leads nowhere is the files that lie there', async () => {
    using repository = testRepository({ 'a.txt': 'one\n' });
    addSubmodule(repository, 'lib');
    for (const broken of [
      () => rmSync(join(repository.folder, 'lib/.git')),
      () => writeFileSync(join(repository.folder, 'lib/.git'), 'gitdir: /nonexistent\n'),
    ]) {
      broken();
      const base = await taken(repository, `n${existsSync(join(repository.folder, 'lib/.git'))}`);
      expect((await gitText(base.store, ['ls-tree', '-r', '--name-only', base.tree])).split('\n')).toEqual([
        ...['.gitmodules', 'a.txt', 'lib/.gitignore', 'lib/lib.txt'],
      ]);
      expect(base.submodules).toMatchObject([{ path: 'lib' }]);
      expect(base.submodules[0]?.commit).toBeUndefined();
    }
  });

  it('in whose place the user has a link is that link, and nothing behind it', async () => {
    using repository = testRepository({ 'a.txt': 'one\n' });
    addSubmodule(repository, 'lib');
    rmSync(join(repository.folder, 'lib'), { recursive: true });
    symlinkSync('/etc', join(repository.folder, 'lib'));
    const base = await taken(repository);
    expect(await gitText(base.store, ['ls-tree', '-r', base.tree])).toMatch(/^120000 blob \w+\tlib$/m);
    expect(base.submodules).toEqual([]);
  });

  it('that a contestant turns into a link, a repository or another one runs and reads nothing', async () => {
    using repository = testRepository({ 'a.txt': 'one\n' });
    addSubmodule(repository, 'lib', 'deep');
    const { mark, program } = markingFilter(repository, 'other');
    const workspace = await opened(repository, await taken(repository));
    execFileSync('git', ['init', '-q'], { cwd: join(workspace.tree, 'lib') });
    execFileSync('git', ['config', 'core.fsmonitor', program], { cwd: join(workspace.tree, 'lib') });
    put(workspace, 'lib/more.txt', 'more\n');
    put(
      workspace,
      '.gitmodules',
      `[submodule "lib"]\n\tpath = lib\n\turl = ext::${program}\n\tupdate = !${program}\n`,
    );
    rmSync(join(workspace.tree, 'lib/deep'), { recursive: true });
    symlinkSync('/etc', join(workspace.tree, 'lib/deep'));
    const sealed = await workspace.seal();
    expect(paths(sealed)).toEqual([
      ['.gitmodules', '100644', '100644'],
      ['lib/deep', undefined, '120000'],
      ['lib/deep/.gitignore', '100644', undefined],
      ['lib/deep/deep.txt', '100644', undefined],
      ['lib/more.txt', undefined, '100644'],
    ]);
    await workspace.restore();
    expect(existsSync(mark)).toBe(false);
  });
});

describe('a partial clone', () => {
  function partial(repository: TestRepository, ...args: readonly string[]) {
    repository.git('config', 'uploadpack.allowFilter', 'true');
    const folder = join(repository.home, 'clone');
    mkdirSync(repository.home, { recursive: true });
    repository.git('clone', '-q', '--filter=blob:none', ...args, `file://${repository.folder}`, folder);
    return { folder, home: repository.home };
  }

  it('is taken where all that is needed is there, and nothing is fetched', async () => {
    using repository = testRepository({ 'a.txt': 'one\n', 'b/c.txt': 'two\n' });
    repository.write('a.txt', 'newer\n');
    repository.git('commit', '-qam', 'newer');
    const clone = partial(repository);
    const [object] = repository.git('rev-parse', 'HEAD~:a.txt').split('\n');
    rmSync(join(repository.folder, '.git'), { recursive: true });
    const base = await taken(clone);
    expect(base.snapshot).toBe(base.base.commit);
    expect(
      execFileSync('git', ['cat-file', '--batch-check', '--batch-all-objects'], {
        cwd: clone.folder,
      }).toString(),
    ).not.toContain(object);
  });

  it('of which files are missing is refused, by their names', async () => {
    using repository = testRepository({ 'a.txt': 'one\n', 'b/c.txt': 'two\n' });
    const clone = partial(repository, '--sparse');
    await expect(taken(clone)).rejects.toThrow(/the content of 1 file was never fetched \(b\/c\.txt\)/);
  });
});
