// What a user finds in a brief's folder, made from the record whenever a contest of it was played: deleting it loses nothing.
// Nothing that joust did not make is overwritten.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldEntry } from '../../formats/brief/field.ts';
import { readInside } from '../../process/files/read-inside.ts';
import { replaceFile } from '../../process/files/small-file.ts';
import { type Archive, openArchive } from '../archive.ts';
import { contestResult, type RecordPlace } from '../result.ts';
import { type BriefRecord, briefRecord, lockName, lockText } from './brief-contests.ts';
import { personalFile, withReviews } from './feedback.ts';
import { isAsHandedIn, workFolders, writeWork } from './work-folders.ts';

/** After a contest was played, whoever played it. Where that cannot be done nothing of the record is lost: it is only said. */
export async function keepFolderOf(contest: string, place: RecordPlace): Promise<readonly string[]> {
  await using archive = openArchive(place.home, place.machine, place.openLedger);
  const [first] = await archive.events(contest);
  if (first?.event.type !== 'contest.opened') return [];
  const { format, task } = first.event;
  const folder = task.cwd;
  if (!existsSync(join(folder, 'brief.yaml'))) return [];
  try {
    if (format === 'consult') await foldReviews(contest, { folder, place, archive });
    const notes = await keepFolder(folder, archive);
    // Whoever judges has been told before.
    return format === 'brief' ? notes : [];
  } catch (error) {
    return [`The brief's folder is not up to date: ${(error as Error).message}`];
  }
}

/** What reviewers said of somebody's work is what it is told in the next round. */
async function foldReviews(
  contest: string,
  { folder, place, archive }: { folder: string; place: RecordPlace; archive: Archive },
): Promise<void> {
  const { result } = await contestResult(place, contest);
  if (result?.type !== 'consultation') return;
  const reviews = result.reviews.flatMap(({ reviewer, text }) =>
    text === undefined ? [] : [{ reviewer, text }],
  );
  const { played } = await briefRecord(folder, archive);
  const file = personalFile(played.at(-1)?.field ?? [], result.of);
  const before = readInside(folder, file, mostFeedback) ?? '';
  if (reviews.length > 0) replaceFile(join(folder, file), withReviews(before, reviews), 0o644);
}

const mostFeedback = 1_000_000;

/** Sentences about what was left as it is. */
export async function keepFolder(folder: string, archive: Archive): Promise<readonly string[]> {
  const record = await briefRecord(folder, archive);
  const last = record.played.at(-1);
  if (last === undefined) return [];
  replaceFile(join(folder, lockName), lockText(record, last.options.brief), 0o644);
  return [...(await keepWork(folder, record, archive)), ...(await keepRounds(folder, record, archive))];
}

/** Where multicooker has its own files, ours have a place of their own. */
export function placeIn(folder: string): string {
  const ofMulticooker = ['RUN.json', 'RUN_RESULT.json', 'judging/_mapping.json', 'compose.yaml'];
  return ofMulticooker.some((name) => existsSync(join(folder, name))) ? 'joust' : '';
}

async function keepWork(folder: string, record: BriefRecord, archive: Archive): Promise<readonly string[]> {
  const notes: string[] = [];
  const field = record.played.at(-1)?.field ?? [];
  for (const one of workFolders(field, join(placeIn(folder), 'work'))) {
    const known = statesOf(record, one.entry.contestant.name);
    if (existsSync(join(folder, one.path)) && !(await isAsHandedIn(folder, one.path, known)))
      notes.push(
        `${one.path} was changed by hand and is left as it is; joust brief judge --reseal takes it in.`,
      );
    else if (!(await isAsHandedIn(folder, one.path, [one.entry]))) await writeWork(folder, one, archive);
  }
  return notes;
}

/** Every round's last state of everybody, once there is a later one. */
async function keepRounds(
  folder: string,
  { played }: BriefRecord,
  archive: Archive,
): Promise<readonly string[]> {
  const now = Math.max(0, ...played.flatMap(({ field }) => field.map(({ round }) => round)));
  for (let round = 1; round < now; round += 1) {
    const last = new Map<string, FieldEntry>();
    for (const { field } of played)
      for (const entry of field) if (entry.round === round) last.set(entry.contestant.name, entry);
    for (const one of workFolders([...last.values()], join(placeIn(folder), 'rounds', String(round))))
      if (!existsSync(join(folder, one.path))) await writeWork(folder, one, archive);
  }
  return [];
}

function statesOf({ played }: BriefRecord, name: string): readonly FieldEntry[] {
  return played.flatMap(({ field }) => field.filter(({ contestant }) => contestant.name === name));
}
