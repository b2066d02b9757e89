// Every entry below a folder with its figures, listed by a process of its own where there are many: where two lists are the same bytes,
// nothing was written, added, taken away, renamed or marked in between.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { printedBy } from '../spawn/probe.ts';

interface ListAsked {
  /** Folders as well. */
  readonly folders: boolean;
  /** Folders in which nobody looks. */
  readonly away?: readonly string[];
  /** Entries that changed after this moment, or after this file was written, stand behind an empty line. */
  readonly after?: { readonly ms: number } | { readonly file: string };
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface Listed {
  /** False: some could not be looked at. */
  readonly whole: boolean;
  readonly lines: Buffer;
}

/** Device, inode, size, mode, times of writing and of change, name: each ended by NUL. */
const figures = '%D %i %s %m %T@ %C@ %P\\0';
const figuresShape = /^(\d+) (\d+) \d+ \d+ \S+ (\S+) ([\s\S]+)$/;

/** Undefined: nobody could, or not in time. */
export async function listFigures(top: string, asked: ListAsked): Promise<Listed | undefined> {
  const { folders, away = [], after, timeoutMs, signal } = asked;
  const literal = (path: string) => `./${path.replaceAll(/[*?[\]\\]/g, '\\$&')}`;
  const late = after && ('ms' in after ? ['-newerct', `@${after.ms / 1000}`] : ['-cnewer', after.file]);
  const argv = [
    ...['find', '.', ...away.flatMap((path) => ['-path', literal(path), '-type', 'd', '-prune', '-o'])],
    ...(folders ? [] : ['!', '-type', 'd']),
    ...(late === undefined ? [] : ['(', ...late, '-printf', '\\0', '-o', '-true', ')']),
    ...['-printf', figures],
  ] as const;
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  const said = await printedBy(argv, { env, cwd: top, timeoutMs, ...(signal && { signal }) });
  // A find that knows less, or none.
  if (said === undefined || (said.code !== 0 && said.stdout.length === 0)) return undefined;
  return { whole: said.code === 0, lines: said.stdout };
}

export function hasLate({ lines }: Listed): boolean {
  return lines[0] === 0 || lines.includes('\0\0');
}

interface ListedEntry {
  readonly name: string;
  readonly line: string;
  /** Device and inode. */
  readonly identity: string;
  readonly changedAtMs: number;
}

export function* listedEntries(lines: Buffer): Generator<ListedEntry> {
  for (const line of lines.toString('utf8').split('\0')) {
    const [, dev, ino, changedAt, name] = figuresShape.exec(line) ?? [];
    if (name !== undefined)
      yield { name, line, identity: `${dev} ${ino}`, changedAtMs: Number(changedAt) * 1000 };
  }
}

/** The same by walking: to look at a few is quicker than to start a process. Undefined: there are more. */
export function walkFigures(top: string, asked: WalkAsked): Listed | undefined {
  try {
    const lines = walkedLines(top, asked);
    return lines && { whole: true, lines: Buffer.from(`${lines.join('\0')}\0`) };
  } catch {
    return { whole: false, lines: Buffer.alloc(0) };
  }
}

interface WalkAsked {
  readonly most: number;
  readonly afterNs?: bigint;
}

function walkedLines(top: string, { most, afterNs }: WalkAsked): readonly string[] | undefined {
  const lines: string[] = [];
  const open = [''];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (lines.length + open.length > most) return undefined;
    const found = lstatSync(join(top, path), { bigint: true });
    const { ino, size, mode, mtimeNs, ctimeNs } = found;
    if (afterNs !== undefined && ctimeNs > afterNs) lines.push('');
    lines.push([ino, size, mode, mtimeNs, ctimeNs, path].join(' '));
    if (found.isDirectory()) for (const name of readdirSync(join(top, path))) open.push(join(path, name));
  }
  return lines;
}
