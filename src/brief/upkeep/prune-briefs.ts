// Takes away what joust wrote into the folders of briefs that nobody has touched for long: file by file, and only what the record
// can give back. What somebody else wrote or changed stays, by name.
import { existsSync, lstatSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import type { RecordPlace } from '../../play/result.ts';
import { plainInside } from '../../process/files/read-inside.ts';
import { sha256 } from '../../process/machine.ts';
import { type Archive, openArchive } from '../../record/archive.ts';
import { visible } from '../../views/visible.ts';
import { entriesOf } from '../../workspace/folder/seal-folder.ts';
import { type BriefRecord, briefRecord, isOver, lockName, lockText, prunedAt } from '../brief-contests.ts';
import { briefFileName, briefLimits, briefPlace } from '../brief-folder.ts';
import { artifactsName, pathsBelow } from '../contract/artifacts.ts';
import { keepOwn, ownText } from '../contract/contract-files.ts';
import { inOrder, lastActivity } from '../contract/status-file.ts';
import { roundFolders, statesOf } from '../keep-folder.ts';
import { placeIn, refuseLinks, workFolders } from '../work-folders.ts';

export interface PruneRequest {
  /** Empty: the current folder where it is a brief, else those right below it. */
  readonly folders: readonly string[];
  /** ISO time: only those on whose record nothing was put since. */
  readonly before: string;
  /** leaderboard.md, summary.json and report.html stay. */
  readonly keepResults: boolean;
  readonly dryRun: boolean;
}

export interface PrunedBrief {
  readonly folder: string;
  /** Why nothing of it goes. */
  readonly stays?: string;
  readonly lastActivity?: string;
  readonly removed: readonly string[];
  readonly bytes: number;
  readonly kept: readonly { readonly path: string; readonly why: string }[];
}

export async function pruneBriefs(asked: PruneRequest, place: RecordPlace): Promise<readonly PrunedBrief[]> {
  const found: PrunedBrief[] = [];
  await using archive = openArchive(place.home, place.machine, place.openLedger);
  for (const folder of foldersOf(asked, place.machine.cwd))
    found.push(await prune(folder, asked, { archive, now: place.machine.now() }));
  return found;
}

function foldersOf({ folders }: PruneRequest, cwd: string): readonly string[] {
  for (const folder of folders)
    if (!isBrief(folder))
      throw new JoustError(`${visible(folder)} is no brief: it holds no ${briefFileName}`, {
        code: 'usage',
        hint: 'Name folders of briefs, or none for those that lie here.',
      });
  if (folders.length > 0) return folders.map(briefPlace);
  if (isBrief(cwd)) return [briefPlace(cwd)];
  const below = entriesOf(cwd).filter((entry) => entry.isDirectory());
  return below
    .map(({ name }) => join(cwd, name))
    .filter(isBrief)
    .map(briefPlace);
}

function isBrief(folder: string): boolean {
  return existsSync(join(folder, briefFileName));
}

async function prune(
  folder: string,
  { before, keepResults, dryRun }: PruneRequest,
  { archive, now }: { readonly archive: Archive; readonly now: Date },
): Promise<PrunedBrief> {
  const record = await briefRecord(folder, archive);
  const last = lastActivity(record);
  const nothing = {
    folder,
    removed: [],
    bytes: 0,
    kept: [],
    lastActivity: last,
  };
  const stays = whyStays(folder, record, before);
  if (stays !== undefined) return { ...nothing, stays };
  try {
    const { going, kept } = sorted(folder, record, keepResults);
    if (!dryRun) {
      for (const { path } of going) rmSync(join(folder, path), { force: true });
      for (const top of tops(folder)) removeEmpty(folder, top);
      const brief = record.played.at(-1)?.options.brief ?? '';
      keepOwn(folder, lockName, lockText(record, { brief, pruned: now.toISOString() }));
    }
    const bytes = going.reduce((sum, one) => sum + one.bytes, 0);
    return { ...nothing, removed: going.map(({ path }) => path), bytes, kept };
  } catch (error) {
    return { ...nothing, stays: (error as Error).message };
  }
}

function whyStays(folder: string, record: BriefRecord, before: string): string | undefined {
  const last = lastActivity(record);
  if (last === undefined) return 'nothing of it is on record';
  if (last >= before) return `something happened on ${last.slice(0, 16).replace('T', ' ')}`;
  const open = inOrder(record).find((one) => !isOver(one));
  if (open !== undefined) return `contest ${open.id} is not over`;
  return prunedAt(folder, record) === undefined ? undefined : 'it was pruned before';
}

interface Found {
  readonly path: string;
  readonly bytes: number;
}

/** What goes, and what lies among it and stays. */
function sorted(
  folder: string,
  record: BriefRecord,
  keepResults: boolean,
): { readonly going: readonly Found[]; readonly kept: PrunedBrief['kept'] } {
  const known = contentOnRecord(folder, record);
  const results = ['leaderboard.md', 'summary.json', 'report.html'];
  const files = ['status.json', 'events.jsonl', artifactsName, ...(keepResults ? [] : results)];
  const paths = [
    ...files.map((name) => join(placeIn(folder), name)).filter((path) => existsSync(join(folder, path))),
    ...tops(folder).flatMap((top) => [...pathsBelow(folder, top, new Set())]),
  ];
  const going: Found[] = [];
  const kept: PrunedBrief['kept'][number][] = [];
  for (const path of paths) {
    const bytes = lstatSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0;
    const why = whyKept(folder, path, known);
    if (why === undefined) going.push({ path, bytes });
    else kept.push({ path, why });
  }
  return { going, kept };
}

function whyKept(
  folder: string,
  path: string,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const contents = known.get(path);
  if (contents === undefined) {
    const own = lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile()
      ? ownText(folder, path)
      : 'foreign';
    return own === 'foreign' ? 'joust did not make it' : undefined;
  }
  const read = plainInside(folder, path, briefLimits.fileBytes);
  if (!('content' in read)) return read.why;
  return contents.has(sha256(read.content)) ? undefined : 'it was changed';
}

/** By path: the contents that it may have, as anybody handed them in. */
function contentOnRecord(folder: string, record: BriefRecord): ReadonlyMap<string, ReadonlySet<string>> {
  const { played } = record;
  const field = played.at(-1)?.field ?? [];
  const rounds = new Set(played.flatMap((one) => one.field.map(({ round }) => round)));
  const found = new Map<string, Set<string>>();
  const add = (path: string, hash: string) => found.set(path, (found.get(path) ?? new Set()).add(hash));
  for (const { path, entry } of workFolders(folder, field))
    for (const { files } of statesOf(record, entry.contestant.name))
      for (const file of files) add(join(path, file.path), file.content.sha256);
  for (const round of rounds)
    for (const { path, entry } of roundFolders(folder, played, round))
      for (const file of entry.files) add(join(path, file.path), file.content.sha256);
  return found;
}

/** The folders that are joust's own. */
function tops(folder: string): readonly string[] {
  const found = ['work', 'rounds', 'judging'].map((name) => join(placeIn(folder), name));
  for (const top of found) refuseLinks(folder, top);
  return found.filter((top) => existsSync(join(folder, top)));
}

function removeEmpty(folder: string, below: string): void {
  for (const entry of entriesOf(join(folder, below)))
    if (entry.isDirectory()) removeEmpty(folder, join(below, entry.name));
  try {
    rmdirSync(join(folder, below));
  } catch {
    // Something is in it.
  }
}
