// What formats about another contest have in common: its entries, and who serves.
import type { Contest } from '../contest/contest.ts';
import type { BlobRef } from '../domain/blob-ref.ts';
import type { Contestant } from '../domain/contestant.ts';
import { everybody } from '../domain/everybody.ts';
import type { Entry } from '../judging/entry.ts';
import { entryOf } from './judging-context.ts';

export interface RecordedEntry {
  readonly contestant: string;
  readonly key: string;
  readonly answer: BlobRef;
}

/** The entries with their texts, in the order they were given. */
export async function entriesWithText(
  { opened, content }: Contest,
  recorded: readonly RecordedEntry[],
): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for (const { contestant: name, key, answer } of recorded) {
    const contestant = opened.roster.find((one) => one.name === name);
    if (contestant === undefined) continue;
    found.push(entryOf({ contestant, key }, await content(answer)));
  }
  return found;
}

export function serving({ opened }: Contest, names: readonly string[]): readonly Contestant[] {
  return names.flatMap((name) => everybody(opened).find((one) => one.name === name) ?? []);
}
