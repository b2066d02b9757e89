// Bases and workspaces of repositories with submodules and filters (Git LFS, git-crypt): content is what lies on disk, and nothing of the
// user's runs.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { gitText } from '../../src/process/git/git.ts';
import { openRepository } from '../../src/workspace/base/repository.ts';
import { takeBase } from '../../src/workspace/base/take-base.ts';
import { type CheckoutPlan, checkoutAt } from '../../src/workspace/checkout/checkout.ts';
import { ensureStore } from '../../src/workspace/checkout/ensure-store.ts';
import { overlayAt } from '../../src/workspace/overlay/overlay.ts';
import type { SealedWork, Workspace } from '../../src/workspace/workspace.ts';
import { addSubmodule, markingFilter } from '../setup/other-repositories.ts';
import { type TestRepository, testRepository } from '../setup/repository.ts';
import { noOverlays, overlays } from './workspace-kinds.ts';

async function taken({ folder, home }: Pick<TestRepository, 'folder' | 'home'>, nonce = 'n') {
  const repository = await openRepository(folder, '/nonexistent');
  const made = await takeBase(repository, { home, nonce });
  const { snapshot, tree, submodules, files, bytes } = made;
  const base = { folder, below: '', commit: repository.head, snapshot, tree, files, bytes };
  return { ...made, base: { ...base, submodules: [...submodules] } };
}

const ways = {
  checkout: (plan: CheckoutPlan) => checkoutAt(plan),
  overlay: (plan: CheckoutPlan, home: string) => {
    if (!('tier' in overlays)) throw new Error(overlays.unavailable);
    return overlayAt({ ...plan, overlays, home, holder: 'contest', distrusted: true });
  },
};
const had = Object.entries(ways).filter(([name]) => name !== 'overlay' || noOverlays === undefined);
if (noOverlays !== undefined) test.skip(`there are no overlays here: ${noOverlays}`);

/** By a program that runs in it: nobody else may see the tree. */
function run(workspace: Workspace, script: string, input = ''): string {
  const [program, ...args] = workspace.enter(['/bin/sh', '-ec', script]);
  return execFileSync(program, args, { cwd: workspace.folder, input, encoding: 'utf8' });
}

function put(workspace: Workspace, path: string, content: string): void {
  run(workspace, `cat >'${path}'`, content);
}

/** All files but git's own, with what is in them. */
const listing = 'find . -name .git -prune -o -type f -exec sha256sum {} + | sort -k 2';

function contents(folder: string): string {
  return execFileSync('/bin/sh', ['-ec', listing], { cwd: folder, encoding: 'utf8' });
}

function paths({ change }: Pick<SealedWork, 'change'>) {
  return change.map(({ path, before, after }) => [path, before?.mode, after?.mode]);
}

describe.each(had)('in workspaces of the kind %s', (_name, way) => {
  const opened = async (repository: TestRepository, { store, base }: Awaited<ReturnType<typeof taken>>) => {
    const root = join(repository.home, 'workspaces', 'w1');
    const plan = { store, root, nonce: 'n', copy: [], base, overlay: async () => [] };
    const workspace = way(plan, repository.home);
    await workspace.make();
    return workspace;
  };

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
      expect(run(workspace, listing)).toBe(contents(repository.folder));
      expect(run(workspace, 'git status --porcelain')).toBe('');
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
      expect(run(workspace, listing)).toBe(contents(repository.folder));
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
      const kept = contents(repository.folder)
        .split('\n')
        .filter((line) => !line.endsWith('lib/built.o'));
      expect(run(workspace, listing)).toBe(kept.join('\n'));
      expect(run(workspace, 'ls -A lib').split('\n')).not.toContain('.git');
      expect(base.submodules).toEqual([
        { path: 'lib', link: lib, commit: lib },
        { path: 'lib/deep', link: deep, commit: deep },
      ]);
      expect(base.change.map(({ path }) => path)).toEqual(['lib/lib.txt', 'lib/new.txt']);
      expect(repository.fingerprint()).toBe(before);
      expect(run(workspace, 'git status --porcelain')).toBe('');
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
      expect(run(workspace, 'ls -A lib')).toBe('');
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
          '.gitmodules',
          'a.txt',
          'lib/.gitignore',
          'lib/lib.txt',
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
      run(workspace, `cd lib && git init -q && git config core.fsmonitor '${program}'`);
      rmSync(mark, { force: true });
      put(workspace, 'lib/more.txt', 'more\n');
      put(
        workspace,
        '.gitmodules',
        `[submodule "lib"]\n\tpath = lib\n\turl = ext::${program}\n\tupdate = !${program}\n`,
      );
      run(workspace, 'rm -r lib/deep && ln -s /etc lib/deep');
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
});
