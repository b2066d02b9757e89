// The figures of every entry below a folder, in one hash: where two are the same, nothing was written, added, taken away, renamed or
// marked in between. Where there are many files a process of its own looks, and what it finds does not pass through here.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../machine.ts';
import { runProbe } from '../spawn/probe.ts';

interface FiguresAsked {
  /** Folders as well. */
  readonly folders: boolean;
  /** Folders in which nobody looks. */
  readonly away?: readonly string[];
  /** Nothing may have changed after this file was written; or what did after a moment stands behind an empty line. */
  readonly after?: { readonly file: string } | { readonly ms: number };
  /** Where the list is kept. */
  readonly kept?: string;
  readonly timeoutMs: number;
}

/** Device, inode, time of change, which changes with everything else, and name: each ended by NUL. */
const figures = '%D %i %C@ %P\\0';
const figuresShape = /^(\d+) (\d+) (\S+) ([\s\S]+)$/;

const script = 'cd "$1" && kept=$2 && shift 2 && find . "$@"';
const hashing = { kept: `${script} | tee -- "$kept" | sha256sum`, gone: `${script} | sha256sum` };

/** Undefined: something could not be looked at, not in time, or has changed. */
export async function hashFigures(top: string, asked: FiguresAsked): Promise<string | undefined> {
  const { folders, away = [], after, kept, timeoutMs } = asked;
  const literal = (path: string) => `./${path.replaceAll(/[*?[\]\\]/g, '\\$&')}`;
  const words = [
    ...away.flatMap((path) => ['-path', literal(path), '-type', 'd', '-prune', '-o']),
    ...(folders ? [] : ['!', '-type', 'd']),
    ...(after === undefined ? [] : ['(', ...lateWords(after), '-o', '-true', ')']),
    ...['-printf', figures],
  ];
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
  const line = kept === undefined ? hashing.gone : hashing.kept;
  const { output } = await runProbe(['/bin/sh', '-c', line, 'joust', top, kept ?? '', ...words], {
    env,
    timeoutMs: Math.max(1, Math.ceil(timeoutMs)),
  });
  // Whatever goes wrong says so as well.
  return /^([0-9a-f]{64}) +-\n$/.exec(output)?.[1];
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

/** Of a list that was kept. */
export function* listedEntries(list: Buffer): Generator<ListedEntry> {
  for (const line of list.toString('utf8').split('\0')) {
    const [, dev, ino, changedAt, name] = figuresShape.exec(line) ?? [];
    if (name !== undefined)
      yield { name, line, identity: `${dev} ${ino}`, changedAtMs: Number(changedAt) * 1000 };
  }
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
