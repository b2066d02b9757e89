// Which files are joust's own, by whatever name they are reached.
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isJoustsOwn, type JoustFolders } from './joust-folders.ts';

let top: string;
let folders: JoustFolders;
const put = (path: string) => {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), path);
  return join(top, path);
};

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-folders-')));
  folders = { home: join(top, 'home'), config: join(top, 'config') };
  for (const path of ['home/seal.key', 'home/blobs/ab/cd', 'config/config.toml', 'work/a.txt']) put(path);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const own = (path: string, cwd = join(top, 'work')) => isJoustsOwn(join(top, path), folders, cwd);

it('finds the files of home and config by path, link and hard link', () => {
  symlinkSync(join(top, 'home'), join(top, 'work/there'));
  linkSync(join(top, 'home/blobs/ab/cd'), join(top, 'work/hard'));
  for (const path of ['home', 'home/seal.key', 'work/../home/seal.key', 'home/not-there-yet'])
    expect(own(path), path).toBe(true);
  for (const path of ['config/config.toml', 'work/there/seal.key', 'work/hard'])
    expect(own(path), path).toBe(true);
});

it('leaves all others alone, those with a like name and hard links among themselves too', () => {
  put('home-made/a.txt');
  linkSync(join(top, 'work/a.txt'), join(top, 'work/twin.txt'));
  for (const path of ['work/a.txt', 'work/twin.txt', 'home-made/a.txt', 'work', 'nothing'])
    expect(own(path), path).toBe(false);
});

it('lets a contestant name files of the workspace it works in, and none of a rival', () => {
  const [mine, rival] = ['home/workspaces/c1/w1/tree/a.ts', 'home/workspaces/c1/w2/tree/a.ts'].map(put);
  const cwd = dirname(mine ?? '');
  expect(isJoustsOwn(mine ?? '', folders, cwd)).toBe(false);
  expect(isJoustsOwn(rival ?? '', folders, cwd)).toBe(true);
  expect(isJoustsOwn(join(top, 'home/seal.key'), folders, cwd)).toBe(true);
  expect(isJoustsOwn(join(top, 'home/workspaces/c1'), folders, cwd)).toBe(true);
});
