// Whether anything below a folder is younger than a file: whatever is done to it is seen, and nothing else.
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashFigures, isAnyYounger, listFolders, youngestIn } from './file-figures.ts';

const timeoutMs = 60_000;
const odd = 'it\'s "odd"\nand * [long]';

async function place() {
  const top = mkdtempSync(join(tmpdir(), 'joust-figures-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const tree = join(top, 'tree');
  for (const folder of ['.git', 'a/b', odd, 'away']) mkdirSync(join(tree, folder), { recursive: true });
  for (const file of ['.git/index', 'a/one', 'a/b/two', `${odd}/three`, 'four', 'away/five'])
    writeFileSync(join(tree, file), file);
  const stamp = join(top, 'stamp');
  writeFileSync(stamp, '');
  // The kernel's clock goes in steps.
  await sleep(20);
  return { top, tree, stamp };
}

type Change = readonly [what: string, change: (tree: string, top: string) => void];
const changes: readonly Change[] = [
  ['a file is written', (tree) => writeFileSync(join(tree, 'a/b/two'), 'else')],
  [
    'a file is written and its time set back',
    (tree) => {
      const { atime, mtime } = statSync(join(tree, 'four'));
      writeFileSync(join(tree, 'four'), 'FOUR');
      utimesSync(join(tree, 'four'), atime, mtime);
    },
  ],
  ['a file is added', (tree) => writeFileSync(join(tree, odd, 'new'), '')],
  ['a file is taken away', (tree) => rmSync(join(tree, odd, 'three'))],
  ['a file gets other rights', (tree) => chmodSync(join(tree, 'a/one'), 0o755)],
  ['a file gets another name', (tree) => renameSync(join(tree, 'a/one'), join(tree, 'a/other'))],
  ['a file has another name elsewhere', (tree, top) => linkSync(join(tree, 'four'), join(top, 'elsewhere'))],
  ['an old file takes the place of another', (tree) => renameSync(join(tree, 'a/one'), join(tree, 'four'))],
  ['a folder is added', (tree) => mkdirSync(join(tree, 'a/b/new'))],
  ['a folder is taken away', (tree) => rmSync(join(tree, 'a/b'), { recursive: true })],
  ['a link is added at the top', (tree) => symlinkSync('a', join(tree, 'link'))],
];

describe.runIf(process.platform === 'linux')('what is younger', () => {
  it.each(changes)('is seen where %s', async (_, change) => {
    const { top, tree, stamp } = await place();
    const folders = await listFolders(tree, { than: stamp, timeoutMs });
    if (folders === undefined) throw new Error('nothing is listed');
    const asked = { folders, than: { file: stamp }, timeoutMs };
    expect(await isAnyYounger(tree, asked)).toBe(false);
    const moment = await youngestOf(tree);
    expect(await isAnyYounger(tree, { ...asked, than: { moment } })).toBe(false);
    change(tree, top);
    expect(await isAnyYounger(tree, asked)).toBe(true);
    expect(await isAnyYounger(tree, { ...asked, than: { moment } })).toBe(true);
    expect(await listFolders(tree, { than: stamp, timeoutMs })).toBeUndefined();
  });

  it('is of no interest in what is passed over', async () => {
    const { tree, stamp } = await place();
    const away = ['.git', 'away'];
    const folders = await listFolders(tree, { away, timeoutMs });
    if (folders === undefined) throw new Error('nothing is listed');
    expect(folders.names.toString().split('\0').toSorted()).toEqual(
      ['', './', './a', './a/b', `./${odd}`].toSorted(),
    );
    for (const path of ['.git/index.lock', 'away/six']) writeFileSync(join(tree, path), '');
    expect(await isAnyYounger(tree, { folders, away, than: { file: stamp }, timeoutMs })).toBe(false);
  });

  it('is taken for granted where somebody cannot look', async () => {
    const { tree, stamp } = await place();
    const folders = await listFolders(tree, { timeoutMs });
    if (folders === undefined) throw new Error('nothing is listed');
    const asked = { folders, than: { file: stamp }, timeoutMs };
    expect(await isAnyYounger(join(tree, 'nowhere'), asked)).toBe(true);
    expect(await isAnyYounger(tree, { ...asked, than: { file: join(tree, 'nowhere') } })).toBe(true);
    expect(await listFolders(join(tree, 'nowhere'), { timeoutMs })).toBeUndefined();
  });
});

/** Of all that is in it, folders included, as the list of files tells it. */
async function youngestOf(tree: string): Promise<string> {
  const kept = `${tree}.list`;
  await hashFigures(tree, { folders: true, kept, timeoutMs });
  return youngestIn(readFileSync(kept)) ?? '';
}
