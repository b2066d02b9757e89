// One step of a contest: what is asked of a contestant, and what comes back.
import type { Contestant, Role, Tier } from '../../domain/contestant.ts';
import type { AttemptEnded, AttemptParked, CheckEnded, ChildEnded, JoustEvent } from '../../domain/event.ts';
import type { EntrySealed } from '../../domain/events/entry-event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { TaskPlace } from '../../domain/suite/suite-plan.ts';
import type { Limits } from '../../domain/usage.ts';
import { sha256 } from '../../process/machine.ts';
import { specInputs, type WorkspaceSpec } from '../workspace/workspace-spec.ts';

export interface AttemptStep {
  /** Unique in the contest. */
  readonly key: string;
  readonly contestant: Contestant;
  readonly prompt: string;
  readonly tier: Tier;
  readonly cwd: string;
  /** Absent: a contestant's own. */
  readonly role?: Exclude<Role, 'contestant'>;
  /** Where everybody takes several turns: which this is. It changes nothing, and is shown. */
  readonly round?: number;
  /** Without tools and instructions, in an empty folder of its own; the folder above does not count then. */
  readonly bare?: boolean;
  /** A private checkout to work in; what is left in it is the entry. The folder above is then only where paths count from. */
  readonly workspace?: WorkspaceSpec;
  /** Somebody decided that it plays whatever is left of the budget. */
  readonly beyondBudget?: boolean;
  /** Called when it has a place to work in, and is about to run. */
  begun?(): void;
}

/**
 * How much of its prompt the user wrote: what contestants are asked begins with the task, and that with the user's words.
 * Everything behind them is quoted, and who is bare is shown quotations only.
 */
export function ownIn({ prompt, bare }: AttemptStep, written: string): number {
  const words = written.trim();
  const begins = prompt.startsWith(words) && /^(?:\s|$)/.test(prompt.slice(words.length));
  return begins && bare !== true ? words.length : 0;
}

/** Everything the attempt's result depends on. */
export function inputsOf({ prompt, contestant, tier, cwd, bare, workspace }: AttemptStep): string {
  const where = workspace === undefined ? cwd : specInputs(workspace);
  const alone = workspace === undefined ? 'bare' : ['bare', ...specInputs(workspace)];
  return sha256(JSON.stringify([prompt, contestant, tier, bare === true ? alone : where]));
}

export interface StopStep {
  /** Unique in the contest. */
  readonly key: string;
  /** Keys of the attempts that are not needed any more. */
  readonly attempts: readonly string[];
  readonly reason: string;
}

/** How a step came out: with an end, or set aside until its account's quota is back. */
export type AttemptResult = EndedAttempt | ParkedAttempt;

export interface EndedAttempt {
  readonly state: 'ended';
  readonly key: string;
  readonly contestant: Contestant;
  readonly end: AttemptEnded;
  /** What it left in its workspace. */
  readonly entry?: EntrySealed;
  /** The answer, or what there was of it, from the ledger: many long ones are not all held in memory. */
  text(): Promise<string>;
}

export interface ParkedAttempt {
  readonly state: 'parked';
  readonly key: string;
  readonly contestant: Contestant;
  readonly parked: AttemptParked;
}

export function isOk(result: AttemptResult): result is EndedAttempt {
  return result.state === 'ended' && result.end.outcome === 'ok';
}

/** Nothing starts in a closed contest. */
export function unplayed(id: string, key: string): JoustError {
  return new JoustError(`contest ${id} is closed, and its record has no end of ${key}`, {
    code: 'ledger',
    hint: 'It was written by another joust, or its record is damaged; nothing was started.',
  });
}

/** For whoever only tells what is on record: it waits, though not for a quota. */
export function notEndedYet({ key, contestant }: AttemptStep, inputs: string, now: Date): ParkedAttempt {
  const why = { account: '', reason: 'it has not ended yet', until: now.toISOString(), guessed: true };
  const about = { key, run: 0, contestant: contestant.name, inputs };
  return { state: 'parked', key, contestant, parked: { type: 'attempt.parked', v: 1, ...about, ...why } };
}

/** An end on record, with its text at hand for whoever shows it. */
export interface Landed {
  readonly end: AttemptEnded;
  readonly text: string;
  readonly entry?: EntrySealed;
}

export interface Parked {
  readonly parked: AttemptParked;
}

/** What a format finds out on its way. */
export type Fact = Extract<
  JoustEvent,
  {
    type:
      | 'verdict.given'
      | 'judge.calibrated'
      | 'winner.decided'
      | 'race.downgraded'
      | 'race.candidate'
      | 'cell.measured';
  }
>;

/** What a whole contest leaves behind besides its steps. */
export type NotedFact = Extract<
  JoustEvent,
  { type: 'folder.watched' | 'agents.identified' | 'contest.closed' }
>;

/** What is to be played; all of it counts for whether a recorded end still does. */
export interface ChildRequest {
  readonly format: string;
  /** As they are recorded; absent: the format makes them. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly prompt: string;
  /** How much of its beginning the user wrote; the rest came from files or standard input. Absent: all of it. */
  readonly own?: number;
  /** Names of the files whose content is part of the prompt. */
  readonly files: readonly string[];
  readonly cwd: string;
  readonly roster: readonly Contestant[];
  /** Who serves without competing; those who also play stand in the roster alone. */
  readonly staff?: readonly Contestant[];
  readonly tier: Tier;
  readonly joustVersion: string;
  readonly limits?: Limits;
  /** The contest this one is about. */
  readonly about?: string;
}

/** The same where it is made ready as any contest is that somebody starts: by the rules of its format, where it is played. */
export interface ChildStart {
  readonly format: string;
  readonly prompt: string;
  /** By name, as whoever starts a contest says them. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly place: TaskPlace;
  readonly contestant: Contestant;
  /** Tells it from others that ask the same. */
  readonly trial: number;
  /** Hosts of a pool with this label play it. */
  readonly pool?: string;
}

export interface ChildResult {
  readonly contest: string;
  readonly outcome: ChildEnded['outcome'];
  readonly results: readonly AttemptResult[];
  /** What its format came to. */
  readonly result?: unknown;
  /** That as cases which passed or not, where its format tells it so. */
  readonly cases?: readonly ChildCase[];
  /** Why it was not opened. */
  readonly why?: string;
}

export interface ChildCase {
  readonly name: string;
  readonly failure?: string;
  /** Why it says neither. */
  readonly skipped?: string;
}

/** How playing it went: over, or not to be gone on with in this playing (a person or a quota is waited for). */
export type PlayedChild = Omit<ChildResult, 'contest'> | 'waits';

export interface CheckResult {
  readonly end: CheckEnded;
  stdout(): Promise<string>;
  stderr(): Promise<string>;
  /** What it left in the file it was to leave its figures in; undefined: nothing. */
  report(): Promise<string | undefined>;
  /** Reports that its test runners left of their own, as JSON. */
  reports(): Promise<string | undefined>;
}
