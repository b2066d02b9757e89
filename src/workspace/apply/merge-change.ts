// What an entry's change becomes in the user's tree as it is now: applied as it is, merged, or in conflict.
import type { BlobRef, Change, FileChange, FileMode, FileState } from '../../domain/change.ts';
import { mergeText } from '../../process/git/compare-text.ts';
import { sha256 } from '../../process/machine.ts';
import { type Clash, type Ways, waysOf, whyNoPath, whyNoRoom } from './apply-change.ts';
import { isAt, readTreeFile, type TreeFile } from './tree-files.ts';

export interface MergedChange {
  /** From the user's files as they are now; without those that are so already. */
  readonly change: Change;
  /** What the change names and the entry does not: the user's own content, and what was merged. */
  readonly contents: readonly Uint8Array[];
  /** Files in which the user's work since the base and the entry come together. */
  readonly merged: readonly string[];
  /** How many files are not as the entry's base has them. */
  readonly moved: number;
  readonly conflicts: readonly Clash[];
}

type Content = (ref: BlobRef) => Promise<Uint8Array>;

type Landing =
  | { readonly type: 'there' }
  | { readonly type: 'clean' }
  | { readonly type: 'conflict'; readonly why: string }
  | { readonly type: 'merged'; readonly from: Version; readonly to: Version };

interface Version {
  readonly mode: FileMode;
  readonly content: Uint8Array;
}

/** Nothing is written. */
export async function mergeChange(top: string, entry: Change, content: Content): Promise<MergedChange> {
  const ways = waysOf(entry.files);
  const landings: { readonly file: FileChange; readonly landing: Landing }[] = [];
  for (const file of entry.files)
    landings.push({ file, landing: await landingOf({ top, file, ways }, content) });
  const merged = landings.flatMap(({ file, landing }) =>
    landing.type === 'merged' ? [{ file, landing }] : [],
  );
  return {
    change: { files: landings.flatMap(({ file, landing }) => fileOf(file, landing)) },
    contents: merged.flatMap(({ landing: { from, to } }) => [from.content, to.content]),
    merged: merged.map(({ file }) => file.path),
    moved: landings.filter(({ landing }) => landing.type !== 'clean').length,
    conflicts: landings.flatMap(({ file, landing }) =>
      landing.type === 'conflict' ? [{ path: file.path, why: landing.why }] : [],
    ),
  };
}

function fileOf(file: FileChange, landing: Landing): readonly FileChange[] {
  if (landing.type === 'clean') return [file];
  if (landing.type !== 'merged') return [];
  return [{ ...file, before: stateOf(landing.from), after: stateOf(landing.to) }];
}

async function landingOf(
  { top, file, ways }: { readonly top: string; readonly file: FileChange; readonly ways: Ways },
  content: Content,
): Promise<Landing> {
  const unsafe = whyNoPath(file.path);
  if (unsafe !== undefined) return { type: 'conflict', why: unsafe };
  const found = readTreeFile(top, file.path);
  const why = file.after === undefined ? undefined : whyNoRoom(top, { path: file.path, found }, ways);
  return why === undefined ? await meeting(file, found, content) : { type: 'conflict', why };
}

async function meeting({ before, after }: FileChange, found: TreeFile, content: Content): Promise<Landing> {
  if (found.kind === 'other') return { type: 'conflict', why: found.why };
  if (isAt(found, after)) return { type: 'there' };
  // Whether the files in a folder make room is seen by whoever looks at all of them.
  if (isAt(found, before) || (found.kind === 'folder' && before === undefined)) return { type: 'clean' };
  if (found.kind === 'absent') return { type: 'conflict', why: 'you deleted it, the entry changes it' };
  if (found.kind === 'folder') return { type: 'conflict', why: 'you have a folder there' };
  if (before === undefined)
    return { type: 'conflict', why: 'you have a file there, the entry makes another one' };
  if (after === undefined) return { type: 'conflict', why: 'you changed it, the entry deletes it' };
  return await mergeFile({ before, after, found }, content);
}

interface ThreeFiles {
  readonly before: FileState;
  readonly after: FileState;
  readonly found: Version;
}

async function mergeFile({ before, after, found }: ThreeFiles, content: Content): Promise<Landing> {
  const mode = oneOf(before.mode, found.mode, after.mode);
  if (mode === undefined) return { type: 'conflict', why: 'you and the entry made different kinds of it' };
  const same = (one: FileState, sha: string) => one.content.sha256 === sha;
  const mine = sha256(found.content);
  if (same(after, before.content.sha256) || same(after, mine))
    return landed(found, { mode, content: found.content });
  const theirs = await content(after.content);
  if (same(before, mine)) return landed(found, { mode, content: theirs });
  if ([before.mode, after.mode, found.mode].includes('120000'))
    return { type: 'conflict', why: 'you and the entry lead the link elsewhere' };
  const base = await content(before.content);
  if (![base, theirs, found.content].every(isText))
    return { type: 'conflict', why: 'you changed it too, and it is not text' };
  const crLf = hasCrLf(found.content) && !base.includes(13);
  const ours = crLf ? asIn('lf', found.content) : found.content;
  const text = await mergeText({ base, ours, theirs });
  if ('conflicts' in text)
    return { type: 'conflict', why: `you changed the same lines, in ${places(text.conflicts)}` };
  return landed(found, { mode, content: crLf ? asIn('crlf', text.text) : text.text });
}

/** Where it is what the user has already, there is nothing to do. */
function landed(from: Version, to: Version): Landing {
  if (to.mode === from.mode && Buffer.compare(to.content, from.content) === 0) return { type: 'there' };
  return { type: 'merged', from, to };
}

/** What one side changed counts; undefined: both did, differently. */
function oneOf(before: FileMode, mine: FileMode, theirs: FileMode): FileMode | undefined {
  if (mine === before || mine === theirs) return theirs;
  return theirs === before ? mine : undefined;
}

function stateOf({ mode, content }: Version): FileState {
  return { mode, content: { sha256: sha256(content), bytes: content.length } };
}

function places(count: number): string {
  return count === 1 ? 'one place' : `${count} places`;
}

// Ends of lines: git may keep LF where the user's files have CRLF, and neither is the entry's doing.

/** As git tells it: no NUL near the beginning. */
function isText(content: Uint8Array): boolean {
  return !content.subarray(0, 8000).includes(0);
}

/** Every line ends so. */
function hasCrLf(content: Uint8Array): boolean {
  let lines = 0;
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) {
    if (content[at - 1] !== 13) return false;
    lines += 1;
  }
  return lines > 0;
}

/** Byte by byte, whatever the encoding. */
function asIn(ends: 'lf' | 'crlf', content: Uint8Array): Buffer {
  const text = Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n');
  return Buffer.from(ends === 'lf' ? text : text.replaceAll('\n', '\r\n'), 'latin1');
}
