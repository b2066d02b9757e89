import { describe, expect, it } from 'vitest';
import { whoChangedWhat, whyFolded } from './changed-files.ts';

const file = (path: string) => ({ path, how: 'changed' as const, added: 1, removed: 0 });

describe('who changed what', () => {
  it('has a row for each file and a cell for each entry, the common ones first', () => {
    const rows = whoChangedWhat([
      { contestant: 'ann', files: [file('a.ts'), file('b.ts')] },
      { contestant: 'bob', files: [file('b.ts')] },
      { contestant: 'cyd', files: [] },
    ]);
    expect(rows.map(({ path, by }) => [path, by.map((one) => one !== undefined)])).toEqual([
      ['b.ts', [true, true, false]],
      ['a.ts', [true, false, false]],
    ]);
  });

  it('tells what nobody wrote by hand', () => {
    expect(whyFolded('web/package-lock.json')).toBe('lock file');
    expect(whyFolded('dist/main.js')).toBe('generated');
    expect(whyFolded('src/builder.ts')).toBeUndefined();
    expect(whyFolded('src/lock.ts')).toBeUndefined();
  });
});
