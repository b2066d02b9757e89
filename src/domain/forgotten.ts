// What a person picked and had forgotten again: it stands in the ledger, and nothing reads it.
import type { JoustEvent } from './event.ts';

/** Who a verdict is by that no agent gave. */
export const personJudge = 'person';

/** Where preferences stand that were brought from elsewhere: no contest, and no contest can be called so. */
export const importedPreferences = 'imported-preferences';

/** What was imported again after it was forgotten is known again. */
export function withoutForgotten<T extends { readonly event: JoustEvent }>(
  record: readonly T[],
): readonly T[] {
  const forgottenAt = new Map<string, number>();
  for (const [at, { event }] of record.entries())
    if (event.type === 'preference.forgotten') forgottenAt.set(event.id, at);
  if (forgottenAt.size === 0) return record;
  const isContest = record[0]?.event.type === 'contest.opened';
  return record.filter(({ event }, at) => {
    if (event.type === 'preference.imported') return at > (forgottenAt.get(event.preference.id) ?? -1);
    return !(isContest && event.type === 'verdict.given' && event.judge === personJudge);
  });
}
