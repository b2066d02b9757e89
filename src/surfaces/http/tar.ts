// Files as a .tar.gz that is made while it is sent.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ContestFiles } from '../../operations/export/contest-files.ts';
import { tarEnd, tarEntry } from '../../process/files/tar-file.ts';
import type { ExportedFile } from '../../views/manifest.ts';

export function tarGz(folder: string, files: ContestFiles): ReadableStream {
  return Readable.toWeb(Readable.from(tarBlocks(folder, files)).pipe(createGzip())) as ReadableStream;
}

/** It doesn't tell when the files were made. */
const at = new Date(0);

async function* tarBlocks(folder: string, { files, manifest }: ContestFiles): AsyncGenerator<Uint8Array> {
  const written: ExportedFile[] = [];
  for (const { path, visibility, content } of files) {
    const bytes = Buffer.from(await content());
    yield* tarEntry(`${folder}/${path}`, bytes, at);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    written.push({ path, visibility, sha256, bytes: bytes.length });
  }
  yield* tarEntry(`${folder}/manifest.json`, Buffer.from(manifest(written)), at);
  yield tarEnd;
}
