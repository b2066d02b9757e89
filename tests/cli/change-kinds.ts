// Repositories with files of every kind, and edits that change each of them.
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChangePlace, changePlace } from './change-place.ts';

export const lines = (...changed: readonly (readonly [number, string])[]) => {
  const all = Array.from({ length: 12 }, (_, at) => `line ${at}`);
  for (const [at, text] of changed) all[at] = text;
  return `${all.join('\n')}\n`;
};
export const put = (folder: string, path: string, content: string | Uint8Array) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
};
export const read = ({ folder }: { folder: string }, path: string) =>
  readFileSync(join(folder, path), 'utf8');

/** One file of every kind, and an entry that changes each. */
export function motley(): ChangePlace {
  return changePlace((folder) => {
    put(folder, 'text.txt', lines());
    put(folder, 'gone/deep/old.txt', 'old\n');
    put(folder, 'crlf.txt', 'one\r\ntwo\r\n');
    put(folder, 'open-end.txt', 'no newline');
    put(folder, 'run.sh', '#!/bin/sh\n');
    put(folder, 'image.bin', Buffer.from([0, 1, 2, 255]));
    put(folder, 'was-file', 'file\n');
    put(folder, 'was-folder/x', 'x\n');
    put(folder, 'with space ü\n.txt', 'odd\n');
    symlinkSync('text.txt', join(folder, 'link'));
  });
}

export function editAll(folder: string): void {
  put(folder, 'text.txt', lines([1, 'changed']));
  rmSync(join(folder, 'gone'), { recursive: true });
  put(folder, 'crlf.txt', 'one\r\nzwei\r\n');
  put(folder, 'open-end.txt', 'still no newline');
  chmodSync(join(folder, 'run.sh'), 0o755);
  put(folder, 'image.bin', Buffer.from([0, 9, 200]));
  put(folder, 'new/folder/file.txt', 'new\n');
  rmSync(join(folder, 'was-file'));
  put(folder, 'was-file/inside', 'in\n');
  rmSync(join(folder, 'was-folder'), { recursive: true });
  put(folder, 'was-folder', 'file now\n');
  put(folder, 'with space ü\n.txt', 'even\n');
  rmSync(join(folder, 'link'));
  symlinkSync('crlf.txt', join(folder, 'link'));
}

/** Three files, of which the entry changes two, makes one and deletes none. */
export function simple(): ChangePlace {
  return changePlace((folder) => {
    put(folder, 'a.txt', lines());
    put(folder, 'b.txt', lines());
    put(folder, 'c.txt', 'c\n');
  });
}

export const editTwo = (folder: string) => {
  put(folder, 'a.txt', lines([2, 'entry']));
  put(folder, 'b.txt', lines([2, 'entry']));
  put(folder, 'sub/new.txt', 'new\n');
};
