// joust apply on real repositories: what is written, what is merged, what is refused with nothing touched.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noPty, startPty } from '../setup/pty.ts';
import { editAll, editTwo, lines, motley, put, read, simple } from './change-kinds.ts';
import { everything } from './change-place.ts';

describe('apply', () => {
  it('writes every kind of change, and only that; undo takes it back exactly, index and all', async () => {
    using place = motley();
    const id = await place.contest({ ann: { edit: editAll } }, 'ann');
    put(place.folder, 'mine/untracked.txt', 'mine\n');
    chmodSync(join(place.folder, 'text.txt'), 0o640);
    const before = everything(place.folder);
    const { code, stdout, stderr } = await place.joust(['apply', '--yes', id]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/M text\.txt +\+1 +-1\n/);
    expect(stderr).toMatch(/M image\.bin +binary\n/);
    expect(stderr).toMatch(/A new\/folder\/file\.txt +\+1 +-0\n/);
    expect(stderr).toContain(String.raw`M "with space ü\n.txt"`);
    expect(stderr).toContain(`The entry of ann is applied to ${place.folder}`);
    expect(stderr).not.toContain('base moved');
    expect(read(place, 'text.txt')).toBe(lines([1, 'changed']));
    expect(lstatSync(join(place.folder, 'text.txt')).mode & 0o777).toBe(0o640);
    expect(existsSync(join(place.folder, 'gone'))).toBe(false);
    expect(read(place, 'crlf.txt')).toBe('one\r\nzwei\r\n');
    expect(read(place, 'open-end.txt')).toBe('still no newline');
    expect(lstatSync(join(place.folder, 'run.sh')).mode & 0o111).toBe(0o111);
    expect(readFileSync(join(place.folder, 'image.bin'))).toEqual(Buffer.from([0, 9, 200]));
    expect(read(place, 'new/folder/file.txt')).toBe('new\n');
    expect(read(place, 'was-file/inside')).toBe('in\n');
    expect(read(place, 'was-folder')).toBe('file now\n');
    expect(read(place, 'with space ü\n.txt')).toBe('even\n');
    expect(readlinkSync(join(place.folder, 'link'))).toBe('crlf.txt');
    expect(read(place, 'mine/untracked.txt')).toBe('mine\n');
    const again = await place.joust(['apply', '--yes', id]);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('already') });
    expect((await place.events(id)).filter(({ type }) => type === 'patch.applied')).toHaveLength(1);
    expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
    expect(everything(place.folder)).toEqual(before);
  });

  it('merges with what the user did since, staged work included, and says that the base moved', async () => {
    using place = simple();
    const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
    put(place.folder, 'a.txt', lines([10, 'mine']));
    put(place.folder, 'c.txt', 'staged\n');
    place.git('add', 'c.txt');
    const index = readFileSync(join(place.folder, '.git/index'));
    const before = everything(place.folder);
    const { code, stderr } = await place.joust(['apply', '--yes', id]);
    expect(code).toBe(0);
    expect(stderr).toContain('The base moved: 1 of 3 files changed since; merged: a.txt.');
    expect(read(place, 'a.txt')).toBe(lines([2, 'entry'], [10, 'mine']));
    expect(read(place, 'b.txt')).toBe(lines([2, 'entry']));
    expect(readFileSync(join(place.folder, '.git/index'))).toEqual(index);
    expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
    expect(everything(place.folder)).toEqual(before);
  });

  it('merges a mode with content, keeps CRLF of the user, and says when HEAD moved', async () => {
    using place = simple();
    const id = await place.contest(
      {
        ann: {
          edit(folder) {
            editTwo(folder);
            chmodSync(join(folder, 'c.txt'), 0o755);
          },
        },
      },
      'ann',
    );
    put(place.folder, 'c.txt', 'mine\n');
    put(place.folder, 'a.txt', lines([10, 'mine']).replaceAll('\n', '\r\n'));
    place.git('commit', '-qam', 'more');
    const { code, stderr } = await place.joust(['apply', '--yes', id]);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /The base moved: HEAD is [0-9a-f]{12} now; 2 of 4 files changed since; merged: a\.txt, c\.txt\./,
    );
    expect(read(place, 'c.txt')).toBe('mine\n');
    expect(lstatSync(join(place.folder, 'c.txt')).mode & 0o100).toBe(0o100);
    expect(read(place, 'a.txt')).toBe(lines([2, 'entry'], [10, 'mine']).replaceAll('\n', '\r\n'));
  });

  it('refuses every conflict at once, with tree and .git untouched', async () => {
    using place = motley();
    const id = await place.contest({ ann: { edit: editAll } }, 'ann');
    put(place.folder, 'text.txt', lines([1, 'mine']));
    put(place.folder, 'gone/deep/old.txt', 'mine\n');
    rmSync(join(place.folder, 'crlf.txt'));
    put(place.folder, 'image.bin', Buffer.from([0, 7]));
    put(place.folder, 'new/folder/file.txt', 'mine\n');
    put(place.folder, 'was-folder/mine', 'mine\n');
    rmSync(join(place.folder, 'link'));
    symlinkSync('elsewhere', join(place.folder, 'link'));
    const before = everything(place.folder);
    const { code, stderr } = await place.joust(['apply', '--yes', id]);
    expect(code).toBe(1);
    expect(stderr).toContain('nothing was written');
    expect(stderr).toContain('text.txt: you changed the same lines, in one place');
    expect(stderr).toContain('gone/deep/old.txt: you changed it, the entry deletes it');
    expect(stderr).toContain('crlf.txt: you deleted it, the entry changes it');
    expect(stderr).toContain('image.bin: you changed it too, and it is not text');
    expect(stderr).toContain('new/folder/file.txt: you have a file there');
    expect(stderr).toContain('was-folder: there is a folder with other files in its place');
    expect(stderr).toContain('link: you and the entry lead the link elsewhere');
    expect(stderr).not.toContain('open-end.txt:');
    expect(everything(place.folder)).toEqual(before);
    expect((await place.events(id)).some(({ type }) => type === 'patch.applied')).toBe(false);
  });

  it('never writes outside, into .git, or through a symbolic link', async () => {
    using place = simple();
    mkdirSync(join(place.folder, '../outside'));
    symlinkSync('../outside', join(place.folder, 'linked'));
    const paths = [
      '../x',
      '/tmp/joust-x',
      '.git/hooks/post-commit',
      '.GIT/config',
      'sub/.git/config',
      'linked/x',
    ];
    for (const path of paths) {
      const files = [
        { path: 'fine.txt', after: 'fine' },
        { path, after: 'evil' },
      ];
      const id = await place.contest({ eve: { files } }, 'eve');
      const before = everything(join(place.folder, '..'), /^data/);
      const { code, stderr } = await place.joust(['apply', '--yes', id]);
      expect({ path, code }).toEqual({ path, code: 1 });
      expect(stderr).toContain(`${path}: `);
      expect(everything(join(place.folder, '..'), /^data/)).toEqual(before);
      if (path !== 'linked/x')
        expect((await place.joust(['apply', '--yes', id, '--branch', 'evil'])).code).toBe(1);
      expect(place.git('branch', '--list', 'evil')).toBe('');
    }
  });

  it('applies only what is whole and ok, also by name, and names --as where nobody won', async () => {
    using place = simple();
    const id = await place.contest({
      ann: { edit: editTwo },
      bob: { edit: editTwo, outcome: 'blocked', reason: 'which API?' },
      cid: { edit: editTwo, outcome: 'timed-out', partial: true },
      dan: { edit: () => undefined },
    });
    const before = everything(place.folder);
    const none = await place.joust(['apply', '--yes', id]);
    expect(none.code).toBe(3);
    expect(none.stderr).toContain('--as NAME');
    for (const [name, why] of [
      ['bob', 'ended as blocked (which API?)'],
      ['cid', 'ended as timed-out'],
      ['dan', 'it changes nothing'],
    ] as const) {
      const { code, stderr } = await place.joust(['apply', '--yes', id, '--as', name]);
      expect({ name, code }).toEqual({ name, code: 1 });
      expect(stderr).toContain(why);
    }
    const unknown = await place.joust(['apply', '--yes', id, '--as', 'eve']);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('ann, bob, cid, dan') });
    expect(everything(place.folder)).toEqual(before);
    expect((await place.joust(['apply', '--yes', id, '--as', 'ann'])).code).toBe(0);
    expect(read(place, 'sub/new.txt')).toBe('new\n');
  });

  it("takes a person's word over the computed winner", async () => {
    using place = simple();
    const other = { edit: (folder: string) => put(folder, 'c.txt', 'bob\n') };
    const id = await place.contest({ ann: { edit: editTwo }, bob: other }, 'ann');
    await place.joust(['winner', id, 'bob', '--reason', 'shorter']);
    expect((await place.joust(['apply', '--yes', id])).code).toBe(0);
    expect(read(place, 'c.txt')).toBe('bob\n');
    expect(read(place, 'a.txt')).toBe(lines());
  });

  it('refuses to put an entry on top of another one of the same contest', async () => {
    using place = simple();
    const bob = { edit: (folder: string) => put(folder, 'c.txt', 'bob\n') };
    const id = await place.contest({ ann: { edit: editTwo }, bob }, 'ann');
    expect((await place.joust(['apply', '--yes', id])).code).toBe(0);
    const before = everything(place.folder);
    for (const how of [[], ['--commit']]) {
      const { code, stderr } = await place.joust(['apply', '--yes', id, '--as', 'bob', ...how]);
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`the entry of ann is already applied to ${place.folder}`),
      });
      expect(stderr).toContain(`joust undo ${id}`);
    }
    const again = await place.joust(['apply', '--yes', id, '--as', 'ann']);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('already') });
    expect(everything(place.folder)).toEqual(before);
    expect((await place.joust(['apply', '--yes', id, '--as', 'bob', '--branch', 'bobs'])).code).toBe(0);
    expect(place.git('show', 'bobs:c.txt')).toBe('bob');
    // The user takes it back with git instead of joust.
    place.git('checkout', '-q', '.');
    rmSync(join(place.folder, 'sub/new.txt'));
    expect((await place.joust(['apply', '--yes', id, '--as', 'bob'])).code).toBe(0);
    expect(read(place, 'c.txt')).toBe('bob\n');
    expect(read(place, 'a.txt')).toBe(lines());
  });

  it('is clear about contests without changes, options that clash, and a repository that is gone', async () => {
    using place = simple();
    await place.joust(['ask', '-c', 'scripted/quick', 'hi']);
    for (const command of ['apply', 'diff']) {
      const asked = await place.joust([command, '@last']);
      expect(asked.code).toBe(1);
      expect(asked.stderr).toContain('(ask) has no entries that change files');
    }
    const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
    expect((await place.joust(['apply', '--yes', id, '--commit', '--branch', 'x'])).code).toBe(2);
    expect((await place.joust(['apply', '--yes', id, '--message', 'x'])).code).toBe(2);
    rmSync(join(place.folder, '.git'), { recursive: true });
    const gone = await place.joust(['apply', '--yes', id]);
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('no git repository') });
  });
});

describe.skipIf(noPty() !== undefined)('on a terminal', () => {
  it('asks first, and a no writes nothing', async () => {
    using place = simple();
    const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
    const before = everything(place.folder);
    for (const [key, code] of [
      ['n\n', 1],
      ['y\n', 0],
    ] as const) {
      expect(everything(place.folder)).toEqual(before);
      await using pty = startPty(place, ['apply', id]);
      await pty.until('[y/N]');
      pty.type(key);
      expect((await pty.done).code).toBe(code);
    }
    expect(read(place, 'a.txt')).toBe(lines([2, 'entry']));
  });
});
