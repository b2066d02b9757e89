// One run of an attempt, by whatever means: a process in a spool, or a function of this program.
import type { Agent } from '../../agents/agent.ts';
import type { AgentEnd, AgentEvent } from '../../domain/agent-event.ts';
import type { AttemptParked, AttemptStarted } from '../../domain/event.ts';
import type { Argv } from '../../workspace/sandbox/sandbox.ts';
import type { AuthChoice } from '../accounts/auth.ts';
import type { StepBudget } from '../budget/enclosing.ts';
import type { Halt, HaltReason } from '../handle/halt.ts';
import type { ContestRecord } from '../handle/record.ts';
import type { AttemptStep } from '../handle/step.ts';
import type { Player } from '../play/player.ts';
import type { Starting } from '../workspace/confine.ts';
import type { SealedEntry } from '../workspace/seal-entry.ts';
import type { WorkspaceSpec } from '../workspace/workspace-spec.ts';

export interface AttemptRun {
  readonly run: number;
  /** Nobody can guess it; for a process, the path of its spool. */
  readonly id: string;
  /** It was begun by an earlier player: it is taken up and not started. */
  readonly attached: boolean;
  begin(setup: RunSetup): LiveRun;
}

export interface RunSetup {
  readonly auth: AuthChoice;
  /** The private checkout it works in. */
  readonly workspace?: AttemptWorkspace;
  /** Waits until its account lets it start: the last thing before it does. */
  turn?(): Promise<void>;
}

export interface LiveRun {
  /** End with exactly one `ended`. Its start is on record before anything happens. */
  readonly events: AsyncIterable<AgentEvent>;
  /** Ends it before its time; without a cause it had come to its end and did not leave. */
  stop(cause?: HaltReason['outcome']): void;
  /** Whether anything was started. */
  begun(): boolean;
  /** Secret values it was given, by the name of their variable. */
  secrets(): Readonly<Record<string, string>>;
  /** After its end: ends what it left running. */
  clear(): Promise<void>;
  readonly left: Remains;
}

/** What a run leaves besides what it said. */
export interface Remains {
  /** The path that is on record; a function has none. */
  readonly spool?: string;
  /** Files with its raw output. */
  readonly streams?: { readonly stdout: string; readonly stderr: string };
  /** How much of that there is. */
  bytes(): number;
  /** As it was observed; undefined: nobody saw how it ended. */
  times(): { readonly startedAt: Date | undefined; readonly endedAt: Date } | undefined;
  /** Once how it ended is on record. */
  remove(): void;
}

/** The private checkout a run works in, from its making to its clearing away. */
export interface AttemptWorkspace {
  /** The whole of it; the path that goes on record. */
  readonly root: string;
  /** Where the work happens. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox: WorkspaceSpec['sandbox'];
  confine(start: Starting): Promise<Argv>;
  watched(events: AsyncIterable<AgentEvent>): AsyncIterable<AgentEvent>;
  /** Its size is of no interest any more. */
  unwatch(): void;
  /** What was left, and what that makes of the attempt's end. */
  seal(
    end: AgentEnd,
    secrets: Readonly<Record<string, string>>,
  ): Promise<{ readonly entry?: SealedEntry; readonly end: AgentEnd; readonly done: boolean }>;
  leave(): void;
}

/** Records the start before anything is started; one that is on record already stands. */
export async function recordStart(
  player: Player,
  attempt: AttemptToRun,
  {
    run,
    workspace,
    spool,
  }: { readonly run: number; readonly workspace?: AttemptWorkspace | undefined; readonly spool?: string },
): Promise<void> {
  const { contest, step, inputs, started } = attempt;
  if (started?.run === run) return;
  await player.recorder.record(contest, [
    {
      type: 'attempt.started',
      v: 1,
      key: step.key,
      run,
      contestant: step.contestant.name,
      role: step.role,
      round: step.round,
      workspace: workspace?.root,
      inputs,
      tier: step.tier,
      spool,
      host: player.host,
    },
  ]);
}

/** After those that are on record, parked ones included. */
export function nextRun({ started, parked }: AttemptToRun): number {
  return Math.max(started?.run ?? 0, parked?.run ?? 0) + 1;
}

/** For whoever makes a run: the attempt with its agent. */
export type AgentAttempt = AttemptToRun & { readonly agent: Agent };

export interface AttemptToRun {
  readonly contest: string;
  readonly step: AttemptStep;
  readonly inputs: string;
  /** How much of the prompt's beginning is the user's own words. */
  readonly own: number;
  readonly record: ContestRecord;
  readonly budget: StepBudget;
  readonly halt: Halt;
  /** The last run of the same step, where its end is not recorded. */
  readonly started?: AttemptStarted;
  /** That run was interrupted: there is nothing to attach to. */
  readonly over?: boolean;
  /** It is on record as parked already. */
  readonly parked?: AttemptParked;
  /** How often it was tried again in this playing. */
  readonly retries?: number;
  /** One of those tries was for a machine that slept. */
  readonly slept?: boolean;
}
