// What a format is: a name, a version of its rules, and a plain function over a contest.
import type { z } from 'zod';
import type { Contest } from '../contest/handle/contest.ts';
import type { AttemptResult } from '../contest/handle/step.ts';
import type { Player } from '../contest/play/player.ts';
import type { Contestant, Tier } from '../domain/contestant.ts';
import type { AttemptEnded, ContestClosed } from '../domain/event.ts';
import type { Limits } from '../domain/usage.ts';
import type { StagedBlob } from '../ledger/ledger.ts';

/** What a contest came to: figures and names for its document to tell. Played again, it is the same. */
export interface FormatResult {
  readonly type: string;
}

export interface Format<Result extends FormatResult = never> {
  readonly name: string;
  /** Changed whenever the same record would come to something else by the new rules. */
  readonly version: number;
  /** Records from this version on are played by the rules of then; absent: only those of this version are. */
  readonly oldest?: number;
  /** Names of the options it is opened with; a record with others was opened under other rules. */
  readonly options: readonly string[];
  /** What it comes to; absent: the answers are all there is. */
  readonly result?: z.ZodType<Result>;
  /** Whether an answer is shown as it lands; absent: every contestant's. */
  shows?(end: AttemptEnded, options: Readonly<Record<string, unknown>>): boolean;
  /** What it comes to so far can be told: whoever has not ended yet counts as parked. */
  readonly tellsSoFar?: true;
  /** It asks by itself what has to be asked about tokens, and does with less where it must. */
  readonly gates?: true;
  /** Makes of what was wished what it is opened with. Nothing is on record yet. */
  prepare?(player: Player, wish: PrepareWish): Promise<Prepared>;
  /** The attempts it will probably take, for an estimate. */
  expects(setup: FormatSetup): readonly ExpectedAttempt[];
  /** Playing it again over the same record gives the same result; that is all there is to resuming. */
  play(contest: Contest): Promise<FormatEnd<Result>>;
}

export interface PrepareWish extends FormatSetup {
  readonly cwd: string;
  readonly limits: Limits;
}

export interface Prepared {
  readonly options: Readonly<Record<string, unknown>>;
  readonly limits?: Limits;
  /** Content that the options name. */
  readonly blobs: readonly StagedBlob[];
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

export interface FormatEnd<Result extends FormatResult = never> {
  /** In the order of the roster. */
  readonly results: readonly AttemptResult[];
  readonly outcome: ContestClosed['outcome'];
  /** What it came to, where that is more than the answers. */
  readonly result?: Result;
  /** It is not over: somebody may resume it, and this is what it comes to so far. */
  readonly paused?: true;
}
