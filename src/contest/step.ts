// One step of a contest: what is asked of a contestant, and what comes back.
import type { Contestant, Tier } from '../domain/contestant.ts';
import type { AttemptEnded, AttemptStarted } from '../domain/event.ts';

export interface AttemptStep {
  /** Unique in the contest. */
  readonly key: string;
  readonly contestant: Contestant;
  readonly prompt: string;
  readonly tier: Tier;
  readonly cwd: string;
}

export interface AttemptResult {
  readonly contestant: Contestant;
  readonly end: AttemptEnded;
  /** The answer, or what there was of it, from the ledger: many long ones are not all held in memory. */
  text(): Promise<string>;
}

/** An end on record, with its text at hand for whoever shows it. */
export interface Landed {
  readonly end: AttemptEnded;
  readonly text: string;
}

export interface AttemptToRun {
  readonly contest: string;
  readonly step: AttemptStep;
  readonly inputs: string;
  /** The last run of the same step, where its end is not recorded. */
  readonly started?: AttemptStarted;
  /** That run was interrupted: there is nothing to attach to. */
  readonly over?: boolean;
}
