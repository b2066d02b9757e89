// The figures of every entry below a folder, in one hash: where two are the same, nothing was written, added, taken away, renamed or
// marked in between. Where there are many files a process of its own looks, and what it finds does not pass through here.
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cores, sha256 } from '../machine.ts';
import { runProbe } from '../spawn/probe.ts';

interface FiguresAsked {
  /** Folders as well. */
  readonly folders: boolean;
  /** Folders in which nobody looks. */
  readonly away?: readonly string[];
  /** Nothing may have changed after this file was written; or what did after a moment stands behind an empty line. */
  readonly after?: { readonly file: string } | { readonly ms: number };
  /** Where the list is kept, in parts: what their names begin with. */
  readonly kept?: string;
  readonly timeoutMs: number;
}

/** Device, inode, size, mode, times of writing and of change, path: each ended by NUL. */
const figures = '%D %i %s %m %T@ %C@ %p\\0';
const figuresShape = /^(\d+) (\d+) \d+ \d+ \S+ (\S+) \.\/([\s\S]+)$/;

/** To look takes a processor as long as the looking lasts. */
const mostParts = 4;
const canSplit = "split -n r/1 -t '\\0' --filter=: /dev/null 2>/dev/null";

/**
 * Undefined: something could not be looked at, not in time, or has changed. Folders are dealt out to as many as there are processors,
 * where split knows how; each says a hash of what it saw.
 */
export async function hashFigures(top: string, asked: FiguresAsked): Promise<string | undefined> {
  const { folders, away = [], after, kept, timeoutMs } = asked;
  const literal = (path: string) => `./${path.replaceAll(/[*?[\]\\]/g, '\\$&')}`;
  const passing = away.flatMap((path) => ['-path', literal(path), '-type', 'd', '-prune', '-o']);
  const words = quoted([
    ...passing,
    ...(folders ? [] : ['!', '-type', 'd']),
    ...(after === undefined ? [] : ['(', ...lateWords(after), '-o', '-true', ')']),
    ...['-printf', figures],
  ]);
  const hash = kept === undefined ? 'sha256sum' : 'tee -- "$FILE" | sha256sum';
  const part = `xargs -0 -r sh -c ${quoted([`find "$@" -maxdepth 1 ${words}`])} figures | ${hash}`;
  const dealt = `split -n r/${Math.min(cores(), mostParts)} -t '\\0' --filter=${quoted([part])} - "$2"`;
  const script = `cd "$1" && if ${canSplit}
    then find . ${quoted([...passing, '-type', 'd', '-print0'])} | ${dealt}
    else FILE=$2aa; find . ${words} | ${hash}; fi`;
  const { output } = await runProbe(['/bin/sh', '-c', script, 'joust', top, kept ?? ''], {
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', SHELL: '/bin/sh' },
    timeoutMs: Math.max(1, Math.ceil(timeoutMs)),
  });
  // Whatever goes wrong says so as well.
  const said = output.split('\n').slice(0, -1);
  return said.length > 0 && said.every((line) => /^[0-9a-f]{64} {2}-$/.test(line))
    ? inOne(said.map((line) => line.slice(0, 64)))
    : undefined;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}

function inOne(hashes: readonly string[]): string {
  return sha256(hashes.toSorted().join('\n'));
}

function lateWords(after: NonNullable<FiguresAsked['after']>): readonly string[] {
  if ('ms' in after) return ['-newerct', `@${after.ms / 1000}`, '-printf', '\\0'];
  return ['-cnewer', after.file, '-fprintf', '/dev/stderr', 'changed', '-quit'];
}

interface ListedEntry {
  readonly name: string;
  readonly line: string;
  /** Device and inode. */
  readonly identity: string;
  readonly changedAtMs: number;
}

/** Of a list that was kept; undefined: it is not the one that came to this hash. */
export function keptEntries(kept: string, hash: string): readonly ListedEntry[] | undefined {
  const parts = keptParts(kept).map((path) => readFileSync(path));
  return inOne(parts.map((part) => sha256(part))) === hash ? parts.flatMap(entriesOf) : undefined;
}

export function dropKept(kept: string): void {
  for (const path of keptParts(kept)) rmSync(path, { force: true });
}

function keptParts(kept: string): readonly string[] {
  const [folder, start] = [dirname(kept), basename(kept)];
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => join(folder, name));
}

function entriesOf(list: Buffer): readonly ListedEntry[] {
  return list
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, dev, ino, changedAt, name] = figuresShape.exec(line) ?? [];
      return name === undefined
        ? []
        : [{ name, line, identity: `${dev} ${ino}`, changedAtMs: Number(changedAt) * 1000 }];
    });
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
      const found = lstatSync(join(top, path), { bigint: true });
      const { ino, size, mode, mtimeNs, ctimeNs } = found;
      if (afterNs !== undefined && ctimeNs > afterNs) return undefined;
      lines.push([ino, size, mode, mtimeNs, ctimeNs, path].join(' '));
      if (found.isDirectory()) for (const name of readdirSync(join(top, path))) open.push(join(path, name));
    }
  } catch {
    return undefined;
  }
  return sha256(lines.join('\0'));
}
