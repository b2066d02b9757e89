// Content in the PostgreSQL ledger: small content goes with the append that names it, large content as rows of a piece each.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { BlobRef } from '../../domain/change.ts';
import { Unplayable } from '../../domain/joust-error.ts';
import { lostContent, type StagedBlob } from '../ledger.ts';
import type { PostgresSession } from './postgres-session.ts';

/** Smaller content goes with the append. */
const rowLimitBytes = 256 * 1024;
/** Small: the client makes several copies of each on its way. */
const pieceBytes = 256 * 1024;
/** What is being stored, or was and is not named yet, is not older than this. */
const unnamedFor = "interval '1 hour'";

export class PostgresBlobs {
  readonly #session: PostgresSession;

  constructor(session: PostgresSession) {
    this.#session = session;
  }

  async stage(content: string | Uint8Array): Promise<StagedBlob> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const ref = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
    if (bytes.length <= rowLimitBytes) return { ref, content: bytes };
    const restore = async () => await this.#storeKnown(ref, () => [bytes]);
    await restore();
    return { ref, restore };
  }

  async stageFile(path: string): Promise<StagedBlob> {
    const { size } = await stat(path);
    if (size <= rowLimitBytes) return await this.stage(await readFile(path));
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    const ref = { sha256: hash.digest('hex'), bytes: size };
    const restore = async () => await this.#storeKnown(ref, () => createReadStream(path));
    await restore();
    return { ref, restore };
  }

  /** Small content goes with the append after all. */
  async stageStream(content: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    const { ref, small } = await this.#store(content);
    return small === undefined ? { ref } : { ref, content: small };
  }

  async read(ref: BlobRef): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.stream(ref)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async *stream(ref: BlobRef): AsyncGenerator<Uint8Array> {
    const [row] = await this.#session.query(
      'SELECT id, bytes, content IS NULL AS pieces FROM joust.blobs WHERE sha256 = $1',
      [ref.sha256],
    );
    if (row === undefined) throw lostContent(ref);
    // In the shorter of the two spellings the database has for bytes.
    const text =
      row['pieces'] === true
        ? "SELECT encode(data, 'base64') AS data FROM joust.chunks WHERE blob = $1 AND place = $2"
        : "SELECT encode(content, 'base64') AS data FROM joust.blobs WHERE id = $1 AND $2::int = 0";
    const hash = createHash('sha256');
    let last: Buffer | undefined;
    let left = Number(row['bytes']);
    for (let place = 0; left > 0; place += 1) {
      if (last !== undefined) yield last;
      const [piece] = await this.#session.query(text, [row['id'], place]);
      if (piece === undefined) throw lostContent(ref);
      last = Buffer.from(String(piece['data']), 'base64');
      hash.update(last);
      left -= last.length;
    }
    // Content in pieces is named by whoever stores it: the last piece is only given out if the whole is what it is called.
    if (hash.digest('hex') !== ref.sha256) throw wrongContent(ref);
    if (last !== undefined) yield last;
  }

  async isThere({ sha256 }: BlobRef): Promise<boolean> {
    return (await this.#session.query('SELECT 1 FROM joust.blobs WHERE sha256 = $1', [sha256])).length > 0;
  }

  /** Content that nothing names and nobody is about to, and what was begun and never finished. */
  async removeStrays(dryRun: boolean): Promise<{ blobs: number; bytes: number }> {
    const strays = `FROM joust.blobs WHERE at < clock_timestamp() - ${unnamedFor}
      AND NOT EXISTS (SELECT 1 FROM joust.names WHERE names.sha256 = blobs.sha256)`;
    const found = await this.#session.transaction({
      gate: 'alone',
      work: (query) => query(`${dryRun ? `SELECT bytes ${strays}` : `DELETE ${strays} RETURNING bytes`}`),
    });
    if (!dryRun)
      await this.#session.query(
        'DELETE FROM joust.chunks WHERE NOT EXISTS (SELECT 1 FROM joust.blobs WHERE blobs.id = chunks.blob)',
      );
    return { blobs: found.length, bytes: found.reduce((sum, { bytes }) => sum + Number(bytes), 0) };
  }

  /** Of content that is gone. */
  async dropPieces(blobs: readonly unknown[]): Promise<void> {
    await this.#session.query('DELETE FROM joust.chunks WHERE blob = ANY($1::bigint[])', [blobs]);
  }

  async #storeKnown(
    ref: BlobRef,
    content: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    if (!(await this.#isKept(ref.sha256))) await this.#store(content());
  }

  /** It is as good as new: nobody takes it away before it is named. */
  async #isKept(sha256: string): Promise<boolean> {
    const [row] = await this.#session.query('SELECT joust.keep_content($1) AS kept', [sha256]);
    return row?.['kept'] === true;
  }

  /** In pieces under a number of its own; known by its hash once it is whole. */
  async #store(
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<{ readonly ref: BlobRef; readonly small?: Buffer }> {
    const hash = createHash('sha256');
    let [bytes, place, id] = [0, 0, undefined as unknown];
    const put = async (piece: Buffer) => {
      id ??= (await this.#session.query('SELECT joust.begin_content() AS id'))[0]?.['id'];
      await this.#session.query('SELECT joust.put_piece($1, $2, $3)', [id, place, piece]);
      place += 1;
    };
    let last: Buffer | undefined;
    for await (const piece of inPieces(content)) {
      hash.update(piece);
      bytes += piece.length;
      if (last !== undefined) await put(last);
      last = piece;
    }
    const ref = { sha256: hash.digest('hex'), bytes };
    if (id === undefined && bytes <= rowLimitBytes) return { ref, small: last ?? Buffer.alloc(0) };
    if (last !== undefined) await put(last);
    await this.#nameWhole(id, ref);
    return { ref };
  }

  /** One at a time for each content: the same may be stored by others at this moment. */
  async #nameWhole(id: unknown, { sha256, bytes }: BlobRef): Promise<void> {
    await this.#session.transaction({
      contests: [`blob ${sha256}`],
      work: (query) => query('SELECT joust.name_content($1, $2, $3)', [id, sha256, bytes]),
    });
  }
}

function wrongContent({ sha256 }: BlobRef): Unplayable {
  return new Unplayable(`the content ${sha256.slice(0, 12)} in the ledger is not what its hash says`, {
    code: 'not-found',
    hint: 'It was damaged or forged in the database: remove the contests that name it, and play them again.',
  });
}

/** All but the last of the same size, whatever sizes they come in. Each is good until the next but one. */
async function* inPieces(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [piece, other] = [Buffer.allocUnsafe(pieceBytes), Buffer.allocUnsafe(pieceBytes)];
  let filled = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + pieceBytes - filled);
      piece.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled < pieceBytes) continue;
      yield piece;
      [piece, other, filled] = [other, piece, 0];
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
