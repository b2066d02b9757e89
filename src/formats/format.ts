// What a format is: a name, a version of its rules, and a plain function over a contest.
import type { Contest } from '../contest/contest.ts';
import type { AttemptResult } from '../contest/step.ts';

export interface Format {
  readonly name: string;
  /** Changed whenever an old record could not be played on by the new rules. */
  readonly version: number;
  /** Playing it again over the same record gives the same result; that is all there is to resuming. */
  play(contest: Contest): Promise<readonly AttemptResult[]>;
}
