// What a format is: a name, a version of its rules, and a plain function over a contest.
import type { Contest } from '../contest/handle/contest.ts';
import type { AttemptResult } from '../contest/handle/step.ts';
import type { Player } from '../contest/play/player.ts';
import type { Contestant, Tier } from '../domain/contestant.ts';
import type { AttemptEnded, ContestClosed } from '../domain/event.ts';
import type { Limits } from '../domain/usage.ts';
import type { StagedBlob } from '../ledger/ledger.ts';
import type { FormatResult } from './result.ts';

export interface Format {
  readonly name: string;
  /** Changed whenever an old record could not be played on by the new rules. */
  readonly version: number;
  /** Names of the options it is opened with; a record with others was opened under other rules. */
  readonly options: readonly string[];
  /** Whether an answer is shown as it lands; absent: every contestant's. */
  shows?(end: AttemptEnded, options: Readonly<Record<string, unknown>>): boolean;
  /** It asks by itself what has to be asked about tokens, and does with less where it must. */
  readonly gates?: true;
  /** Makes of what was wished what it is opened with. Nothing is on record yet. */
  prepare?(player: Player, wish: PrepareWish): Promise<Prepared>;
  /** The attempts it will probably take, for an estimate. */
  expects(setup: FormatSetup): readonly ExpectedAttempt[];
  /** Playing it again over the same record gives the same result; that is all there is to resuming. */
  play(contest: Contest): Promise<FormatEnd>;
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

export interface FormatEnd {
  /** In the order of the roster. */
  readonly results: readonly AttemptResult[];
  readonly outcome: ContestClosed['outcome'];
  /** What it came to, where that is more than the answers. */
  readonly result?: FormatResult;
  /** It is not over: somebody may resume it, and this is what it comes to so far. */
  readonly paused?: true;
}
