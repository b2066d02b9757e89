// The figures of every entry below a folder, in one hash: where two are the same, nothing was written, added, taken away, renamed or
// marked in between. Where there are many files processes of their own look, and what they find does not pass through here.
import { isAscii } from 'node:buffer';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cores, sha256 } from '../machine.ts';
import { runProgram } from '../spawn/run-program.ts';
import { quoted, type RanProgram, type RunLimits } from '../spawn/starter.ts';

interface FiguresAsked {
  /** Folders as well. */
  readonly folders: boolean;
  /** Folders in which nobody looks. */
  readonly away?: readonly string[];
  /** What changed after this moment stands behind an empty line. */
  readonly since?: number;
  /** Where the list is kept. */
  readonly kept?: string;
  readonly timeoutMs: number;
}

/** Time of change, which changes with everything else, device, inode and name: each ended by NUL. */
const figures = '%C@ %D %i %P\\0';
const figuresShape = /^(\S+) (\d+) (\d+) ([\s\S]+)$/;

const script = 'cd "$1" && kept=$2 && shift 2 && find . "$@"';
const hashing = { kept: `${script} | tee -- "$kept" | sha256sum`, gone: `${script} | sha256sum` };

/** Undefined: something could not be looked at, not in time, or has changed. */
export async function hashFigures(top: string, asked: FiguresAsked): Promise<string | undefined> {
  const { folders, away = [], since, kept, timeoutMs } = asked;
  const words = [
    ...passingOver(away),
    ...(folders ? [] : ['!', '-type', 'd']),
    ...(since === undefined
      ? []
      : ['(', '-newerct', `@${since / 1000}`, '-printf', '\\0', '-o', '-true', ')']),
    '-printf',
    figures,
  ];
  const line = kept === undefined ? hashing.gone : hashing.kept;
  const { stdout, stderr } = await byShell([line, top, kept ?? '', ...words], { timeoutMs });
  // Whatever goes wrong says so as well.
  return stderr === '' ? /^([0-9a-f]{64}) +-\n$/.exec(stdout.toString('latin1'))?.[1] : undefined;
}

function byShell([line = '', ...words]: readonly string[], limits: RunLimits): Promise<RanProgram> {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  const program = { argv: ['/bin/sh', '-c', line, 'joust', ...words], cwd: '/', env };
  return runProgram(program, limits).catch(() => ({ code: null, stdout: Buffer.alloc(0), stderr: '' }));
}

function passingOver(away: readonly string[]): readonly string[] {
  return away.flatMap((path) => ['-type', 'd', '-path', literal(path), '-prune', '-o']);
}

function literal(path: string): string {
  return `./${path.replaceAll(/[*?[\]\\]/g, '\\$&')}`;
}

interface FoldersAsked {
  readonly away?: readonly string[];
  /** Nothing may have changed after this file was written. */
  readonly than?: string;
  readonly timeoutMs: number;
}

export interface Folders {
  /** Each ended by NUL. */
  readonly names: Buffer;
  /** The youngest time of change of any of them, as figures tell it. */
  readonly changedAt: string;
}

/** All folders below one, and itself. Undefined: something could not be looked at, not in time, or has changed. */
export async function listFolders(
  top: string,
  { away = [], than, timeoutMs }: FoldersAsked,
): Promise<Folders | undefined> {
  const younger =
    than === undefined ? [] : ['-cnewer', than, '-fprintf', '/dev/stderr', 'changed', '-quit', ','];
  const words = ['(', ...younger, '-type', 'd', '-printf', '%C@ ./%P\\0', ')'];
  const line = 'cd "$1" && shift && exec find . "$@"';
  const { code, stdout, stderr } = await byShell([line, top, ...passingOver(away), ...words], { timeoutMs });
  if (code !== 0 || stderr !== '') return undefined;
  // Names need not be text.
  const names = stdout.toString('latin1').replaceAll(/(^|\0)[\d.]+ /g, '$1');
  return { names: Buffer.from(names, 'latin1'), changedAt: youngestIn(stdout) ?? '' };
}

interface YoungerAsked extends Omit<FoldersAsked, 'than'> {
  readonly folders: Folders;
  /** Whatever changed after this file was written, or after a moment as figures tell it. */
  readonly than: { readonly file: string } | { readonly moment: string };
}

/** So many parts for each core: they do not take the same time. */
const partsPerCore = 2;

/**
 * Whether anything in these folders is younger than that, or one of them: whatever is added, taken away or renamed changes its folder.
 * On all cores at once, and without a word about what is not. What cannot be looked at counts as changed.
 */
export async function isAnyYounger(
  top: string,
  { folders, than, away = [], timeoutMs }: YoungerAsked,
): Promise<boolean> {
  const count = folders.names.reduce((sum, byte) => (byte === 0 ? sum + 1 : sum), 0);
  const each = Math.max(1, Math.ceil(count / (cores() * partsPerCore)));
  const younger = 'file' in than ? ['-cnewer', than.file] : ['-newerct', `@${than.moment}`];
  // Hardly any is: what takes longer is asked of those alone.
  const words = [...younger, ...away.flatMap((path) => ['!', '-path', literal(path)]), '-print', '-quit'];
  const line = 'cd "$1" && shift && exec xargs -0 -P "$1" -n "$2" /bin/sh -c "$3" joust';
  const find = `exec find "$@" -maxdepth 1 ${words.map(quoted).join(' ')}`;
  const { code, stdout, stderr } = await byShell([line, top, String(cores()), String(each), find], {
    input: folders.names,
    timeoutMs,
  });
  return code !== 0 || stdout.length > 0 || stderr !== '';
}

interface ListedEntry {
  readonly name: string;
  readonly line: string;
  /** Device and inode. */
  readonly identity: string;
  readonly changedAtMs: number;
}

/** Of a list that was kept. */
export function* listedEntries(list: Buffer): Generator<ListedEntry> {
  for (const line of list.toString('utf8').split('\0')) {
    const [, changedAt, dev, ino, name] = figuresShape.exec(line) ?? [];
    if (name !== undefined)
      yield { name, line, identity: `${dev} ${ino}`, changedAtMs: Number(changedAt) * 1000 };
  }
}

/** The youngest time of change in a list that was kept, as `isAnyYounger` takes it. */
export function youngestIn(list: Buffer): string | undefined {
  let youngest: Buffer | undefined;
  for (let at = 0, end = list.indexOf(0); end >= 0; at = end + 1, end = list.indexOf(0, at)) {
    const space = list.indexOf(32, at);
    if (space > end || space < 0) continue;
    const time = list.subarray(at, space);
    // As long as each other for the next centuries.
    if (youngest === undefined || time.compare(youngest) > 0) youngest = time;
  }
  return youngest?.toString('latin1');
}

interface WalkAsked {
  readonly most: number;
  /** Nothing may have changed since. */
  readonly afterNs?: bigint;
}

/** The same by walking: to look at a few is quicker than to start a process. */
export function walkFigures(top: string, { most, afterNs }: WalkAsked): string | 'many' | undefined {
  const lines: string[] = [];
  const open = [''];
  try {
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (lines.length + open.length > most) return 'many';
      const place = placeOf(top, path);
      const found = lstatSync(place, { bigint: true });
      const { ino, size, mode, mtimeNs, ctimeNs } = found;
      if (afterNs !== undefined && ctimeNs > afterNs) return undefined;
      lines.push([ino, size, mode, mtimeNs, ctimeNs, path].join(' '));
      // Names need not be text.
      if (found.isDirectory()) for (const name of readdirSync(place, 'latin1')) open.push(join(path, name));
    }
  } catch {
    return undefined;
  }
  return sha256(lines.join('\0'));
}

/** `path` holds a letter for each byte. */
function placeOf(top: string, path: string): string | Buffer {
  const bytes = Buffer.from(path, 'latin1');
  return isAscii(bytes) ? join(top, path) : Buffer.concat([Buffer.from(`${top}/`), bytes]);
}
