// What lies where others can write: plain files of the folder are read, and nothing else, whatever was put there.
import { execFileSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  bytesInside,
  openInside,
  outsideNames,
  ownInside,
  plainInside,
  readInside,
  readPlain,
} from './read-inside.ts';

let place: string;
let folder: string;

beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'joust-inside-')));
  folder = join(place, 'folder');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  writeFileSync(join(place, 'secret'), 'outside');
  writeFileSync(join(folder, 'deep', 'plain'), 'inside');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

describe('a file of the folder', () => {
  it('is read whole, up to the limit', () => {
    expect(readInside(folder, 'deep/plain', 6)).toBe('inside');
    expect(readInside(folder, 'deep/plain', 5)).toBeUndefined();
    const long = 'x'.repeat(200_000);
    writeFileSync(join(folder, 'long'), long);
    expect(readInside(folder, 'long', 200_000)).toBe(long);
    expect(bytesInside(folder, 'long', 199_999)).toEqual({ why: 'it is longer than 199999 bytes' });
  });

  it('is read by its own path alone where links do not count', () => {
    symlinkSync('deep/plain', join(folder, 'link'));
    symlinkSync('deep', join(folder, 'also'));
    expect(plainInside(folder, 'deep/plain', 6)).toMatchObject({ content: Buffer.from('inside') });
    for (const path of ['link', 'also/plain'])
      expect(plainInside(folder, path, 6)).toEqual({ why: 'it is a link' });
  });

  it('is read through links that stay inside', () => {
    symlinkSync('deep', join(folder, 'link'));
    expect(readInside(folder, 'link/plain', 100)).toBe('inside');
  });

  it('is not read where it is another name of a file from elsewhere, unless it is the user’s own', () => {
    linkSync(join(place, 'secret'), join(folder, 'hard'));
    const why = 'it is a hard link, another name of a file that may lie elsewhere';
    expect(bytesInside(folder, 'hard', 100)).toEqual({ why });
    expect(plainInside(folder, 'hard', 100)).toEqual({ why });
    expect(readInside(folder, 'hard', 100)).toBeUndefined();
    expect(ownInside(folder, 'hard', 100)).toMatchObject({ content: Buffer.from('outside') });
  });

  it('counts as its folder’s where all of its names are there', () => {
    linkSync(join(place, 'secret'), join(folder, 'hard'));
    linkSync(join(folder, 'deep', 'plain'), join(folder, 'twice'));
    const isOutside = outsideNames(folder);
    expect(['hard', 'twice', 'deep/plain'].map((path) => isOutside(lstatSync(join(folder, path))))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('takes no memory by the size it claims', () => {
    writeFileSync(join(folder, 'sparse'), '');
    truncateSync(join(folder, 'sparse'), 1e13);
    expect(readInside(folder, 'sparse', 100)).toBeUndefined();
    expect(readPlain(join(folder, 'sparse'), 100)).toBeUndefined();
  });
});

describe('nothing is read from', () => {
  it('outside, by a link to a file, through a linked folder, or by the path itself', () => {
    symlinkSync('../secret', join(folder, 'link'));
    symlinkSync('..', join(folder, 'up'));
    const why = 'it is a link that leads out of its folder';
    for (const path of ['link', 'up/secret', '../secret']) expect(openInside(folder, path)).toEqual({ why });
  });

  it('a pipe, a socket, a device, a folder: at once', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const server = createServer().listen(join(folder, 'socket'));
    symlinkSync('/dev/zero', join(folder, 'zero'));
    for (const path of ['pipe', 'socket', 'deep'])
      expect(openInside(folder, path)).toEqual({ why: 'it is not a file' });
    expect(readInside(folder, 'zero', 100)).toBeUndefined();
    for (const path of ['pipe', 'socket', 'zero']) expect(readPlain(join(folder, path), 100)).toBeUndefined();
    await new Promise((done) => server.close(done));
  });

  it('what is not there, or leads round in a circle', () => {
    symlinkSync('round', join(folder, 'round'));
    expect(openInside(folder, 'nothing')).toEqual({ why: 'it is not there', absent: true });
    expect(openInside(folder, 'deep/plain/below')).toEqual({ why: 'it is not there', absent: true });
    expect(openInside(folder, 'round')).toEqual({ why: 'it is a link that leads nowhere' });
  });
});
