// Large content as files named by their sha256: written beside, synced, renamed into place before any event names them.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobRef } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { StagedBlob } from './ledger.ts';

/** Smaller content is a row of the database. */
const rowLimitBytes = 256 * 1024;

export class BlobFolder {
  readonly #folder: string;
  #written = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async stage(content: string | Uint8Array): Promise<StagedBlob> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const ref = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
    if (bytes.length <= rowLimitBytes) return { ref, content: bytes };
    await this.#write(ref, async (path) => {
      await using file = await open(path, 'wx', 0o600);
      await file.writeFile(bytes);
      await file.sync();
    });
    return { ref };
  }

  async stageFile(path: string): Promise<StagedBlob> {
    const { size } = await stat(path);
    if (size <= rowLimitBytes) return this.stage(await readFile(path));
    const ref = { sha256: await hashFile(path), bytes: size };
    await this.#write(ref, async (target) => {
      await copyFile(path, target);
      await using file = await open(target, 'r+');
      await file.chmod(0o600);
      await file.sync();
    });
    return { ref };
  }

  async read(ref: BlobRef): Promise<Buffer> {
    try {
      return await readFile(this.#path(ref));
    } catch (cause) {
      throw new JoustError(`the ledger has lost the content ${ref.sha256.slice(0, 12)}`, {
        code: 'not-found',
        hint: `It belongs in ${this.#path(ref)}.`,
        cause,
      });
    }
  }

  #path({ sha256 }: BlobRef): string {
    return join(this.#folder, sha256.slice(0, 2), sha256.slice(2));
  }

  async #write(ref: BlobRef, write: (path: string) => Promise<void>): Promise<void> {
    const target = this.#path(ref);
    if ((await stat(target).catch(() => undefined))?.size === ref.bytes) return;
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

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync().catch(() => undefined);
}
