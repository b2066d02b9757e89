// The contests of a brief's folder, from the record: found by the folder they were opened in, and by brief.lock where the
// folder was moved since.
import { statSync } from 'node:fs';
import { JoustError } from '../domain/joust-error.ts';
import { type FieldEntry, fieldOf } from '../formats/brief/field.ts';
import { type BriefOptions, options as recorded } from '../formats/brief/options.ts';
import { readInside } from '../process/files/read-inside.ts';
import type { Archive } from '../record/archive.ts';
import type { ContestOnRecord } from '../record/record-digests.ts';

export interface BriefContest extends ContestOnRecord {
  /** What it is about the brief; played: play, refine, merge or reseal. */
  readonly step: BriefOptions['step'] | 'judge' | 'consult';
  readonly round: number;
}

export interface PlayedBrief extends BriefContest {
  readonly options: BriefOptions;
  readonly field: readonly FieldEntry[];
  readonly closed: boolean;
}

export interface BriefRecord {
  /** Oldest first. */
  readonly played: readonly PlayedBrief[];
  readonly judged: readonly BriefContest[];
  readonly consulted: readonly BriefContest[];
}

export const lockName = 'brief.lock';
const lockVersion = 1;
const mostLockBytes = 1_000_000;

export async function briefRecord(folder: string, archive: Archive): Promise<BriefRecord> {
  return recordOf(await contestsIn(folder, archive));
}

/** Of the folder, in no order. */
export async function contestsIn(folder: string, archive: Archive): Promise<readonly ContestOnRecord[]> {
  const found = new Map<string, ContestOnRecord>();
  const born = birthOf(folder);
  for await (const one of archive.records({ folders: [folder] }))
    if (one.opened.task.cwd === folder && new Date(one.at).getTime() >= born) found.set(one.id, one);
  for (const id of lockedIds(folder)) {
    if (found.has(id)) continue;
    for await (const one of archive.records({ prefix: id })) if (one.id === id) found.set(id, one);
  }
  return [...found.values()];
}

export function recordOf(contests: readonly ContestOnRecord[]): BriefRecord {
  const inOrder = contests.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const played = inOrder.flatMap((one) => playedBrief(one) ?? []);
  const rounds = new Map(played.map(({ id, field, round }) => [id, roundOf(field, round)]));
  const about = (format: 'judge' | 'consult') =>
    inOrder.flatMap((one): readonly BriefContest[] => {
      const round = one.opened.format === format ? rounds.get(one.opened.about ?? '') : undefined;
      return round === undefined ? [] : [{ ...one, step: format, round }];
    });
  return { played, judged: about('judge'), consulted: about('consult') };
}

/** What was played in another folder of this path, which is gone, is not of this one. 0: nobody can tell. */
function birthOf(folder: string): number {
  const clockMs = 1000;
  const { birthtimeMs } = statSync(folder);
  return Number.isFinite(birthtimeMs) ? birthtimeMs - clockMs : 0;
}

function playedBrief(one: ContestOnRecord): PlayedBrief | undefined {
  if (one.opened.format !== 'brief') return undefined;
  const read = recorded.safeParse(one.opened.options);
  if (!read.success) return undefined;
  const events = one.record.map(({ event }) => event);
  const { step, round } = read.data;
  return {
    ...one,
    step,
    round,
    options: read.data,
    field: fieldOf(one.opened, events),
    closed: isOver(one),
  };
}

export function isOver({ record }: Pick<ContestOnRecord, 'record'>): boolean {
  return record.some(({ event }) => event.type === 'contest.closed' || event.type === 'contest.cancelled');
}

/** The round the brief is in: that of the newest work. */
export function roundOf(field: readonly FieldEntry[], atLeast = 1): number {
  return Math.max(atLeast, ...field.map(({ round }) => round));
}

/** The newest field, and refused while somebody still works on it. */
export function currentField({ played }: BriefRecord): PlayedBrief | undefined {
  const last = played.at(-1);
  if (last === undefined || last.closed) return last;
  throw new JoustError(`round ${last.round} of this brief is not over: contest ${last.id}`, {
    code: 'busy',
    hint: `Play it on with joust resume ${last.id}, watch it with joust tail ${last.id}, or end it with joust cancel ${last.id}.`,
  });
}

/** What there is to judge, refine or merge. */
export function neededField(
  record: BriefRecord,
  atLeast: number,
  /** Why there are no more. */
  notes: readonly string[] = [],
): PlayedBrief {
  const last = currentField(record);
  if (last !== undefined && last.field.length >= atLeast) return last;
  const count = last?.field.length ?? 0;
  const what =
    count === 0 ? 'nobody has handed anything in yet' : 'there is only one entry, and it takes two';
  throw new JoustError([what, ...notes].join('\n'), {
    code: 'not-found',
    hint:
      count === 0 ? 'Play it first: joust brief play.' : 'Let another play with joust brief play -c NAME.',
  });
}

interface LockedContest {
  readonly id: string;
  readonly step: BriefContest['step'];
  readonly round: number;
  readonly at: string;
}

/** The text of brief.lock. `pruned`: when what joust had written in the folder was taken away. */
export function lockText(
  { played, judged, consulted }: BriefRecord,
  { brief, pruned }: { readonly brief: string; readonly pruned?: string },
): string {
  const contests = [...played, ...judged, ...consulted]
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ id, step, round, at }): LockedContest => ({ id, step, round, at }));
  return `${JSON.stringify({ madeBy: 'joust', version: lockVersion, brief, pruned, contests }, undefined, 2)}\n`;
}

/** What cannot be read is as if it were not there: it is made from the record again. */
function lockOf(folder: string): {
  readonly pruned?: unknown;
  readonly contests?: readonly Partial<LockedContest>[];
} {
  const text = readInside(folder, lockName, mostLockBytes);
  if (text === undefined) return {};
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function lockedIds(folder: string): readonly string[] {
  const { contests } = lockOf(folder);
  if (!Array.isArray(contests)) return [];
  return contests.flatMap((one) => (typeof one?.id === 'string' ? [one.id] : []));
}

/** When its files were taken away; undefined where something went on record since. */
export function prunedAt(folder: string, { played, judged, consulted }: BriefRecord): string | undefined {
  const { pruned } = lockOf(folder);
  if (typeof pruned !== 'string') return undefined;
  const all = [...played, ...judged, ...consulted].flatMap(({ record }) => record.at(-1)?.at ?? []);
  return all.every((at) => at <= pruned) ? pruned : undefined;
}
