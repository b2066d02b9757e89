// Copies contests from one ledger into another: events as they are, content by its hash, and both read back.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isGone, thisOwner } from '../../contest/play/lease.ts';
import type { BlobRef } from '../../domain/change.ts';
import { importedPreferences } from '../../domain/events/blind-pick.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { readAddress } from '../../ledger/database-address.ts';
import { namedBlobs } from '../../ledger/event-text.ts';
import type { Append, Ledger, StagedBlob, StoredEvent } from '../../ledger/ledger.ts';
import { ledgerOpener } from '../../ledger/open-ledger.ts';
import type { Machine } from '../../process/machine.ts';
import { ledgerUrl } from '../../record/user-ledger.ts';

export interface CopyRequest {
  /** `here`, the folder of a home, or an address. */
  readonly from: string;
  readonly to: string;
  readonly machine: Machine;
  readonly home: string;
  /** Aborted: it ends after the contest it is at. */
  readonly signal: AbortSignal;
}

export interface Copied {
  readonly copied: readonly string[];
  /** Those that were there already, the same to the byte. */
  readonly known: readonly string[];
  /** Why one was not copied, by its id. */
  readonly left: ReadonlyMap<string, string>;
  readonly bytes: number;
}

/** Content that goes with one append. */
const appendBytes = 8 * 1024 * 1024;

export async function copyLedger({ from, to, signal, ...here }: CopyRequest): Promise<Copied> {
  const [source, target] = [await placeOf(from, here), await placeOf(to, here)];
  if (source.name === target.name)
    throw new JoustError('both are the same ledger', { code: 'usage', hint: 'Say another FROM or TO.' });
  if (source.folder !== undefined && !existsSync(join(source.folder, 'ledger.db')))
    throw new JoustError(`there is no ledger in ${source.folder}`, {
      code: 'not-found',
      hint: 'FROM is the folder of a home of joust (joust doctor shows yours), an address, or here.',
    });
  const ledgers = { from: source.open(), to: target.open() };
  try {
    return await copyAll(ledgers, here.machine, signal);
  } finally {
    await Promise.all([ledgers.from.close(), ledgers.to.close()]);
  }
}

interface Place {
  /** The same for the same ledger. */
  readonly name: string;
  open(): Ledger;
  readonly folder?: string;
}

async function placeOf(
  said: string,
  { machine, home }: Pick<CopyRequest, 'machine' | 'home'>,
): Promise<Place> {
  const { now } = machine;
  const isAddress = /^postgres(?:ql)?:/.test(said);
  const given = isAddress ? said : undefined;
  const url = said === 'here' ? await ledgerUrl(machine) : given;
  if (url !== undefined) {
    const { shown: name } = readAddress(url);
    return { name, open: () => ledgerOpener(url)({ home, now }) };
  }
  const folder = said === 'here' ? home : resolve(machine.cwd, said);
  return { name: folder, open: () => ledgerOpener(undefined)({ home: folder, now }), folder };
}

interface Ledgers {
  readonly from: Ledger;
  readonly to: Ledger;
}

async function copyAll(ledgers: Ledgers, machine: Machine, signal: AbortSignal): Promise<Copied> {
  const openings = await ledgers.from.contests();
  // Oldest first, so that lists come in the same order. What was imported belongs to no contest of its own.
  const ids = [importedPreferences, ...openings.map(({ contest }) => contest).reverse()];
  const [copied, known, left]: [string[], string[], Map<string, string>] = [[], [], new Map()];
  let bytes = 0;
  for (const id of ids) {
    if (signal.aborted) {
      left.set(id, 'it was interrupted');
      continue;
    }
    const came = await heldBy(ledgers, { id, machine }, () => copyContest(ledgers, id));
    if (typeof came === 'string') left.set(id, came);
    else if (came === undefined) known.push(id);
    else {
      copied.push(id);
      bytes += came;
    }
  }
  const isThere = (id: string) => id !== importedPreferences || left.has(id);
  return { copied, known: known.filter(isThere), left, bytes };
}

/** Nobody begins to play it meanwhile. */
async function heldBy<T>(
  { from }: Ledgers,
  { id, machine }: { readonly id: string; readonly machine: Machine },
  copy: () => Promise<T>,
): Promise<T | string> {
  const owner = { ...thisOwner(), spool: machine.random(12) };
  const held = await from.takeLease(id, owner, (other) => isGone(other, machine.now()));
  if (held.owner.spool !== owner.spool) {
    const { pid, host = 'another machine' } = held.owner;
    return `it is being played by process ${pid} on ${host}`;
  }
  try {
    return await copy();
  } finally {
    await from.releaseLease(id, held.epoch);
  }
}

/** How many bytes of content came along; undefined: it was there; words: why it stays away. */
async function copyContest({ from, to }: Ledgers, id: string): Promise<number | undefined | string> {
  const [source, before] = [await from.events(id), await to.events(id)];
  const begins = source.slice(0, before.length);
  if (before.length > source.length || fingerprint(begins) !== fingerprint(before))
    return 'another record of the same name is there';
  const more = source.slice(before.length);
  if (more.length === 0) return undefined;
  const refs = [...new Map(more.flatMap(refsIn).map((ref) => [ref.sha256, ref])).values()];
  const rest = await copyContent({ from, to }, id, refs);
  await to.append([
    { contest: id, events: [], blobs: rest.staged, pruned: rest.pruned },
    ...more.map(({ event, at }) => ({ contest: id, events: [event], at })),
  ]);
  for (const ref of rest.refs) await verify(to, ref);
  if (fingerprint(await to.events(id)) !== fingerprint(source)) return 'what was written reads differently';
  return rest.refs.reduce((sum, ref) => sum + ref.bytes, 0);
}

/** What is named and there; logs may have been pruned. Small content is put in by and by, the last of it with the events. */
async function copyContent(
  { from, to }: Ledgers,
  contest: string,
  refs: readonly BlobRef[],
): Promise<{
  readonly staged: readonly StagedBlob[];
  readonly refs: readonly BlobRef[];
  readonly pruned: NonNullable<Append['pruned']>;
}> {
  let staged: StagedBlob[] = [];
  const came: BlobRef[] = [];
  const pruned: { sha256: string; at: string }[] = [];
  for (const ref of refs) {
    const blob = await to.stageStream(from.blobStream(ref)).catch(ifLost);
    if (blob === undefined) {
      const at = await from.prunedAt(ref);
      if (at !== undefined) pruned.push({ sha256: ref.sha256, at });
      continue;
    }
    if (blob.ref.sha256 !== ref.sha256) throw damaged(ref);
    staged.push(blob);
    came.push(ref);
    if (staged.reduce((sum, { content }) => sum + (content?.length ?? 0), 0) < appendBytes) continue;
    await to.append([{ contest, events: [], blobs: staged }]);
    staged = [];
  }
  return { staged, refs: came, pruned };
}

function ifLost(error: unknown): undefined {
  if (!(error instanceof JoustError && error.code === 'not-found')) throw error;
}

async function verify(ledger: Ledger, ref: BlobRef): Promise<void> {
  const hash = createHash('sha256');
  for await (const piece of ledger.blobStream(ref)) hash.update(piece);
  if (hash.digest('hex') !== ref.sha256) throw damaged(ref);
}

function damaged({ sha256 }: BlobRef): JoustError {
  return new JoustError(`the content ${sha256.slice(0, 12)} reads differently than it was written`, {
    code: 'ledger',
    hint: 'The disk or the database it comes from is damaged.',
  });
}

function refsIn({ event }: StoredEvent): readonly BlobRef[] {
  const { results, logs } = namedBlobs(event);
  return [...results, ...logs];
}

/** Of everything about the events but their places in the record. */
function fingerprint(events: readonly StoredEvent[]): string {
  const hash = createHash('sha256');
  for (const { at, event } of events) hash.update(`${at}\n${JSON.stringify(event)}\n`);
  return hash.digest('hex');
}
