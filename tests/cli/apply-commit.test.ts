// joust apply --commit and --branch in real repositories, and taking both back.
import { chmodSync, existsSync, lstatSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editAll, editTwo, lines, motley, put, read, simple } from './change-kinds.ts';
import { everything, withoutGit } from './change-place.ts';

describe('apply --commit', () => {
  it('commits just those files, with the hooks and the name of the user; undo takes all of it back', async () => {
    using place = motley();
    const edit = (folder: string) => {
      editAll(folder);
      rmSync(join(folder, 'was-file'), { recursive: true });
      put(folder, 'was-file', 'file\n');
    };
    const id = await place.contest({ ann: { edit }, bob: { edit: editAll } }, 'ann');
    const replaced = await place.joust(['apply', '--yes', id, '--commit', '--as', 'bob']);
    expect(replaced).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('becomes a folder: was-file'),
    });
    put(place.folder, 'mine.txt', 'mine\n');
    place.git('add', 'mine.txt');
    put(place.folder, 'loose.txt', 'loose\n');
    put(place.folder, '.git/hooks/pre-commit', `#!/bin/sh\necho hook >> "${place.home}/hooked"\n`);
    chmodSync(join(place.folder, '.git/hooks/pre-commit'), 0o755);
    const [head, status] = [place.git('rev-parse', 'HEAD'), place.git('status', '--porcelain')];
    const before = everything(place.folder, withoutGit);
    const { code, stderr } = await place.joust(['apply', '--yes', id, '--commit']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('committed in') });
    expect(place.git('log', '-1', '--format=%an%n%P%n%B')).toBe(
      `Ann\n${head}\nSay hello\n\njoust contest ${id}, entry of ann`,
    );
    expect(readFileSync(join(place.home, 'hooked'), 'utf8')).toBe('hook\n');
    const files = place.git(
      '-c',
      'core.quotePath=false',
      'show',
      '--no-renames',
      '--format=',
      '--name-status',
      'HEAD',
    );
    expect(files.split('\n').toSorted()).toEqual(
      ['A\tnew/folder/file.txt', 'A\twas-folder', 'D\tgone/deep/old.txt', 'D\twas-folder/x']
        .concat(['M\tcrlf.txt', 'M\timage.bin', 'M\tlink', 'M\topen-end.txt', 'M\trun.sh', 'M\ttext.txt'])
        .concat(['M\t"with space ü\\n.txt"'])
        .toSorted(),
    );
    expect(place.git('status', '--porcelain')).toBe(status);
    expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
    expect(place.git('rev-parse', 'HEAD')).toBe(head);
    expect(place.git('status', '--porcelain')).toBe(status);
    expect(everything(place.folder, withoutGit)).toEqual(before);
  });

  it('refuses before anything is written: dirty files, a merge, work that was not committed', async () => {
    using place = simple();
    const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
    put(place.folder, 'a.txt', lines([10, 'mine']));
    const before = everything(place.folder);
    const dirty = await place.joust(['apply', '--yes', id, '--commit']);
    expect(dirty).toMatchObject({ code: 1, stderr: expect.stringContaining('uncommitted changes in a.txt') });
    expect(everything(place.folder)).toEqual(before);
    const late = await place.contest({ ann: { edit: editTwo } }, 'ann');
    place.git('commit', '-qam', 'mine');
    for (const how of [['--commit'], ['--branch', 'new']]) {
      const foreign = await place.joust(['apply', '--yes', late, ...how]);
      expect(foreign.code).toBe(1);
      expect(foreign.stderr).toContain('stands on work of yours that was not committed, in a.txt');
    }
    put(place.folder, '.git/MERGE_HEAD', place.git('rev-parse', 'HEAD'));
    const merge = await place.joust(['apply', '--yes', id, '--commit']);
    expect(merge).toMatchObject({ code: 1, stderr: expect.stringContaining('in the middle of a merge') });
    expect((await place.events(id)).some(({ type }) => type === 'patch.applied')).toBe(false);
    expect((await place.joust(['apply', '--yes', late])).code).toBe(0);
    expect(read(place, 'a.txt')).toBe(lines([2, 'entry']));
  });

  it('leaves nothing where a hook says no, and records what a hook made of the files', async () => {
    using place = simple();
    const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
    const hook = (script: string) => {
      put(place.folder, '.git/hooks/pre-commit', `#!/bin/sh\n${script}\n`);
      chmodSync(join(place.folder, '.git/hooks/pre-commit'), 0o755);
    };
    hook('echo not today >&2; exit 1');
    const before = everything(place.folder, withoutGit);
    const no = await place.joust(['apply', '--yes', id, '--commit']);
    expect(no.code).toBe(1);
    expect(no.stderr).toContain('your files are as they were');
    expect(no.stderr).toContain('not today');
    expect(everything(place.folder, withoutGit)).toEqual(before);
    expect(place.git('status', '--porcelain')).toBe('');
    hook('echo formatted >> c.txt; echo formatted >> sub/new.txt; git add sub/new.txt');
    const yes = await place.joust(['apply', '--yes', id, '--commit', '--message', 'My words']);
    expect(yes.code).toBe(0);
    expect(place.git('log', '-1', '--format=%s')).toBe('My words');
    expect(read(place, 'sub/new.txt')).toBe('new\nformatted\n');
    place.git('checkout', '-q', 'c.txt');
    const undone = await place.joust(['undo', '--yes', id]);
    expect({ code: undone.code, stderr: undone.stderr }).toMatchObject({ code: 0 });
    expect(everything(place.folder, withoutGit)).toEqual(before);
  });

  it.each(['file 2 moved', 'committed', 'uncommitted'])(
    'killed at "%s" is finished or taken back',
    async (moment) => {
      using place = simple();
      const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
      const before = everything(place.folder, withoutGit);
      const head = place.git('rev-parse', 'HEAD');
      const env = { JOUST_TEST_FAILPOINT: moment };
      const first = await place.joust(['apply', '--yes', id, '--commit'], { env });
      expect(first.code === 0).toBe(moment === 'uncommitted');
      const half = await place.joust(['undo', '--yes', id], { env });
      if (half.code !== 0) expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
      expect(everything(place.folder, withoutGit)).toEqual(before);
      expect([place.git('rev-parse', 'HEAD'), place.git('status', '--porcelain')]).toEqual([head, '']);
      await place.joust(['apply', '--yes', id, '--commit'], { env });
      expect((await place.joust(['apply', '--yes', id])).code).toBe(0);
      expect(place.git('rev-list', '--count', 'HEAD')).toBe('2');
      expect(place.git('status', '--porcelain')).toBe('');
      const last = (await place.events(id)).findLast(({ type }) => type === 'patch.applied');
      expect(last).toMatchObject({ how: 'commit', commit: place.git('rev-parse', 'HEAD'), parent: head });
    },
  );
});

describe('apply --branch', () => {
  it('touches neither files nor index; the branch holds the entry on the base; undo removes it', async () => {
    using place = motley();
    const id = await place.contest({ ann: { edit: editAll } }, 'ann');
    const base = place.git('rev-parse', 'HEAD');
    put(place.folder, 'text.txt', 'mine\n');
    place.git('add', 'text.txt');
    const before = everything(place.folder, /^\.git\/(objects|refs|logs)/);
    const { code, stderr } = await place.joust(['apply', '--yes', id, '--branch', 'try/ann']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('on the branch try/ann') });
    expect(everything(place.folder, /^\.git\/(objects|refs|logs)/)).toEqual(before);
    expect(place.git('log', '--format=%an %P', '-1', 'try/ann')).toBe(`Ann ${base}`);
    const out = join(place.folder, '../out');
    place.git('worktree', 'add', '-q', out, 'try/ann');
    expect(readFileSync(join(out, 'text.txt'), 'utf8')).toBe(lines([1, 'changed']));
    expect(readFileSync(join(out, 'was-file/inside'), 'utf8')).toBe('in\n');
    expect(readlinkSync(join(out, 'link'))).toBe('crlf.txt');
    expect(lstatSync(join(out, 'run.sh')).mode & 0o100).toBe(0o100);
    expect(existsSync(join(out, 'gone'))).toBe(false);
    const taken = await place.joust(['undo', '--yes', id]);
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('is checked out in') });
    place.git('worktree', 'remove', '--force', out);
    expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
    expect(place.git('branch', '--list', 'try/ann')).toBe('');
  });

  it('runs no hook and no monitor of the repository, nor does undo of either', async () => {
    using place = simple();
    const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
    const ran = join(place.home, 'ran');
    const trap = (path: string) => {
      put(place.folder, path, `#!/bin/sh\necho "${path}" >> "${ran}"\n`);
      chmodSync(join(place.folder, path), 0o755);
    };
    const hooks = ['post-index-change', 'reference-transaction', 'pre-commit', 'post-checkout'];
    for (const hook of hooks) trap(`.git/hooks/${hook}`);
    trap('.git/monitor');
    trap('.git/gpg');
    place.git('config', 'core.fsmonitor', join(place.folder, '.git/monitor'));
    place.git('config', 'gpg.program', join(place.folder, '.git/gpg'));
    place.git('config', 'log.showSignature', 'true');
    rmSync(ran, { force: true });
    expect((await place.joust(['apply', '--yes', id, '--branch', 'try'])).code).toBe(0);
    expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
    expect((await place.joust(['apply', '--yes', id])).code).toBe(0);
    expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
    expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('');
    expect((await place.joust(['apply', '--yes', id, '--commit'])).code).toBe(0);
    expect(readFileSync(ran, 'utf8')).toContain('pre-commit');
    rmSync(ran);
    expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
    expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('');
  });

  it('refuses names that are taken or none, and undo a branch that went on', async () => {
    using place = simple();
    const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
    place.git('branch', 'taken');
    for (const name of ['taken', 'a b', '-x', '@{-1}', 'x..y', 'refs/../x', 'refs/heads/q'])
      expect({ name, code: (await place.joust(['apply', '--yes', id, `--branch=${name}`])).code }).toEqual({
        name,
        code: 2,
      });
    expect((await place.joust(['apply', '--yes', id, '--branch', 'new'])).code).toBe(0);
    const tip = place.git('commit-tree', '-m', 'more', '-p', 'new', 'new^{tree}');
    place.git('update-ref', 'refs/heads/new', tip);
    const { code, stderr } = await place.joust(['undo', '--yes', id]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not as it was made'),
    });
    expect(place.git('rev-parse', 'new')).toBe(tip);
  });
});
