// A tar file that appears whole or not at all: written beside its place, then put there. It tells nothing of whoever made it:
// no owner, and one time for all.
import { createHash } from 'node:crypto';
import { type FileHandle, link, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import type { NewFolder, NewFolderOptions } from './new-folder.ts';

/** Refused where there is something already. False: `fill` gave up, and there is nothing. */
export async function makeTar(
  { path, isPrivate, nonce }: NewFolderOptions,
  at: Date,
  fill: (folder: NewFolder) => Promise<boolean>,
): Promise<boolean> {
  const beside = join(dirname(path), `.joust-export-${nonce}`);
  const refuse = (cause: unknown) => {
    throw refused(path, cause as NodeJS.ErrnoException);
  };
  try {
    await using file = await open(beside, 'wx', isPrivate ? 0o600 : 0o666).catch(refuse);
    const write: NewFolder['write'] = async (name, content) => await add(file, name, { content, at });
    if (!(await fill({ write }))) return false;
    await file.writeFile(tarEnd);
    await file.sync();
    // Unlike a rename, a link takes nobody's place.
    await link(beside, path).catch(refuse);
    return true;
  } finally {
    await rm(beside, { force: true });
  }
}

const blockBytes = 512;
const longestName = 100;
/** The end of a tar file. */
export const tarEnd: Uint8Array = Buffer.alloc(2 * blockBytes);

async function add(
  file: FileHandle,
  path: string,
  { content, at }: { readonly content: string | Uint8Array; readonly at: Date },
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (const part of tarEntry(path, bytes, at)) await file.writeFile(part);
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
}

/** One file, in whole blocks. A name that is too long for ustar goes into a pax header. */
export function* tarEntry(path: string, content: Uint8Array, at: Date): Generator<Uint8Array> {
  if (!/^[\x20-\x7e]+$/.test(path) || path.length > longestName) {
    const record = paxRecord('path', path);
    yield header('././@PaxHeader', { type: 'x', size: record.length, at });
    yield padded(record);
  }
  const name = Buffer.from(path).subarray(0, longestName).toString('latin1');
  yield header(name, { type: '0', size: content.length, at });
  yield padded(content);
}

/** As POSIX has it (ustar). */
function header(
  name: string,
  { type, size, at }: { readonly type: 'x' | '0'; readonly size: number; readonly at: Date },
): Buffer {
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, offset: number, digits: number) =>
    block.write(`${value.toString(8).padStart(digits, '0')}\0`, offset, 'latin1');
  block.write(name, 0, longestName, 'latin1');
  octal(0o644, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(Math.floor(at.getTime() / 1000), 136, 11);
  block.write('        ', 148, 'latin1');
  block.write(type, 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** `LENGTH key=value`, the length counting itself. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (String(length).length + rest !== length) length += 1;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function padded(content: Uint8Array): Uint8Array {
  const over = content.length % blockBytes;
  return over === 0 ? content : Buffer.concat([content, Buffer.alloc(blockBytes - over)]);
}

function refused(path: string, cause: NodeJS.ErrnoException): unknown {
  if (cause.code === 'EEXIST')
    return new JoustError(`${path} is there already`, {
      code: 'usage',
      hint: 'Name another place; nothing was written.',
      cause,
    });
  if (cause.code !== 'ENOENT') return cause;
  return new JoustError(`the folder ${dirname(path)} does not exist`, {
    code: 'usage',
    hint: 'Make it first, or name another place.',
    cause,
  });
}
