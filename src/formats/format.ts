// What a format is: a name, a version of its rules, and a plain function over a contest.
import type { Contest } from '../contest/contest.ts';
import type { AttemptResult } from '../contest/step.ts';
import type { Contestant, Tier } from '../domain/contestant.ts';
import type { AttemptEnded, ContestClosed } from '../domain/event.ts';
import type { FormatResult } from '../domain/result.ts';

export interface Format {
  readonly name: string;
  /** Changed whenever an old record could not be played on by the new rules. */
  readonly version: number;
  /** Names of the options it is opened with; a record with others was opened under other rules. */
  readonly options: readonly string[];
  /** Whether an answer is shown as it lands; absent: every contestant's. */
  shows?(end: AttemptEnded, options: Readonly<Record<string, unknown>>): boolean;
  /** The attempts it will probably take, for an estimate. */
  expects(setup: FormatSetup): readonly ExpectedAttempt[];
  /** Playing it again over the same record gives the same result; that is all there is to resuming. */
  play(contest: Contest): Promise<FormatEnd>;
}

export interface FormatSetup {
  readonly roster: readonly Contestant[];
  /** Judges, moderators and the like. */
  readonly staff: readonly Contestant[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly task: { readonly tier: Tier };
}

export interface ExpectedAttempt {
  readonly contestant: Contestant;
  readonly tier: Tier;
}

export interface FormatEnd {
  /** In the order of the roster. */
  readonly results: readonly AttemptResult[];
  readonly outcome: ContestClosed['outcome'];
  /** What it came to, where that is more than the answers. */
  readonly result?: FormatResult;
}
