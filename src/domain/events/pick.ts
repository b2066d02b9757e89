// What a person picked: the words for it, and what was picked and had forgotten again.
import type { JoustEvent } from '../event.ts';

export const picks = ['a', 'b', 'tie', 'bad', 'skip'] as const;
export type Pick = (typeof picks)[number];

/** What may be said of two answers, word for word. Whole messages; a sentence that merely begins so means nothing. */
export const pickWords = {
  a: ['a', 'pick a', 'left'],
  b: ['b', 'pick b', 'right'],
  tie: ['tie', 'equal', 'both', 'neither', 't'],
  bad: ['bad', 'both bad'],
  skip: ['skip', 'cancel', 'abort', 'never mind'],
} as const satisfies Readonly<Record<Pick, readonly string[]>>;

export function readPick(message: string): Pick | undefined {
  return saidChoice({ choices: picks, words: pickWords }, message) as Pick | undefined;
}

interface Choices {
  readonly choices: readonly string[];
  /** Other words for them, by choice; what is said means a choice only as a whole. */
  readonly words?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Which of a question's choices somebody means. Case and the space around it do not matter; undefined: it means none of them. */
export function saidChoice({ choices, words = {} }: Choices, said: string): string | undefined {
  const message = said.trim().toLowerCase();
  return choices.find(
    (choice) =>
      choice.toLowerCase() === message ||
      (Object.hasOwn(words, choice) && words[choice]?.some((word) => word === message) === true),
  );
}

/** Who a verdict is by that no agent gave. */
export const personJudge = 'person';

/** Where preferences stand that were brought from elsewhere: no contest, and no contest can be called so. */
export const importedPreferences = 'imported-preferences';

/** Without what was forgotten: it stands in the ledger, and nothing reads it. What was imported again after it was forgotten is known again. */
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
