// What a user finds in a brief's folder, made from the record whenever a contest of it was played: deleting it loses nothing.
// Nothing that joust did not make is overwritten.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeTrouble } from '../domain/joust-error.ts';
import type { FieldEntry } from '../formats/brief/field.ts';
import { contestResult, type RecordPlace } from '../play/result.ts';
import { replaceFile } from '../process/files/small-file.ts';
import { type Archive, openArchive } from '../record/archive.ts';
import { type BriefRecord, briefRecord, isOver, lockName, lockText, prunedAt } from './brief-contests.ts';
import { keepContract, keepOwn } from './contract/contract-files.ts';
import { inOrder } from './contract/status-file.ts';
import { personalFile, readFeedback, withReviews } from './feedback.ts';
import { keepJudging } from './report/judging-files.ts';
import { statesFound, type WorkFolder, workFolders, writeWork } from './work-folders.ts';

/** After a contest was played, whoever played it. Where that cannot be done nothing of the record is lost: it is only said. */
export async function keepFolderOf(contest: string, place: RecordPlace): Promise<readonly string[]> {
  await using archive = openArchive(place.home, place.machine, place.openLedger);
  const [first] = await archive.events(contest);
  if (first?.event.type !== 'contest.opened') return [];
  const { format, task } = first.event;
  const folder = task.cwd;
  if (!existsSync(join(folder, 'brief.yaml'))) return [];
  try {
    const record = await briefRecord(folder, archive);
    if (format === 'consult') await foldReviews(contest, { folder, place, record });
    // First: the list of all files comes last.
    const left = await keepJudging(folder, record, place);
    const notes = await keepFolder(folder, record, archive);
    // Whoever judges has been told of the work before.
    return format === 'brief' ? notes : left;
  } catch (error) {
    return [`The brief's folder is not up to date: ${writeTrouble(error)}`];
  }
}

/** What reviewers said of somebody's work is what it is told in the next round. */
async function foldReviews(
  contest: string,
  { folder, place, record }: { folder: string; place: RecordPlace; record: BriefRecord },
): Promise<void> {
  const { result } = await contestResult(place, contest);
  if (result?.type !== 'consultation') return;
  // A reply without a verdict isn't a review.
  const reviews = result.reviews.flatMap(({ reviewer, text, verdict }) =>
    text === undefined || verdict === undefined ? [] : [{ reviewer, text }],
  );
  const file = personalFile(record.played.at(-1)?.field ?? [], result.of);
  const before = readFeedback(folder, file) ?? '';
  if (reviews.length > 0) replaceFile(join(folder, file), withReviews(before, reviews), 0o644);
}

/** All of it anew, whenever somebody looks at it. `restore`: also what was pruned. */
export async function refreshFolder(
  folder: string,
  archive: Archive,
  { place, restore = false }: { readonly place: RecordPlace; readonly restore?: boolean },
): Promise<readonly string[]> {
  const record = await briefRecord(folder, archive);
  const [brief] = record.played.map(({ options }) => options.brief);
  const pruned = prunedAt(folder, record);
  if (pruned !== undefined && !restore)
    return [
      `What joust had written here was pruned on ${pruned.slice(0, 10)}; joust brief status --restore writes it again.`,
    ];
  if (pruned !== undefined && brief !== undefined) keepOwn(folder, lockName, lockText(record, { brief }));
  return [...(await keepJudging(folder, record, place)), ...(await keepFolder(folder, record, archive))];
}

/** Sentences about what was left as it is. Where nothing is on record, or its files were pruned since, nothing is written. */
export async function keepFolder(
  folder: string,
  record: BriefRecord,
  archive: Archive,
): Promise<readonly string[]> {
  const last = record.played.at(-1);
  if (last === undefined || prunedAt(folder, record) !== undefined) return [];
  return [
    ...keepOwn(folder, lockName, lockText(record, last.options)),
    ...(await keepWork(folder, record, archive)),
    ...(await keepRounds(folder, record, archive)),
    ...keepContract(folder, record, await playedNow(record, archive)),
  ];
}

/** Those of its contests that somebody plays now. */
export async function playedNow(record: BriefRecord, archive: Archive): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const one of inOrder(record))
    if (!isOver(one) && (await archive.player(one.id)) !== undefined) found.add(one.id);
  return found;
}

async function keepWork(folder: string, record: BriefRecord, archive: Archive): Promise<readonly string[]> {
  const field = record.played.at(-1)?.field ?? [];
  return await inTurn(workFolders(folder, field), async (one) => {
    const found = await statesFound(folder, one.path, statesOf(record, one.entry.contestant.name));
    if (found?.length === 0)
      return `${one.path} was changed by hand and is left as it is; joust brief judge --reseal takes it in.`;
    if (found?.includes(one.entry) !== true) await writeWork(folder, one, archive);
    return undefined;
  });
}

/** Every round's last state of everybody, once there is a later one. */
async function keepRounds(
  folder: string,
  { played }: BriefRecord,
  archive: Archive,
): Promise<readonly string[]> {
  const now = Math.max(0, ...played.flatMap(({ field }) => field.map(({ round }) => round)));
  const notes: string[] = [];
  for (let round = 1; round < now; round += 1) {
    notes.push(
      ...(await inTurn(roundFolders(folder, played, round), async (one) => {
        if (!existsSync(join(folder, one.path))) await writeWork(folder, one, archive);
        return undefined;
      })),
    );
  }
  return notes;
}

/** Everybody's last state of a round. */
export function roundFolders(
  folder: string,
  played: BriefRecord['played'],
  round: number,
): readonly WorkFolder[] {
  const last = new Map<string, FieldEntry>();
  for (const { field } of played)
    for (const entry of field) if (entry.round === round) last.set(entry.contestant.name, entry);
  return workFolders(folder, [...last.values()], round);
}

/** One that cannot be written keeps no other from it. */
async function inTurn(
  folders: readonly WorkFolder[],
  write: (one: WorkFolder) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const one of folders) {
    try {
      const note = await write(one);
      if (note !== undefined) notes.push(note);
    } catch (error) {
      notes.push(`${one.path} is not up to date: ${writeTrouble(error)}.`);
    }
  }
  return notes;
}

/** All that it ever handed in. */
export function statesOf({ played }: BriefRecord, name: string): readonly FieldEntry[] {
  return played.flatMap(({ field }) => field.filter(({ contestant }) => contestant.name === name));
}
