// diff: what an entry changes, or what tells two entries apart, from the record alone.
import type { FileChange, FileState } from '../../domain/change.ts';
import { type ChangedFile, changedFile } from '../../domain/changed-file.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { entryNamed, type SealedEntry, sealedEntries } from '../../formats/race/sealed-entries.ts';
import { type ComparedFile, compareStates, type StatePair } from '../../workspace/compare-states.ts';
import { eventsOf, type Hands } from './hands.ts';

export interface DiffRequest {
  readonly contest: string;
  /** Absent: the winner's. */
  readonly name?: string;
  /** Absent: against the base. */
  readonly against?: string;
}

export interface EntryDiff {
  readonly contest: string;
  readonly winner?: string;
  readonly entries: readonly {
    readonly contestant: string;
    readonly outcome?: Outcome;
    readonly partial?: boolean;
    readonly files: readonly ChangedFile[];
  }[];
  /** Absent: there is no winner, and nobody was named. */
  readonly shown?: ShownDiff;
}

export interface ShownDiff {
  readonly contestant: string;
  readonly against?: string;
  readonly files: readonly ChangedFile[];
  /** Touched by the other as well; without another, by any. */
  readonly common: readonly string[];
  readonly only: readonly { readonly contestant: string; readonly paths: readonly string[] }[];
  readonly patch: string;
}

export async function entryDiff(hands: Hands, request: DiffRequest): Promise<EntryDiff> {
  const { contest, against } = request;
  const all = sealedEntries(contest, await eventsOf(hands, contest));
  const name = request.name ?? all.winner;
  const entry = name === undefined ? undefined : entryNamed(all, name);
  const other = against === undefined ? undefined : entryNamed(all, against);
  const shown =
    entry && (other ? await between(hands, entry, other) : await alone(hands, entry, all.entries));
  return {
    contest,
    ...(all.winner !== undefined && { winner: all.winner }),
    entries: all.entries.map(({ contestant, outcome, sealed }) => ({
      contestant,
      ...(outcome !== undefined && { outcome }),
      ...(sealed.partial !== undefined && { partial: sealed.partial }),
      files: sealed.change.files.map(changedFile),
    })),
    ...(shown !== undefined && { shown }),
  };
}

/** As it was sealed; computed where no patch was. */
async function alone(hands: Hands, entry: SealedEntry, all: readonly SealedEntry[]): Promise<ShownDiff> {
  const { contestant, sealed } = entry;
  const others = new Set(all.filter((one) => one !== entry).flatMap(pathsIn));
  const paths = pathsIn(entry);
  return {
    contestant,
    files: sealed.change.files.map(changedFile),
    common: paths.filter((path) => others.has(path)),
    only: [{ contestant, paths: paths.filter((path) => !others.has(path)) }],
    patch: await patchOf(hands, entry),
  };
}

async function patchOf({ ledger }: Hands, { sealed }: SealedEntry): Promise<string> {
  if (sealed.patch !== undefined) return (await ledger.blob(sealed.patch)).toString('utf8');
  const pairs = sealed.change.files.map(({ path, before, after }) => pairOf(path, before, after));
  return textOf(await compareStates(pairs, (ref) => ledger.blob(ref)));
}

/** What only one of them touched is in the other as the base has it. */
async function between({ ledger }: Hands, one: SealedEntry, other: SealedEntry): Promise<ShownDiff> {
  const [mine, theirs] = [filesOf(one), filesOf(other)];
  const paths = [...new Set([...mine.keys(), ...theirs.keys()])].toSorted();
  const pairs = paths.flatMap((path) => {
    const [here, there] = [mine.get(path), theirs.get(path)];
    const from = there === undefined ? here?.before : there.after;
    const to = here === undefined ? there?.before : here.after;
    return isSame(from, to) ? [] : [pairOf(path, from, to)];
  });
  const compared = await compareStates(pairs, (ref) => ledger.blob(ref));
  return {
    contestant: one.contestant,
    against: other.contestant,
    files: pairs.map((pair, at) =>
      changedFile({ before: pair.one, after: pair.other, ...figures(pair.path, compared[at]) }),
    ),
    common: paths.filter((path) => mine.has(path) && theirs.has(path)),
    only: [
      { contestant: one.contestant, paths: paths.filter((path) => !theirs.has(path)) },
      { contestant: other.contestant, paths: paths.filter((path) => !mine.has(path)) },
    ],
    patch: textOf(compared),
  };
}

function pathsIn({ sealed }: SealedEntry): readonly string[] {
  return sealed.change.files.map(({ path }) => path);
}

function filesOf({ sealed }: SealedEntry): ReadonlyMap<string, FileChange> {
  return new Map(sealed.change.files.map((file) => [file.path, file]));
}

function pairOf(path: string, one: FileState | undefined, other: FileState | undefined): StatePair {
  return { path, ...(one !== undefined && { one }), ...(other !== undefined && { other }) };
}

function isSame(one: FileState | undefined, other: FileState | undefined): boolean {
  return one?.mode === other?.mode && one?.content.sha256 === other?.content.sha256;
}

function textOf(files: readonly ComparedFile[]): string {
  return files.map(({ text }) => text).join('');
}

function figures(path: string, { added, removed }: Partial<ComparedFile> = {}) {
  return { path, added, removed };
}
