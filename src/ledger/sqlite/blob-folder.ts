// Large content as files named by their sha256: written beside, synced, renamed into place before any event names them.
import { createHash } from 'node:crypto';
import { chmodSync, closeSync, createReadStream, openSync, rmSync, statSync } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobRef } from '../../domain/change.ts';
import { shortBytes, shortSha256 } from '../../domain/sha256.ts';
import { lostContent, type StagedBlob } from '../ledger.ts';

/** Smaller content is a row of the database. */
const rowLimitBytes = 256 * 1024;
/** What is being written, or was and is about to be named, is not older than this. */
const youngMs = 3_600_000;

export class BlobFolder {
  readonly #folder: string;
  #written = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async stage(content: string | Uint8Array): Promise<StagedBlob> {
    const ref = refOf(content);
    // Made when they are written: whoever keeps the text as well would have it twice.
    if (ref.bytes <= rowLimitBytes) return { ref, content: bytesOf(content) };
    const restore = () =>
      this.#write(ref, async (path) => {
        await using file = await open(path, 'wx', 0o600);
        await writeWhole(file, content);
        await file.sync();
      });
    await restore();
    return { ref, restore };
  }

  /** Small content goes with the append after all. */
  async stageStream(content: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    this.#written += 1;
    const path = join(this.#folder, `stream.${process.pid}.${this.#written}.new`);
    try {
      const hash = createHash('sha256');
      let bytes = 0;
      await using file = await open(path, 'wx', 0o600);
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        await file.writeFile(chunk);
      }
      const ref = { sha256: hash.digest('hex'), bytes };
      if (bytes <= rowLimitBytes) return { ref, content: await readFile(path) };
      await file.sync();
      await this.#write(ref, (target) => rename(path, target));
      return { ref };
    } finally {
      await rm(path, { force: true });
    }
  }

  async *stream(ref: BlobRef): AsyncGenerator<Uint8Array> {
    if (this.size(ref.sha256) === undefined) throw this.#lost(ref);
    yield* createReadStream(this.#path(ref));
  }

  async stageFile(path: string): Promise<StagedBlob> {
    const { size } = await stat(path);
    if (size <= rowLimitBytes) return this.stage(await readFile(path));
    const ref = { sha256: await hashFile(path), bytes: size };
    const restore = () =>
      this.#write(ref, async (target) => {
        await copyFile(path, target);
        await using file = await open(target, 'r+');
        await file.chmod(0o600);
        await file.sync();
      });
    await restore();
    return { ref, restore };
  }

  async read(ref: BlobRef): Promise<Buffer> {
    try {
      return await readFile(this.#path(ref));
    } catch (cause) {
      throw this.#lost(ref, cause);
    }
  }

  size(sha256: string): number | undefined {
    return statSync(this.#path({ sha256 }), { throwIfNoEntry: false })?.size;
  }

  remove(sha256: string): void {
    rmSync(this.#path({ sha256 }), { force: true });
  }

  /** Old enough that nobody is about to name them: the hashes of files, and the paths of those that were begun and never finished. */
  async listOld(
    now: Date,
  ): Promise<{ readonly whole: readonly string[]; readonly unfinished: readonly string[] }> {
    const paths = await readdir(this.#folder, { recursive: true }).catch(() => []);
    const whole: string[] = [];
    const unfinished: string[] = [];
    for (const path of paths) {
      const name = path.replaceAll('\\', '/');
      const isWhole = /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(name);
      if (!isWhole && !name.endsWith('.new')) continue;
      const written = (await stat(join(this.#folder, path)).catch(() => undefined))?.mtimeMs;
      if (written === undefined || now.getTime() - written <= youngMs) continue;
      if (isWhole) whole.push(name.replace('/', ''));
      else unfinished.push(join(this.#folder, path));
    }
    return { whole, unfinished };
  }

  /** How many bytes went, or would. */
  async dropUnfinished(paths: readonly string[], dryRun: boolean): Promise<number> {
    let bytes = 0;
    for (const path of paths) {
      bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
      if (!dryRun) await rm(path, { force: true });
    }
    return bytes;
  }

  #lost(ref: BlobRef, cause?: unknown): Error {
    return lostContent(ref, { hint: `It belongs in ${this.#path(ref)}.`, cause });
  }

  #path({ sha256 }: Pick<BlobRef, 'sha256'>): string {
    return join(this.#folder, sha256.slice(0, 2), sha256.slice(2));
  }

  async #write(ref: BlobRef, write: (path: string) => Promise<void>): Promise<void> {
    const target = this.#path(ref);
    if ((await stat(target).catch(() => undefined))?.size === ref.bytes && (await renewed(target))) return;
    await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
    this.#written += 1;
    const beside = `${target}.${process.pid}.${this.#written}.new`;
    try {
      await rm(beside, { force: true });
      await write(beside);
      await rename(beside, target);
      await syncFolder(join(target, '..'));
    } finally {
      await rm(beside, { force: true });
    }
  }
}

/** The database and what lies beside it: for nobody else, whatever the folder allows. Files beside it get the mode of its own. */
export function keepPrivate(database: string): void {
  const modeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode;
  if (modeOf(database) === undefined) closeSync(openSync(database, 'a', 0o600));
  for (const path of [database, `${database}-wal`, `${database}-shm`])
    if (((modeOf(path) ?? 0) & 0o077) !== 0) chmodSync(path, 0o600);
}

/** What a contest is opened with: by the time something is to be kept of it there is time to load the library. */
const fewHashes = 2;
let hashed = 0;

function refOf(content: string | Uint8Array): BlobRef {
  const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.length;
  const isShort = bytes <= shortBytes && hashed < fewHashes;
  if (isShort) hashed += 1;
  const sha256 = isShort ? shortSha256(bytesOf(content)) : createHash('sha256').update(content).digest('hex');
  return { sha256, bytes };
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content;
}

const pieceBytes = 64 * 1024;

/** In one buffer: what is read of many long files at once would lie about until somebody clears it away. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(pieceBytes);
  await using file = await open(path, 'r');
  for (;;) {
    const { bytesRead } = await file.read(piece);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(piece.subarray(0, bytesRead));
  }
}

/** A long text in pieces, for the same reason; no letter of it in two. */
async function writeWhole(file: FileHandle, content: string | Uint8Array): Promise<void> {
  if (typeof content !== 'string') return await file.writeFile(content);
  const piece = Buffer.allocUnsafe(pieceBytes);
  for (let at = 0; at < content.length; ) {
    const end = at + pieceBytes / 4;
    const cut = /[\uD800-\uDBFF]/.test(content.charAt(end - 1)) ? end - 1 : end;
    const bytes = piece.write(content.slice(at, cut));
    await file.writeFile(piece.subarray(0, bytes));
    at = cut;
  }
}

/** Young again, for whoever looks for what nobody names; false: it is gone. */
async function renewed(path: string): Promise<boolean> {
  const now = new Date();
  return await utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync().catch(() => undefined);
}
