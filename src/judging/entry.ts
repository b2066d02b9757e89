// What a judge compares, who judges, and the rubric: what is scored, on which scale, and how much it weighs. Names are for
// the operator and never reach a judge.
import type { BlobRef } from '../domain/change.ts';
import type { Contestant } from '../domain/contestant.ts';
import type { Names } from './blind/scrub.ts';
import type { Dimension } from './verdict/read-verdict.ts';

export interface Entry {
  /** The contestant's name. */
  readonly contestant: string;
  readonly family: string;
  /** The key of the attempt that handed it in. */
  readonly key: string;
  readonly text: string;
  /** What its author says in its own words, where the text quotes it; of a folder all that can be read in it. */
  readonly spoken?: string;
  /** Where it is a folder; the text is a card of them then. */
  readonly files?: readonly EntryFile[];
}

export interface EntryFile {
  readonly path: string;
  readonly content?: BlobRef;
  /** Absent: it is no text, or too long for one. */
  readonly text?: string | undefined;
}

export interface Judge {
  readonly contestant: Contestant;
  readonly family: string;
  /** It can be given files to read, and nothing else. */
  readonly readsFiles?: boolean;
}

/** Whether a judge may judge its own family: not where it would favour one side, with a warning, or freely. */
export type SelfJudging = 'exclude' | 'warn' | 'allow';

export interface JudgingContext {
  /** The task as the contestants were asked it. */
  readonly task: string;
  /** Names that must not show. */
  readonly names: Names;
  /** What counts, in the words of whoever asked; absent: correctness and usefulness. */
  readonly criteria?: string;
  /** Markdown is evened out in judges' copies. */
  readonly even?: boolean;
  /** Copies are made as they were before they lost hidden characters. */
  readonly asBefore?: boolean;
}

interface RubricDimension extends Dimension {
  readonly weight: number;
  /** What it means, in a sentence for the judge. */
  readonly about?: string;
}

export interface Rubric {
  readonly dimensions: readonly RubricDimension[];
  /** As contests of before counted: what lies above the lowest mark, and no zero below it. */
  readonly countsFrom?: 'minimum';
}

/** A contest opened by the rules of before is told by them. */
export function ruledBy(rubric: Rubric, isOld: boolean): Rubric {
  return isOld ? { ...rubric, countsFrom: 'minimum' } : rubric;
}

/** Part of the most that could be had, from 0 to 1: 4 of 5 is 0.8. Undefined where a dimension is missing: no free marks. */
export function weightedScore(
  { dimensions, countsFrom }: Rubric,
  scores: Readonly<Record<string, number>>,
): number | undefined {
  let [sum, weights] = [0, 0];
  for (const { name, min, max, weight } of dimensions) {
    const score = Object.hasOwn(scores, name) ? scores[name] : undefined;
    if (score === undefined) return undefined;
    const nothing = countsFrom === 'minimum' ? min : 0;
    sum += (weight * (score - nothing)) / (max - nothing);
    weights += weight;
  }
  return weights === 0 ? undefined : sum / weights;
}
