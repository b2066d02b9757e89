// joust apply and joust undo that are killed, fail or meet halfway.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editAll, editTwo, lines, motley, put, read, simple } from './change-kinds.ts';
import { changePlace, everything } from './change-place.ts';

describe('killed in the middle', () => {
  it.each(['files to move', 'file written beside', 'file 1 moved', 'file 2 moved', 'file 7 moved'])(
    'at "%s": apply finishes it, and undo takes it back',
    async (moment) => {
      using place = motley();
      const id = await place.contest({ ann: { edit: editAll } }, 'ann');
      const before = everything(place.folder);
      const env = { JOUST_TEST_FAILPOINT: moment };
      expect((await place.joust(['apply', '--yes', id], { env })).code).not.toBe(0);
      const half = everything(place.folder);
      if (moment !== 'files to move') expect(half).not.toEqual(before);
      expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
      expect(everything(place.folder)).toEqual(before);
      expect((await place.joust(['apply', '--yes', id], { env })).code).not.toBe(0);
      const { code, stderr } = await place.joust(['apply', '--yes', id]);
      expect(code).toBe(0);
      expect(stderr).toContain('begun and not finished');
      expect(read(place, 'was-folder')).toBe('file now\n');
      expect(read(place, 'was-file/inside')).toBe('in\n');
      expect(existsSync(join(place.folder, 'gone'))).toBe(false);
      expect(readdirSync(place.folder).filter((name) => name.startsWith('.joust'))).toEqual([]);
      expect((await place.joust(['undo', '--yes', id], { env })).code).not.toBe(0);
      expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
      expect(everything(place.folder)).toEqual(before);
    },
  );

  it('puts back what was written where a file cannot be', async () => {
    using place = changePlace((folder) => {
      put(folder, 'a.txt', 'a\n');
      put(folder, 'z/z.txt', 'z\n');
    });
    const edit = (folder: string) => {
      put(folder, 'a.txt', 'A\n');
      put(folder, 'z/z.txt', 'Z\n');
    };
    const id = await place.contest({ ann: { edit } }, 'ann');
    // What holds the second content goes missing: root writes everywhere, so permissions would not do.
    const content = (await place.events(id)).flatMap((event) =>
      event.type === 'entry.sealed'
        ? event.change.files.slice(1).map(({ after }) => after?.content.sha256)
        : [],
    )[0];
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(join(place.home, 'ledger.db'));
    expect(db.prepare('DELETE FROM blobs WHERE sha256 = ?').run(content ?? '').changes).toBe(1);
    db.close();
    const before = everything(place.folder);
    const { code, stderr } = await place.joust(['apply', '--yes', id]);
    expect(code).toBe(1);
    expect(stderr).toContain('could not be applied, and your files are as they were: the ledger has lost');
    expect(everything(place.folder)).toEqual(before);
    expect((await place.events(id)).map(({ type }) => type).slice(-2)).toEqual([
      'patch.applied',
      'patch.undone',
    ]);
  });

  it('is done once by two at the same time', async () => {
    using place = simple();
    const id = await place.contest({ ann: { edit: editTwo } }, 'ann');
    const both = await Promise.all([
      place.joustAlone(['apply', '--yes', id]),
      place.joustAlone(['apply', '--yes', id]),
    ]);
    expect(both.map(({ code }) => code)).toContain(0);
    expect(read(place, 'a.txt')).toBe(lines([2, 'entry']));
    expect((await place.events(id)).filter(({ type }) => type === 'patch.applied')).toHaveLength(1);
    expect((await place.joust(['undo', '--yes', id])).code).toBe(0);
    expect(read(place, 'a.txt')).toBe(lines());
    expect(existsSync(join(place.folder, 'sub'))).toBe(false);
  });
});
