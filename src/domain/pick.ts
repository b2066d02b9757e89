// What a person may say of two answers, word for word. Anything else is no pick.
import { saidChoice } from './said-choice.ts';

export const picks = ['a', 'b', 'tie', 'bad', 'skip'] as const;
export type Pick = (typeof picks)[number];

/** Whole messages; a sentence that merely begins so means nothing. */
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
