// The baseline: sentences that were there before the rules. It has one line for each breach and only ever shrinks.
import { createHash } from 'node:crypto';
import type { Breach } from './rules.ts';

export interface Compared {
  /** Breaches that the baseline doesn't have. */
  readonly added: readonly Breach[];
  /** Lines of the baseline whose sentence is gone. */
  readonly stale: readonly string[];
  readonly known: readonly string[];
}

/** By rule and words alone: a sentence may move to another file, but any change to it makes it count. */
export function lineOf({ rule, text }: Breach): string {
  return createHash('sha256').update(`${rule}\n${text}`).digest('hex').slice(0, 12);
}

export function compare(breaches: readonly Breach[], baseline: string): Compared {
  const left = baseline.split('\n').filter((line) => /^[0-9a-f]{12}$/.test(line));
  const open = new Map<string, number>();
  for (const line of left) open.set(line, (open.get(line) ?? 0) + 1);
  const added: Breach[] = [];
  const known: string[] = [];
  for (const breach of breaches) {
    const line = lineOf(breach);
    const count = open.get(line) ?? 0;
    if (count === 0) added.push(breach);
    else known.push(line);
    open.set(line, Math.max(0, count - 1));
  }
  return { added, known, stale: [...open].flatMap(([line, count]) => Array<string>(count).fill(line)) };
}

export function baselineOf(lines: readonly string[]): string {
  return `${lines.toSorted().join('\n')}\n`;
}
