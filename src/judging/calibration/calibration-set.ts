// Pairs of answers of which one is known to be right, written for joust: what a judge's word is worth is measured with them.
import { readFileSync } from 'node:fs';

const calibrationKinds = ['code', 'reasoning', 'instruction', 'factual'] as const;
export type CalibrationKind = (typeof calibrationKinds)[number];

/** What speaks for the wrong answer although it says nothing about it. */
export type Decoy = 'longer' | 'formatted' | 'confident' | 'addresses-judge' | 'first';

export interface CalibrationPair {
  /** Stable for ever: records of judges name it. */
  readonly id: string;
  readonly kind: CalibrationKind;
  /** How hard the fault is to find, as its author sees it. */
  readonly level: 'easy' | 'middling' | 'hard';
  readonly task: string;
  readonly good: string;
  readonly bad: string;
  /** What is wrong with the bad one, in one sentence for people; never shown to judges. */
  readonly why: string;
  /** Of the bad one. "first": it is shown first in the first look. */
  readonly decoys: readonly Decoy[];
  /** Passes for the good answer and throws for the bad one; the tests run it, with what it may use. */
  readonly proof?: { readonly language: 'javascript'; readonly check: string };
}

/** The first digits of the content's SHA-256. A test holds it to the files, so that records tell one set from the next. */
export const calibrationVersion = '6149af512fd2';

let pairs: readonly CalibrationPair[] | undefined;

/** All pairs in a fixed order, the kinds by turns, so that the first of them are of all kinds. Read when first asked for. */
export function calibrationPairs(): readonly CalibrationPair[] {
  pairs ??= Object.freeze(byTurns(calibrationKinds.map(readKind)));
  return pairs;
}

function byTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
}

function readKind(kind: CalibrationKind): CalibrationPair[] {
  const folder = import.meta.url.endsWith('.ts') ? './pairs/' : './calibration/';
  const text = readFileSync(new URL(`${folder}${kind}.jsonl`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => Object.freeze(JSON.parse(line) as CalibrationPair));
}
