// joust undo: exactly what apply did, or nothing.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noPty, startPty } from '../setup/pty.ts';
import { editAll, editTwo, lines, motley, put, read, simple } from './change-kinds.ts';
import { everything, withoutGit } from './change-place.ts';

it('refuses where files changed since, naming them, and touches nothing', async () => {
  using place = motley();
  const id = await place.contest({ ann: { edit: editAll } }, 'ann');
  expect((await place.joust(['apply', '--yes', id])).code).toBe(0);
  put(place.folder, 'text.txt', 'mine now\n');
  put(place.folder, 'gone', 'a file where a folder was\n');
  rmSync(join(place.folder, 'new/folder/file.txt'));
  const before = everything(place.folder);
  const { code, stderr } = await place.joust(['undo', '--yes', id]);
  expect(code).toBe(1);
  expect(stderr).toContain('text.txt: it was changed');
  expect(stderr).toContain('gone/deep/old.txt: gone is a file');
  expect(stderr).not.toContain('crlf.txt:');
  expect(stderr).not.toContain('new/folder/file.txt:');
  expect(everything(place.folder)).toEqual(before);
  rmSync(join(place.folder, 'gone'));
  put(place.folder, 'text.txt', lines([1, 'changed']));
  expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
  expect(read(place, 'text.txt')).toBe(lines());
});

it('keeps files that are the user’s in folders that the entry made', async () => {
  using place = simple();
  const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
  await place.joust(['apply', '--yes', id]);
  put(place.folder, 'sub/mine.txt', 'mine\n');
  mkdirSync(join(place.folder, 'empty'));
  expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
  expect(read(place, 'sub/mine.txt')).toBe('mine\n');
  expect(existsSync(join(place.folder, 'sub/new.txt'))).toBe(false);
  expect(existsSync(join(place.folder, 'empty'))).toBe(true);
});

it('gives back permissions and empty folders that git does not know', async () => {
  using place = simple();
  const deletes = (folder: string) => {
    rmSync(join(folder, 'sub'), { recursive: true, force: true });
    put(folder, 'empty/new.txt', 'new\n');
    put(folder, 'a.txt', 'changed\n');
    rmSync(join(folder, 'b.txt'));
  };
  const id = await place.contest({ ann: { edit: deletes } }, 'ann');
  mkdirSync(join(place.folder, 'empty'), { mode: 0o750 });
  chmodSync(join(place.folder, 'b.txt'), 0o600);
  const mode = (path: string) => statSync(join(place.folder, path)).mode & 0o7777;
  expect((await place.joust(['apply', '--yes', id])).code).toBe(0);
  expect(existsSync(join(place.folder, 'b.txt'))).toBe(false);
  expect(read(place, 'empty/new.txt')).toBe('new\n');
  expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
  expect(mode('b.txt')).toBe(0o600);
  expect(mode('empty')).toBe(0o750);
  expect(existsSync(join(place.folder, 'empty/new.txt'))).toBe(false);
});

it('takes back one application after the other, the last first', async () => {
  using place = simple();
  const bob = { edit: (folder: string) => put(folder, 'c.txt', 'bob\n') };
  const id = await place.contest({ ann: { edit: editTwo }, bob }, 'ann');
  const before = everything(place.folder, withoutGit);
  await place.joust(['apply', '--yes', id]);
  const between = everything(place.folder, withoutGit);
  await place.joust(['apply', '--yes', id, '--as', 'bob', '--branch', 'bobs']);
  expect((await place.joust(['undo', '--yes', id])).stderr).toContain(
    'The entry of bob is taken back: the branch bobs is gone',
  );
  expect(everything(place.folder, withoutGit)).toEqual(between);
  expect((await place.joust(['undo', '--yes', id])).stderr).toContain(
    'The entry of ann is taken back: 3 files in',
  );
  expect(everything(place.folder, withoutGit)).toEqual(before);
  const { code, stderr } = await place.joust(['undo', '--yes', id]);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('is applied') });
});

it('leaves a commit that something stands on, and one whose files are staged anew', async () => {
  using place = simple();
  const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
  await place.joust(['apply', '--yes', id, '--commit']);
  const [commit, index] = [place.git('rev-parse', 'HEAD'), readFileSync(join(place.folder, '.git/index'))];
  place.git('commit', '-q', '--allow-empty', '-m', 'on top');
  const later = await place.joust(['undo', '--yes', id]);
  expect(later).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`git revert ${commit.slice(0, 12)}`),
  });
  place.git('update-ref', 'HEAD', commit);
  place.git('update-index', '--cacheinfo', `100644,${place.git('rev-parse', 'HEAD:c.txt')},a.txt`);
  const staged = await place.joust(['undo', '--yes', id]);
  expect(staged).toMatchObject({ code: 1, stderr: expect.stringContaining('uncommitted changes in a.txt') });
  expect(readFileSync(join(place.folder, '.git/index'))).not.toEqual(index);
  place.git('reset', '-q');
  expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
  expect(read(place, 'a.txt')).toBe(lines());
  expect(place.git('status', '--porcelain')).toBe('');
});

it('needs --yes if there is no terminal to ask on, as apply does', async () => {
  using place = simple();
  const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
  const before = everything(place.folder);
  const apply = await place.joust(['apply', id]);
  expect(apply).toMatchObject({ code: 2, stderr: expect.stringMatching(/M a\.txt[\s\S]*--yes/) });
  expect(everything(place.folder)).toEqual(before);
  expect((await place.joust(['apply', '--yes', id])).code).toBe(0);
  const applied = everything(place.folder);
  const undo = await place.joust(['undo', id]);
  expect(undo).toMatchObject({ code: 2, stderr: expect.stringMatching(/M a\.txt +\+1 +-1[\s\S]*--yes/) });
  const dry = await place.joust(['undo', '--dry-run']);
  expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining('D sub/new.txt') });
  expect(everything(place.folder)).toEqual(applied);
});

it('without an ID takes the newest contest that is applied', async () => {
  using place = simple();
  const older = await place.contest({ ann: { edit: editTwo } }, 'ann');
  const newer = await place.contest(
    { bob: { edit: (folder: string) => put(folder, 'c.txt', 'bob\n') } },
    'bob',
  );
  await place.joust(['apply', '--yes', older]);
  await place.joust(['apply', '--yes', newer]);
  await place.joust(['undo', '--yes', newer]);
  const { code, stderr } = await place.joust(['undo', '--yes']);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('The entry of ann is taken back'),
  });
});

describe.skipIf(noPty() !== undefined)('on a terminal', () => {
  it('shows what changes and asks first', async () => {
    using place = simple();
    const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
    await place.joust(['apply', '--yes', id]);
    for (const [key, code, there] of [
      ['n\n', 1, true],
      ['y\n', 0, false],
    ] as const) {
      await using pty = startPty(place, ['undo', id]);
      await pty.until('[y/N]');
      pty.type(key);
      const { code: ended, output } = await pty.done;
      expect([ended, output.match(/M a\.txt/g)?.length]).toEqual([code, 1]);
      expect(existsSync(join(place.folder, 'sub/new.txt'))).toBe(there);
    }
  });
});
