// diff: what an entry changes, or what tells two entries apart, from the record alone.
import type { BlobRef, FileChange, FileState } from '../../domain/change.ts';
import { changedFile, quotedPath } from '../../domain/changed-file.ts';
import { byteCount } from '../../domain/figures.ts';
import { entryNamed, type SealedEntry, sealedEntries } from '../../formats/race/sealed-entries.ts';
import { compareText, type TextPair } from '../../process/git/compare-text.ts';
import type { EntryDiff, ShownDiff } from '../../views/wire/diff-json.ts';
import { type ApplyContext, eventsOf } from './applications.ts';

export interface DiffRequest {
  readonly contest: string;
  /** Absent: the winner's. */
  readonly name?: string;
  /** Absent: against the base. */
  readonly against?: string;
  /** Only this one. */
  readonly file?: string;
}

export async function entryDiff(context: ApplyContext, request: DiffRequest): Promise<EntryDiff> {
  const { contest, against } = request;
  const all = sealedEntries(contest, await eventsOf(context, contest));
  const name = request.name ?? all.winner;
  const wanted = (whose: string) => narrowed(entryNamed(all, whose), request.file);
  const entry = name === undefined ? undefined : wanted(name);
  const other = against === undefined ? undefined : wanted(against);
  const shown =
    entry && (other ? await between(context, entry, other) : await alone(context, entry, all.entries));
  return {
    contest,
    winner: all.winner,
    entries: all.entries.map(({ contestant, outcome, sealed }) => ({
      contestant,
      outcome,
      partial: sealed.partial,
      files: sealed.change.files.map(changedFile),
    })),
    shown,
  };
}

/** To one file, whose patch is computed then. */
function narrowed(entry: SealedEntry, file: string | undefined): SealedEntry {
  if (file === undefined) return entry;
  const { patch: _patch, change, ...sealed } = entry.sealed;
  const files = change.files.filter(({ path }) => path === file);
  return { ...entry, sealed: { ...sealed, change: { files } } };
}

/** As it was sealed; computed where no patch was. */
async function alone(
  context: ApplyContext,
  entry: SealedEntry,
  all: readonly SealedEntry[],
): Promise<ShownDiff> {
  const { contestant, sealed } = entry;
  const others = new Set(all.filter((one) => one.contestant !== contestant).flatMap(pathsIn));
  const paths = pathsIn(entry);
  return {
    contestant,
    files: sealed.change.files.map(changedFile),
    common: paths.filter((path) => others.has(path)),
    only: [{ contestant, paths: paths.filter((path) => !others.has(path)) }],
    patch: await patchOf(context, entry),
  };
}

async function patchOf({ ledger }: ApplyContext, { sealed }: SealedEntry): Promise<string> {
  if (sealed.patch !== undefined) return (await ledger.blob(sealed.patch)).toString('utf8');
  const pairs = sealed.change.files.map(({ path, before, after }) => pairOf(path, before, after));
  return textOf(await compareStates(pairs, (ref) => ledger.blob(ref)));
}

/** What only one of them touched is in the other as the base has it. */
async function between({ ledger }: ApplyContext, one: SealedEntry, other: SealedEntry): Promise<ShownDiff> {
  const [mine, theirs] = [filesOf(one), filesOf(other)];
  const paths = [...new Set([...mine.keys(), ...theirs.keys()])].toSorted();
  const pairs = paths.map((path) => {
    const [here, there] = [mine.get(path), theirs.get(path)];
    const from = there === undefined ? here?.before : there.after;
    return pairOf(path, from, here === undefined ? there?.before : here.after);
  });
  return {
    contestant: one.contestant,
    against: other.contestant,
    ...(await diffStates(pairs, (ref) => ledger.blob(ref))),
    common: paths.filter((path) => mine.has(path) && theirs.has(path)),
    only: [
      { contestant: one.contestant, paths: paths.filter((path) => !theirs.has(path)) },
      { contestant: other.contestant, paths: paths.filter((path) => !mine.has(path)) },
    ],
  };
}

/** Those that differ, and a patch of them. */
export async function diffStates(
  all: readonly StatePair[],
  content: (ref: BlobRef) => Promise<Uint8Array>,
): Promise<Pick<ShownDiff, 'files' | 'patch'>> {
  const pairs = all.filter(({ one, other }) => !isSame(one, other));
  const compared = await compareStates(pairs, content);
  return {
    files: pairs.map((pair, at) =>
      changedFile({ before: pair.one, after: pair.other, ...figures(pair.path, compared[at]) }),
    ),
    patch: textOf(compared),
  };
}

function pathsIn({ sealed }: SealedEntry): readonly string[] {
  return sealed.change.files.map(({ path }) => path);
}

function filesOf({ sealed }: SealedEntry): ReadonlyMap<string, FileChange> {
  return new Map(sealed.change.files.map((file) => [file.path, file]));
}

export function pairOf(path: string, one: FileState | undefined, other: FileState | undefined): StatePair {
  return { path, one, other };
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

/** Absent: there is no such file on that side. */
export interface StatePair {
  readonly path: string;
  readonly one?: FileState;
  readonly other?: FileState;
}

export interface ComparedFile {
  readonly path: string;
  readonly text: string;
  /** Absent: binary. */
  readonly added?: number;
  readonly removed?: number;
}

export async function compareStates(
  pairs: readonly StatePair[],
  content: (ref: BlobRef) => Promise<Uint8Array>,
): Promise<readonly ComparedFile[]> {
  const texts: TextPair[] = [];
  for (const { one, other } of pairs)
    texts.push({
      one: one && (await content(one.content)),
      other: other && (await content(other.content)),
    });
  const hunks = await compareText(texts);
  return pairs.map((pair, at) => compared(pair, hunks[at] ?? ''));
}

function compared(pair: StatePair, hunks: string): ComparedFile {
  const head = heading(pair);
  if (hunks === 'binary') {
    const sizes = [pair.one, pair.other].flatMap((side) => (side ? [byteCount(side.content.bytes)] : []));
    return { path: pair.path, text: `${head}Binary files differ: ${sizes.join(', then ')}\n` };
  }
  const lines = hunks.split('\n');
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return {
    path: pair.path,
    text: hunks === '' ? head : `${head}${sides(pair)}${hunks}`,
    added: count('+'),
    removed: count('-'),
  };
}

function heading({ path, one, other }: StatePair): string {
  const [from, to] = [quotedPath(`a/${path}`), quotedPath(`b/${path}`)];
  const lines = [`diff --git ${from} ${to}`];
  if (one === undefined) lines.push(`new file mode ${other?.mode}`);
  else if (other === undefined) lines.push(`deleted file mode ${one.mode}`);
  else if (one.mode !== other.mode) lines.push(`old mode ${one.mode}`, `new mode ${other.mode}`);
  return `${lines.join('\n')}\n`;
}

function sides({ path, one, other }: StatePair): string {
  const from = one === undefined ? '/dev/null' : quotedPath(`a/${path}`);
  const to = other === undefined ? '/dev/null' : quotedPath(`b/${path}`);
  return `--- ${from}\n+++ ${to}\n`;
}
