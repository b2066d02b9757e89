// What only the SQLite ledger can meet: another schema, a file that is no database, a log that is left, a blob file that was damaged.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContestOpened } from '../../src/domain/event.ts';
import { JoustError } from '../../src/domain/joust-error.ts';
import type { StoredEvent } from '../../src/ledger/ledger.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'joust-sqlite-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const open = () => new SqliteLedger(home, () => new Date());

function refusal(): JoustError {
  try {
    void open().close();
  } catch (error) {
    if (error instanceof JoustError) return error;
    throw error;
  }
  throw new Error('it was opened');
}

describe('a database that is none of ours', () => {
  it('is refused when a newer joust wrote it: what happened, and to update, not to check the disk', () => {
    const db = new DatabaseSync(join(home, 'ledger.db'));
    db.exec('CREATE TABLE tomorrow (x); PRAGMA user_version = 7');
    db.close();
    const { code, message, hint } = refusal();
    expect(code).toBe('ledger');
    expect(message).toContain(home);
    expect(message).toContain('newer joust (schema 7)');
    expect(hint).toMatch(/update joust/i);
    expect(hint).not.toMatch(/disk/);
    const after = new DatabaseSync(join(home, 'ledger.db'));
    expect(after.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'tomorrow' }]);
    after.close();
  });

  it('is refused when it is no database, and left as it is', () => {
    writeFileSync(join(home, 'ledger.db'), 'dear diary, this is not a database at all '.repeat(50));
    expect(refusal()).toMatchObject({ code: 'ledger', message: expect.stringContaining('not a database') });
    expect(readFileSync(join(home, 'ledger.db'), 'utf8')).toMatch(/^dear diary/);
  });

  it('is refused when it is a folder', () => {
    mkdirSync(join(home, 'ledger.db'));
    expect(refusal()).toMatchObject({ code: 'ledger', message: expect.stringContaining(home) });
  });
});

describe('a database of an older joust', () => {
  it('is taken over with everything in it', async () => {
    const db = new DatabaseSync(join(home, 'ledger.db'));
    db.exec(`
      CREATE TABLE events (seq INTEGER PRIMARY KEY AUTOINCREMENT, contest TEXT NOT NULL, type TEXT NOT NULL,
        at TEXT NOT NULL, body TEXT NOT NULL) STRICT;
      CREATE INDEX events_by_contest ON events (contest, seq);
      CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT, WITHOUT ROWID;
      INSERT INTO events (contest, type, at, body) VALUES ('old', 'contest.closed', '2026-01-01T00:00:00.000Z',
        '{"type":"contest.closed","v":1,"outcome":"ok"}');
      PRAGMA user_version = 1;`);
    db.close();
    const ledger = open();
    expect(await ledger.events('old')).toEqual([
      {
        seq: 1,
        contest: 'old',
        at: '2026-01-01T00:00:00.000Z',
        event: { type: 'contest.closed', v: 1, outcome: 'ok' },
      },
    ]);
    const owner = { bootId: 'b', pidNamespace: 'n', pid: 1, startTime: '1' };
    expect((await ledger.takeLease('old', owner, () => false)).epoch).toBe(1);
    await ledger.close();
  });
});

describe('a ledger that is closed', () => {
  const fact = { type: 'contest.cancelled', v: 1 } as const;
  const log = () => join(home, 'ledger.db-wal');
  const readElsewhere = () => {
    const script = `import { DatabaseSync } from 'node:sqlite';
      const db = new DatabaseSync(process.argv[1]);
      console.log(db.prepare('SELECT contest FROM events').all().map(({ contest }) => contest).join());`;
    const args = ['--no-warnings', '--input-type=module', '-e', script, join(home, 'ledger.db')];
    return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
  };

  it('says so to whoever asks it for more, and closes once', async () => {
    const ledger = open();
    await ledger.close();
    await ledger.close();
    await expect(ledger.events('one')).rejects.toThrow('closed');
    await expect(ledger.append([{ contest: 'one', events: [fact] }])).rejects.toThrow('closed');
    await expect(ledger.lease('one')).rejects.toThrow('closed');
    await expect(ledger.takeTurn('one', 1, { look: true })).rejects.toThrow('closed');
    await expect(ledger.digests({ name: 'none', version: 1, make: () => '' })).rejects.toThrow('closed');
    const next = open();
    await ledger.close();
    await next.append([{ contest: 'one', events: [fact] }]);
    await next.close();
  });

  it('leaves a short log to be read by others, and by whoever opens it next here', async () => {
    for (const contest of ['one', 'two']) {
      const ledger = open();
      await ledger.append([{ contest, events: [fact] }]);
      await ledger.close();
      expect(statSync(log()).size).toBeGreaterThan(0);
    }
    expect(readElsewhere()).toBe('one,two');
    const ledger = open();
    expect(await ledger.events('two')).toHaveLength(1);
    await ledger.close();
  });

  it('folds a long log into the file', async () => {
    const ledger = open();
    const content = 'x'.repeat(8000);
    for (let at = 0; at < 100; at += 1) {
      const blob = await ledger.stage(`${at} ${content}`);
      await ledger.append([{ contest: `contest-${at}`, events: [fact], blobs: [blob] }]);
    }
    expect(statSync(log()).size).toBeGreaterThan(512 * 1024);
    await ledger.close();
    expect(existsSync(log())).toBe(false);
  });

  it('keeps nothing of what was removed in a log', async () => {
    const ledger = open();
    const blob = await ledger.stage('a word that is to be gone');
    await ledger.append([{ contest: 'one', events: [fact], blobs: [blob] }]);
    await ledger.remove({ contests: ['one'], what: 'everything', gone: () => true });
    await ledger.close();
    expect(existsSync(log())).toBe(false);
  });

  it('is not taken for another one in its place', async () => {
    const ledger = open();
    await ledger.append([{ contest: 'one', events: [fact] }]);
    await ledger.close();
    for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
    const next = open();
    expect(await next.events('one')).toEqual([]);
    await next.append([{ contest: 'two', events: [fact] }]);
    await next.close();
    expect(readElsewhere()).toBe('two');
  });
});

describe('digests of contests', () => {
  const prompt = { sha256: '0'.repeat(64), bytes: 0 };
  const opening: ContestOpened = {
    type: 'contest.opened',
    v: 1,
    format: 'ask',
    formatVersion: 1,
    joustVersion: '0',
    roster: [],
    task: { prompt, cwd: '/', tier: 'read', files: [] },
    options: {},
    seed: 's',
    simulated: false,
  };

  it('are made once, and again of what has grown; nothing of what was removed is kept', async () => {
    const ledger = open();
    const made: string[] = [];
    const digest = {
      name: 'names',
      version: 1,
      make: ([first]: readonly StoredEvent[]) => made.splice(made.length, 0, first?.contest ?? '').join(),
    };
    for (const contest of ['a', 'b']) await ledger.append([{ contest, events: [opening] }]);
    for (let look = 0; look < 3; look += 1) await ledger.digests(digest);
    expect(made).toEqual(['b', 'a']);
    await ledger.append([{ contest: 'a', events: [{ type: 'contest.cancelled', v: 1 }] }]);
    await ledger.digests(digest);
    expect(made).toEqual(['b', 'a', 'a']);
    await ledger.remove({ contests: ['a'], what: 'everything', gone: () => true });
    await ledger.close();
    const db = new DatabaseSync(join(home, 'ledger.db'));
    expect(db.prepare('SELECT contest FROM digests').all()).toEqual([{ contest: 'b' }]);
    db.close();
  });

  it('of many are told as those of few: grown, new and removed ones too', async () => {
    const ledger = open();
    const made: string[] = [];
    const make = (record: readonly StoredEvent[]) => {
      made.push(record[0]?.contest ?? '');
      return String(record.length);
    };
    const names = Array.from({ length: 600 }, (_, at) => `c${at}`);
    await ledger.append(names.map((contest) => ({ contest, events: [opening] })));
    const told = async () =>
      (await ledger.digests({ name: 'sizes', version: 1, make })).map(
        ({ contest, text }) => `${contest} ${text}`,
      );
    const first = names.map((name) => `${name} 1`).reverse();
    for (let look = 0; look < 3; look += 1) expect(await told()).toEqual(first);
    expect(made).toHaveLength(600);
    await ledger.append([
      { contest: 'c7', events: [{ type: 'contest.cancelled', v: 1 }] },
      { contest: 'new', events: [opening] },
      { contest: 'newer', events: [opening] },
    ]);
    const grown = ['newer 1', 'new 1', ...first.map((one) => (one === 'c7 1' ? 'c7 2' : one))];
    for (let look = 0; look < 2; look += 1) expect(await told()).toEqual(grown);
    expect(made.slice(600).toSorted()).toEqual(['c7', 'new', 'newer']);
    await ledger.remove({ contests: ['c9', 'new'], what: 'everything', gone: () => true });
    const left = grown.filter((one) => one !== 'c9 1' && one !== 'new 1');
    for (let look = 0; look < 2; look += 1) expect(await told()).toEqual(left);
    expect(made).toHaveLength(603);
    await ledger.close();
  });
});

describe('the files', () => {
  it('are private: the folder and large blobs', async () => {
    const inner = new SqliteLedger(join(home, 'data'), () => new Date());
    const { ref } = await inner.stage('large '.repeat(100_000));
    await inner.close();
    expect(statSync(join(home, 'data')).mode & 0o077).toBe(0);
    const blob = join(home, 'data/blobs', ref.sha256.slice(0, 2), ref.sha256.slice(2));
    expect(statSync(blob).mode & 0o077).toBe(0);
    expect(readdirSync(join(blob, '..'))).toHaveLength(1);
  });

  it('are mended when a blob was cut off and comes again', async () => {
    const ledger = open();
    const content = 'large '.repeat(100_000);
    const { ref } = await ledger.stage(content);
    const blob = join(home, 'blobs', ref.sha256.slice(0, 2), ref.sha256.slice(2));
    writeFileSync(blob, content.slice(0, 1000));
    await ledger.stage(content);
    expect((await ledger.blob(ref)).toString()).toBe(content);
    await ledger.close();
  });

  it('hold small blobs in the database, not beside it', async () => {
    const ledger = open();
    const blob = await ledger.stage('small');
    await ledger.append([{ contest: 'c', events: [], blobs: [blob] }]);
    expect(existsSync(join(home, 'blobs'))).toBe(false);
    await ledger.close();
  });
});
