// What a judge compares, and who judges; names are for the operator and never reach a judge.
import type { Contestant } from '../domain/contestant.ts';
import type { Names } from './blind/names.ts';

export interface Entry {
  /** The contestant's name. */
  readonly contestant: string;
  readonly family: string;
  /** The key of the attempt that handed it in. */
  readonly key: string;
  readonly text: string;
  /** What its author says in its own words, where the text quotes it. */
  readonly spoken?: string;
}

export interface Judge {
  readonly contestant: Contestant;
  readonly family: string;
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
}
