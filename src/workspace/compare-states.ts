// The differences between two versions of files, as a patch to be read.
import type { BlobRef, FileState } from '../domain/change.ts';
import { quotedPath } from '../domain/changed-file.ts';
import { compareText, type TextPair } from '../process/git/compare-text.ts';

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
      ...(one !== undefined && { one: await content(one.content) }),
      ...(other !== undefined && { other: await content(other.content) }),
    });
  const hunks = await compareText(texts);
  return pairs.map((pair, at) => compared(pair, hunks[at] ?? ''));
}

function compared(pair: StatePair, hunks: string): ComparedFile {
  const head = heading(pair);
  if (hunks === 'binary') return { path: pair.path, text: `${head}Binary files differ\n` };
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
