// A folder that was only to be read: every change is told, and joust's and git's own housekeeping is not.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FolderChange, watchFolder } from './folder-watch.ts';

let top: string;
let folder: string;
let walkAtMost: number;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-watch-')));
  folder = join(top, 'work');
  mkdirSync(folder);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(path: string, content = 'as it was'): string {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
  return target;
}

/** The clock of a file system stands still for some milliseconds; afterwards a change is later than all before it. */
async function clockMoves(): Promise<void> {
  const probe = join(top, 'clock');
  writeFileSync(probe, '');
  const before = statSync(probe).ctimeMs;
  do {
    await sleep(2);
    writeFileSync(probe, 'x');
  } while (statSync(probe).ctimeMs <= before + 2);
}

/** What is told of `act`, with everything older than the watch and the first scan over before it. */
async function changes(
  act: () => void,
  except = join(top, 'home'),
  watched = folder,
): Promise<readonly FolderChange[]> {
  await clockMoves();
  const watch = watchFolder(watched, except, { walkAtMost });
  await watch.scanned;
  await clockMoves();
  act();
  const { verified, changed } = await watch.finish();
  expect(verified).toBe(true);
  return changed;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe.each([
  ['walked', 2000],
  ['listed by another process', 0],
] as const)('%s:', (_, most) => {
  beforeEach(() => {
    walkAtMost = most;
  });

  describe('a change', () => {
    it('is told as created, modified or deleted, in order, with the hash of what is there', async () => {
      for (const path of ['b/kept', 'b/changed', 'gone']) put(path);
      const changed = await changes(() => {
        put('a/new', 'new');
        put('b/changed', 'other');
        rmSync(join(folder, 'gone'));
      });
      expect(changed).toEqual([
        { path: 'a/new', how: 'created', sha256: sha256('new') },
        { path: 'b/changed', how: 'modified', sha256: sha256('other') },
        { path: 'gone', how: 'deleted' },
      ]);
    });

    it('is seen where size and time of the file were put back', async () => {
      const path = put('sneaky', 'before');
      const { atimeMs, mtimeMs } = statSync(path);
      const changed = await changes(() => {
        put('sneaky', 'after!');
        utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
      });
      expect(statSync(path).mtimeMs).toBeCloseTo(mtimeMs, 0);
      expect(changed).toEqual([{ path: 'sneaky', how: 'modified', sha256: sha256('after!') }]);
    });

    it('is seen in modes, links and names that are hard to write', async () => {
      put('run.sh');
      put('dir/kept');
      const changed = await changes(() => {
        chmodSync(join(folder, 'run.sh'), 0o755);
        symlinkSync('/nowhere', join(folder, 'link'));
        put(' a\nb ü');
        rmSync(join(folder, 'dir'), { recursive: true });
      });
      expect(changed.map(({ path, how }) => `${how} ${path}`)).toEqual([
        'created  a\nb ü',
        'deleted dir/kept',
        'created link',
        'modified run.sh',
      ]);
    });

    it('has no hash where the file is large', async () => {
      const changed = await changes(() => truncateSync(put('large'), 17 * 1024 * 1024));
      expect(changed).toEqual([{ path: 'large', how: 'created' }]);
    });

    it('counts when it came before the first scan got there', async () => {
      // Enough entries that the scan gives way before it is through; folders are walked from the last to the first.
      for (let index = 0; index < 3000; index += 1) put(`many/${index}`, '');
      const early = put('zzz/early');
      put('aaa/early');
      await clockMoves();
      const watch = watchFolder(folder, join(top, 'home'), { walkAtMost });
      // Nothing else runs meanwhile, and the file system's clock moves on.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      writeFileSync(early, 'changed at once');
      put('aaa/early', 'changed at once');
      const { changed } = await watch.finish();
      expect(changed.map(({ path }) => path)).toEqual(['aaa/early', 'zzz/early']);
    });
  });

  describe('nothing is told', () => {
    it('where nothing changed, of reading, or of a folder that came and stayed empty', async () => {
      put('kept');
      expect(
        await changes(() => {
          statSync(join(folder, 'kept'));
          mkdirSync(join(folder, 'empty'));
        }),
      ).toEqual([]);
    });

    it('of what git writes when it is only read, but of its hooks and refs', async () => {
      put('.git/index');
      const changed = await changes(() => {
        for (const path of ['index', 'index.lock', 'objects/ab/cdef', 'logs/HEAD', 'FETCH_HEAD', 'gc.pid']) {
          put(`.git/${path}`, 'new');
          put(`vendor/.git/${path}`, 'new');
        }
        put('.git/hooks/pre-commit', '#!/bin/sh');
        put('.git/config', '[core]');
        put('.git/refs/heads/main', 'abc');
        put('index', 'a file of that name');
      });
      expect(changed.map(({ path }) => path)).toEqual([
        '.git/config',
        '.git/hooks/pre-commit',
        '.git/refs/heads/main',
        'index',
      ]);
    });

    it('of a file that the output of joust itself goes to', async () => {
      const out = openSync(put('out.md', ''), 'w');
      try {
        await clockMoves();
        const watch = watchFolder(folder, join(top, 'home'), { outputs: [out], walkAtMost });
        await watch.scanned;
        await clockMoves();
        writeSync(out, '## an answer');
        put('by-somebody');
        expect((await watch.finish()).changed.map(({ path }) => path)).toEqual(['by-somebody']);
      } finally {
        closeSync(out);
      }
    });

    it('of joust’s own folder, however its path is written', async () => {
      mkdirSync(join(folder, 'data/joust'), { recursive: true });
      symlinkSync(folder, join(top, 'alias'));
      const own = () => put(`data/joust/ledger.db`, String(Math.random()));
      expect(await changes(own, join(folder, 'data/joust'))).toEqual([]);
      expect(await changes(own, `${join(folder, 'data/joust')}/`)).toEqual([]);
      expect(await changes(own, join(top, 'alias/data/joust'))).toEqual([]);
      expect(await changes(own, join(folder, 'data/joust'), join(top, 'alias'))).toEqual([]);
      expect((await changes(own, join(folder, 'data/jou'))).map(({ path }) => path)).toEqual([
        'data/joust/ledger.db',
      ]);
    });

    it('where the folder is joust’s own; a folder below it is like any other', async () => {
      const own = () => put('inner/ledger.db', String(Math.random()));
      expect(await changes(own, folder)).toEqual([]);
      expect(await changes(own, folder, join(folder, 'inner'))).toMatchObject([{ path: 'ledger.db' }]);
    });
  });
});

describe.runIf(process.platform === 'linux')('a folder in which nothing changed for a while', () => {
  it('is looked at without a list, and as ever where something did', async () => {
    const lists = () => readdirSync(join(top, 'home')).length;
    mkdirSync(join(top, 'home'));
    for (const name of ['a/one', 'a/two', 'b/c/three', 'four']) put(name);
    // Some file systems count in seconds: what is younger is not believed.
    await sleep(2100);
    const acts: readonly (readonly [() => unknown, readonly string[]])[] = [
      [() => undefined, []],
      [() => put('b/c/three', 'else'), ['b/c/three']],
      [() => rmSync(join(folder, 'a/two')), ['a/two']],
      [() => put('d/new'), ['d/new']],
    ];
    for (const [act, paths] of acts) {
      const watch = watchFolder(folder, join(top, 'home'), { walkAtMost: 0 });
      await watch.scanned;
      expect(lists()).toBe(1);
      await clockMoves();
      act();
      const { verified, changed } = await watch.finish();
      expect([verified, changed.map(({ path }) => path)]).toEqual([true, paths]);
      expect(lists()).toBe(0);
    }
  });
});
