// The ledger is for nobody else: its files whatever the folder's mode, and no folder of somebody else.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { joustHome, thisMachine } from '../../src/process/machine.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'joust-private-'));
  chmodSync(home, 0o755);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Of every file in the home, while it is in use. */
async function modes(): Promise<Readonly<Record<string, string>>> {
  const ledger = new SqliteLedger(home, () => new Date());
  await ledger.append([{ contest: 'c', events: [{ type: 'contest.cancelled', v: 1 }] }]);
  await ledger.stage(Buffer.alloc(300_000));
  const file = join(home, 'log');
  writeFileSync(file, Buffer.alloc(300_001), { mode: 0o644 });
  await ledger.stageFile(file);
  rmSync(file);
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(home, name)).isFile(),
  );
  const found = files.map((name) => [
    name.startsWith('blobs') ? 'blob' : name,
    (statSync(join(home, name)).mode & 0o777).toString(8),
  ]);
  await ledger.close();
  return Object.fromEntries(found);
}

describe('files of a ledger', () => {
  const all = { 'ledger.db': '600', 'ledger.db-wal': '600', 'ledger.db-shm': '600', blob: '600' };

  it('are their owner’s alone, in a folder that everybody may look into', async () => {
    expect(await modes()).toEqual(all);
  });

  it('become so where an older joust left them open', async () => {
    await modes();
    chmodSync(join(home, 'ledger.db'), 0o644);
    expect(await modes()).toEqual(all);
  });
});

describe('a home', () => {
  const isRoot = process.getuid?.() === 0;
  const of = (path: string) => joustHome({ ...thisMachine(), env: { JOUST_HOME: path } });

  it.skipIf(!isRoot)('of somebody else is refused (only root can make one)', () => {
    const other = join(home, 'other');
    mkdirSync(other);
    expect(of(other)).toBe(other);
    chownSync(other, 65_534, 65_534);
    expect(() => of(other)).toThrow('belongs to somebody else');
  });

  it('that others can write to is refused, with what to do', () => {
    const open = join(home, 'open');
    mkdirSync(open);
    for (const mode of [0o777, 0o1777, 0o702]) {
      chmodSync(open, mode);
      expect(() => of(open)).toThrow(`other users can write to ${open}, the home of joust`);
      expect(() => of(open)).toThrow(
        expect.objectContaining({ code: 'config', hint: expect.stringContaining(`chmod go-w ${open}`) }),
      );
    }
    chmodSync(open, 0o755);
    expect(of(open)).toBe(open);
  });

  it.skipIf(!isRoot)(
    'that a group can write to is refused unless the group is its user’s own (only root can make one)',
    () => {
      const shared = join(home, 'shared');
      mkdirSync(shared);
      chmodSync(shared, 0o770);
      expect(of(shared)).toBe(shared);
      chownSync(shared, 0, 100);
      expect(() => of(shared)).toThrow('other users can write to');
    },
  );

  it('below a folder that others can write to is refused, there or not, unless that folder is sticky', () => {
    const above = join(home, 'above');
    mkdirSync(join(above, 'home'), { recursive: true });
    chmodSync(above, 0o777);
    for (const name of ['home', 'new'])
      expect(() => of(join(above, name))).toThrow(
        `other users can write to ${above}, a folder above the home of joust`,
      );
    chmodSync(above, 0o1777);
    for (const name of ['home', 'new']) expect(of(join(above, name))).toBe(join(above, name));
  });

  it('that is not there yet is anybody’s', () => {
    expect(of(join(home, 'new'))).toBe(join(home, 'new'));
  });
});
