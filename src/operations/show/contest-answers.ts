// What can be asked about one contest, as it goes over the wire: the server answers with it by path, a report holds the same.
import { isSimulated } from '../../agents/known-agents.ts';
import type { BlobRef } from '../../domain/change.ts';
import { changedLines, quotedPath } from '../../domain/changed-file.ts';
import { JoustError, Unplayable } from '../../domain/joust-error.ts';
import { redactor } from '../../domain/kept-text.ts';
import { secretKinds } from '../../domain/secrets/secret-shapes.ts';
import { type Audience, maySee, secretNote } from '../../domain/secrets/visibility.ts';
import { type SealedEntry, sealedEntries } from '../../formats/race/sealed-entries.ts';
import type { StoredEvent } from '../../ledger/ledger.ts';
import {
  type ContestAbout,
  type ContestResult,
  contestResult,
  contestsAbout,
  type RecordPlace,
} from '../../play/result.ts';
import { type Archive, stillBlind } from '../../record/archive.ts';
import { playedNow } from '../../record/list-contests.ts';
import type { ArenaSide } from '../../record/said-so-far.ts';
import { type AttemptSummary, type ContestSummary, contestSummary } from '../../views/contest-summary.ts';
import { nextSteps } from '../../views/next-steps.ts';
import { type TimelineEntry, timelineEntry } from '../../views/timeline.ts';
import { type ContestJson, wholeContest } from '../../views/wire/contest-json.ts';
import { type CheckJson, checksIn, type EntryJson } from '../../views/wire/decision-json.ts';
import type { ContestDiff, EntryDiff } from '../../views/wire/diff-json.ts';
import { openApplyContext } from '../apply/applications.ts';
import { whyUnfit } from '../apply/apply.ts';
import { type DiffRequest, entryDiff } from '../apply/entry-diff.ts';
import type { OperationContext } from '../operation.ts';

export interface AttemptAnswer {
  readonly key: string;
  readonly contestant: string;
  readonly run: number;
  readonly text: string;
  /** It is what was said so far. */
  readonly live: boolean;
}

/** Each as `GET /contests/ID` and what lies below it answers. */
export interface ContestAnswers {
  readonly id: string;
  readonly summary: ContestSummary;
  readonly record: readonly StoredEvent[];
  contest(): Promise<ContestJson>;
  result(): Promise<ContestResult>;
  about(): Promise<{ readonly contests: readonly ContestAbout[] }>;
  timeline(): { readonly entries: readonly (TimelineEntry & { readonly seq: number })[] };
  checks(): { readonly checks: readonly CheckJson[] };
  /** By its key or its contestant. */
  attempt(name: string): Promise<AttemptAnswer>;
  /** Of an arena: A and B. */
  sides(): Promise<{ readonly sides: readonly ArenaSide[] }>;
  /** What the process of an attempt or a check printed. A check is named by its key, or as `claude/test`. */
  log(name: string): Promise<string>;
  diff(asked: Omit<DiffRequest, 'contest'> & { readonly cut?: boolean }): Promise<ContestDiff>;
  /** Contests that were steps of it and are over, each read when it is come to. */
  children(): AsyncIterable<ContestAnswers>;
}

type AnswersPlace = RecordPlace & {
  /** Who reads them: what is not for everybody is left out by this. */
  readonly audience: Audience;
};

/** The contest that an operation is about, as its caller may see it. */
export async function contestOf(
  id: string,
  { archive, machine, home, openLedger, caller }: OperationContext,
): Promise<ContestAnswers> {
  const audience = caller === 'programs' ? 'model' : 'owner';
  return await contestAnswers(archive, { machine, home, openLedger, audience }, id);
}

/** By a unique beginning of its ID, or `@last`. Before a pick nothing of it names a contestant. */
export async function contestAnswers(
  archive: Archive,
  { audience, ...place }: AnswersPlace,
  name: string,
): Promise<ContestAnswers> {
  const id = await archive.find(name);
  const record = await archive.events(id);
  const summary = contestSummary(id, record);
  if (summary === undefined)
    throw new JoustError(`contest ${id} has no beginning on record`, { code: 'not-found' });
  return {
    id,
    summary,
    record,
    contest: () => contestJson(archive, { summary, record }),
    result: () => contestResult(place, id),
    about: async () => ({ contests: await contestsAbout(place, archive, id) }),
    timeline: () => ({ entries: record.map((stored) => ({ seq: stored.seq, ...timelineEntry(stored) })) }),
    checks: () => ({ checks: checksIn(record) }),
    async attempt(asked) {
      const { key, contestant, run, end, state } = attemptOf(summary, asked);
      const live = state === 'open';
      const ended = end?.answer === undefined ? '' : await archive.text(end.answer);
      const text = live ? await saidSoFar(archive, id, key) : ended;
      // It was cleaned when it was stored: by what was known of secrets then.
      return { key, contestant, run, live, text: audience === 'owner' ? text : redactor({})(text) };
    },
    sides: async () => ({ sides: await archive.sides(id) }),
    async log(asked) {
      if (summary.blind === true) throw stillBlind(id);
      if (!maySee(audience, { type: 'machine' }))
        throw new JoustError('logs are for the owner of a contest', { code: 'not-found' });
      const checked = record.findLast(
        ({ event }) =>
          event.type === 'check.ended' && (event.key === asked || event.key === `check/${asked}`),
      )?.event;
      const end = checked?.type === 'check.ended' ? checked : attemptOf(summary, asked).end;
      const [out, error] = [await logOf(archive, end?.stdout), await logOf(archive, end?.stderr)];
      return `${out}${error === '' ? '' : `--- standard error ---\n${error}`}`;
    },
    async diff({ cut = false, ...asked }) {
      if (summary.blind === true) throw stillBlind(id);
      await using context = openApplyContext(place.home, place.machine, place.openLedger);
      const diff = await entryDiff(context, { ...asked, contest: id });
      const shown = shownTo(audience, diff, entriesIn(summary, record));
      return cut ? withinLimit(shown, asked.file !== undefined) : shown;
    },
    async *children() {
      const ended = record.flatMap(({ event }) => (event.type === 'child.ended' ? [event.contest] : []));
      for (const child of new Set(ended)) yield await contestAnswers(archive, { ...place, audience }, child);
    },
  };
}

async function contestJson(
  archive: Archive,
  { summary, record }: { readonly summary: ContestSummary; readonly record: readonly StoredEvent[] },
): Promise<ContestJson> {
  const { id, opened, state } = summary;
  return wholeContest(summary, {
    record,
    isSimulated: (agent) => opened.player?.cassettes?.replay !== undefined || isSimulated(agent),
    entries: entriesIn(summary, record),
    seq: record.at(-1)?.seq ?? 0,
    prompt: await archive.text(opened.task.prompt).catch(lostPrompt),
    ...(await playedNow(archive, summary)),
    next: state === 'closed' ? nextSteps(id, record, { told: false }) : [],
  });
}

/** The rest of the contest can still be shown. */
export function lostPrompt(error: unknown): string {
  if (error instanceof Unplayable) return `(${error.message})`;
  throw error;
}

/** None where nobody hands changes in. */
function entriesIn({ id, blind }: ContestSummary, record: readonly StoredEvent[]): readonly EntryJson[] {
  if (blind === true) return [];
  try {
    return sealedEntries(
      id,
      record.map(({ event }) => event),
    ).entries.map(entryJson);
  } catch (error) {
    if (error instanceof JoustError && error.code === 'not-found') return [];
    throw error;
  }
}

function entryJson(entry: SealedEntry): EntryJson {
  const { contestant, outcome, sealed } = entry;
  const { key, change, partial, leftOut, secrets, secretKinds, kind } = sealed;
  const whyNot = kind === 'folder' ? 'it is a folder of its own' : whyUnfit(entry);
  return {
    contestant,
    key,
    files: change.files.length,
    ...changedLines(change.files),
    outcome,
    partial,
    leftOut,
    secrets,
    secretKinds,
    canApply: whyNot === undefined,
    whyNot,
  };
}

function attemptOf({ id, attempts, blind }: ContestSummary, name: string): AttemptSummary {
  if (blind === true) throw stillBlind(id);
  const found =
    attempts.find(({ key }) => key === name) ?? attempts.findLast(({ contestant }) => contestant === name);
  if (found !== undefined) return found;
  throw new JoustError(`there is no attempt of "${name}" on record`, {
    code: 'not-found',
    hint: `There are: ${[...new Set(attempts.map(({ contestant }) => contestant))].join(', ')}.`,
  });
}

/** Who asks for it has left already: it is told what is there, and nothing is waited for. */
async function saidSoFar(archive: Archive, id: string, key: string): Promise<string> {
  let text = '';
  for await (const event of archive.tail(id, key, AbortSignal.abort()))
    if (event.type === 'text') text += event.delta;
  return text;
}

async function logOf(archive: Archive, ref: BlobRef | undefined): Promise<string> {
  if (ref === undefined) return '';
  const prunedAt = await archive.prunedAt(ref);
  return prunedAt === undefined ? await archive.text(ref) : `(this log was pruned on ${prunedAt})\n`;
}

/** Without a patch that is not for this audience: which files it touches stays. */
function shownTo(audience: Audience, diff: EntryDiff, entries: readonly EntryJson[]): EntryDiff {
  const { shown } = diff;
  if (shown === undefined) return diff;
  const sides = entries.filter(({ contestant }) => [shown.contestant, shown.against].includes(contestant));
  const secrets = sides.flatMap((one) => one.secrets ?? []);
  if (maySee(audience, { type: 'patch', secrets, text: shown.patch })) return diff;
  const kinds = [...new Set([...sides.flatMap((one) => one.secretKinds ?? []), ...secretKinds(shown.patch)])];
  return { ...diff, shown: { ...shown, patch: '', withheld: secretNote(kinds, secrets) } };
}

/** Characters of a patch: whole files up to this. One file by itself may be more. */
const mostPatch = 1024 * 1024;
const mostOfOneFile = 16 * mostPatch;

function withinLimit(diff: EntryDiff, oneFile: boolean): ContestDiff {
  const { shown } = diff;
  const most = oneFile ? mostOfOneFile : mostPatch;
  if (shown === undefined || shown.patch.length <= most) return diff;
  const end = shown.patch.lastIndexOf('\ndiff --git ', most) + 1;
  const patch = oneFile ? shown.patch.slice(0, most) : shown.patch.slice(0, end);
  const isIn = (path: string) => patch.includes(`diff --git ${quotedPath(`a/${path}`)} `);
  const files = shown.files.map(({ path }) => path).filter((path) => oneFile || !isIn(path));
  return { ...diff, shown: { ...shown, patch }, cut: { characters: shown.patch.length, files } };
}
