// Files as a .tar.gz that is made while it is sent.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ContestFiles } from '../../operations/export/contest-files.ts';
import type { ExportedFile } from '../../views/manifest.ts';

const blockBytes = 512;

export function tarGz(folder: string, files: ContestFiles): ReadableStream {
  return Readable.toWeb(Readable.from(tarBlocks(folder, files)).pipe(createGzip())) as ReadableStream;
}

async function* tarBlocks(folder: string, { files, manifest }: ContestFiles): AsyncGenerator<Buffer> {
  const written: ExportedFile[] = [];
  for (const { path, visibility, content } of files) {
    const bytes = Buffer.from(await content());
    yield* entry(`${folder}/${path}`, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    written.push({ path, visibility, sha256, bytes: bytes.length });
  }
  yield* entry(`${folder}/manifest.json`, Buffer.from(manifest(written)));
  yield Buffer.alloc(2 * blockBytes);
}

/** A header of the ustar format, and the content filled up to whole blocks. */
function* entry(path: string, content: Buffer): Generator<Buffer> {
  const header = Buffer.alloc(blockBytes);
  const number = (value: number, letters: number) => value.toString(8).padStart(letters, '0');
  const { name, prefix } = ustarName(path);
  header.write(name, 0);
  header.write(`${number(0o644, 7)}\0${number(0, 7)}\0${number(0, 7)}\0`, 100);
  header.write(`${number(content.length, 11)}\0${number(0, 11)}\0        0`, 124);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${number(sum, 6)}\0 `, 148);
  yield header;
  yield content;
  yield Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes);
}

/** A long path is cut at a folder. */
function ustarName(path: string): { readonly name: string; readonly prefix: string } {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' };
  const at = path.lastIndexOf('/');
  return { name: path.slice(at + 1), prefix: path.slice(0, at) };
}
