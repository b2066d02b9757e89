// joust undo: exactly what apply did, or nothing.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { editAll, editTwo, lines, motley, put, read, simple } from './change-kinds.ts';
import { everything } from './change-place.ts';

it('refuses where files changed since, naming them, and touches nothing', async () => {
  using place = motley();
  const id = await place.contest({ ann: { edit: editAll } }, 'ann');
  expect((await place.joust(['apply', id])).code).toBe(0);
  put(place.folder, 'text.txt', 'mine now\n');
  put(place.folder, 'gone', 'a file where a folder was\n');
  rmSync(join(place.folder, 'new/folder/file.txt'));
  const before = everything(place.folder);
  const { code, stderr } = await place.joust(['undo', id]);
  expect(code).toBe(1);
  expect(stderr).toContain('text.txt: it was changed');
  expect(stderr).toContain('gone/deep/old.txt: gone is a file');
  expect(stderr).not.toContain('crlf.txt:');
  expect(stderr).not.toContain('new/folder/file.txt:');
  expect(everything(place.folder)).toEqual(before);
  rmSync(join(place.folder, 'gone'));
  put(place.folder, 'text.txt', lines([1, 'changed']));
  expect((await place.joust(['undo', id])).code).toBe(0);
  expect(read(place, 'text.txt')).toBe(lines());
});

it('keeps files that are the user’s in folders that the entry made', async () => {
  using place = simple();
  const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
  await place.joust(['apply', id]);
  put(place.folder, 'sub/mine.txt', 'mine\n');
  mkdirSync(join(place.folder, 'empty'));
  expect((await place.joust(['undo', id])).code).toBe(0);
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
  expect((await place.joust(['apply', id])).code).toBe(0);
  expect(existsSync(join(place.folder, 'b.txt'))).toBe(false);
  expect(read(place, 'empty/new.txt')).toBe('new\n');
  expect((await place.joust(['undo', id])).code).toBe(0);
  expect(mode('b.txt')).toBe(0o600);
  expect(mode('empty')).toBe(0o750);
  expect(existsSync(join(place.folder, 'empty/new.txt'))).toBe(false);
});

it('takes back one application after the other, the last first', async () => {
  using place = simple();
  const bob = { edit: (folder: string) => put(folder, 'c.txt', 'bob\n') };
  const id = await place.contest({ ann: { edit: editTwo }, bob }, 'ann');
  const before = everything(place.folder);
  await place.joust(['apply', id]);
  const between = everything(place.folder);
  await place.joust(['apply', id, '--as', 'bob']);
  expect((await place.joust(['undo', id])).stderr).toContain('The entry of bob is taken back: 1 file in');
  expect(everything(place.folder)).toEqual(between);
  expect((await place.joust(['undo', id])).stderr).toContain('The entry of ann is taken back: 3 files in');
  expect(everything(place.folder)).toEqual(before);
  const { code, stderr } = await place.joust(['undo', id]);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('is applied') });
});

it('leaves a commit that something stands on, and one whose files are staged anew', async () => {
  using place = simple();
  const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
  await place.joust(['apply', id, '--commit']);
  const [commit, index] = [place.git('rev-parse', 'HEAD'), readFileSync(join(place.folder, '.git/index'))];
  place.git('commit', '-q', '--allow-empty', '-m', 'on top');
  const later = await place.joust(['undo', id]);
  expect(later).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`git revert ${commit.slice(0, 12)}`),
  });
  place.git('update-ref', 'HEAD', commit);
  place.git('update-index', '--cacheinfo', `100644,${place.git('rev-parse', 'HEAD:c.txt')},a.txt`);
  const staged = await place.joust(['undo', id]);
  expect(staged).toMatchObject({ code: 1, stderr: expect.stringContaining('uncommitted changes in a.txt') });
  expect(readFileSync(join(place.folder, '.git/index'))).not.toEqual(index);
  place.git('reset', '-q');
  expect((await place.joust(['undo', id])).code).toBe(0);
  expect(read(place, 'a.txt')).toBe(lines());
  expect(place.git('status', '--porcelain')).toBe('');
});
