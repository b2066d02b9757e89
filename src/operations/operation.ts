// What an operation is: anything a user can do besides playing a format, described once. Its command, route, tool, library
// function, help, completion and schemas come from the description.
import type { z } from 'zod';
import type { exitCode } from '../domain/joust-error.ts';
import type { Caller, OperationAbout, PlayedSettings } from '../domain/settings/described-operations.ts';
import type { LedgerOpener } from '../ledger/ledger.ts';
import type { GoOnRequest } from '../play/play-on.ts';
import type { ReadyContest, StartRequest } from '../play/ready.ts';
import type { ReadTask } from '../play/task/said-task.ts';
import type { ProgramCaller } from '../play/task/task-place.ts';
import type { Machine } from '../process/machine.ts';
import type { Archive, Fitting, Speaker } from '../record/archive.ts';
import type { Document } from '../views/document.ts';

export interface OperationContext {
  readonly machine: Machine;
  readonly home: string;
  readonly archive: Archive;
  /** Opens the ledger that the archive reads; absent: the user's. */
  readonly openLedger?: LedgerOpener | undefined;
  /** Whose word goes on record. */
  readonly speaker: Speaker;
  readonly signal: AbortSignal;
  /** Who calls; a host program calls as the user it belongs to. */
  readonly caller: Caller;
  /** A program that calls joust, and what its user allows it: it may only name files below its folders. */
  readonly program?: ProgramCaller | undefined;
}

/** What every contest takes that an operation starts, besides the operation's own input. */
export type Playing = Pick<
  StartRequest,
  'settings' | 'waitForQuotaMs' | 'approve' | 'cassettes' | 'pool' | 'functions' | 'program' | 'callers'
> & {
  /** For an operation that takes a prompt. */
  readonly task?: ReadTask;
};

export interface PlayingContext extends OperationContext {
  readonly playing: Playing;
}

/** What a surface plays for an operation: a new contest, or one that goes on. */
export type Playable =
  | { readonly type: 'new'; readonly ready: ReadyContest }
  | { readonly type: 'on-record'; readonly id: string; readonly asked: GoOnRequest };

/** What a change would do, before anyone agrees to it. */
export interface Prepared<Output> {
  /** The output as it would be. For `publish` it holds the exact text. */
  readonly would: Output;
  /** What the user agrees to. Absent: there is nothing to do, or nothing to ask in case of `spend`. */
  readonly question?: string | undefined;
  go(): Promise<Output>;
  /** Lets go of what was opened to look; called when all is done, refused or failed. */
  close?(): Promise<void>;
}

interface Described<Input extends z.ZodObject>
  extends Omit<OperationAbout, 'effect' | 'callers' | 'plays' | 'playsOn'> {
  /** Default: people only. */
  readonly callers?: OperationAbout['callers'];
  /** Which contest `id` means if the caller names none: the newest that fits. */
  readonly fits?: Fitting;
  /** The same, if it depends on the input. */
  fitsFor?(input: z.output<Input>): Fitting;
  readonly input: Input;
}

interface Told<Output extends z.ZodType> {
  readonly output: Output;
  /**
   * How people see the output; absent: as JSON. `done`: false before a change that was only looked at. `columns`: the width of the
   * terminal, if there is one.
   */
  document?(output: z.output<Output>, done: boolean, columns?: number): Document;
  /** On a command line `--json` prints these, one a line; absent: the output as one. */
  jsonLines?(output: z.output<Output>): readonly unknown[];
  /** How a command ends if all went well; absent: `ok`. */
  exit?(output: z.output<Output>): keyof typeof exitCode;
}

type Performed<Input extends z.ZodObject, Output extends z.ZodType> =
  | {
      readonly effect: 'read' | 'record';
      run(input: z.output<Input>, context: OperationContext): Promise<z.output<Output>>;
      /** The contest that can go on now; the surface plays it, or has it played. */
      playsOn?(output: z.output<Output>): string;
    }
  | {
      /** These can say what they would do, and ask first. */
      readonly effect: 'change' | 'destroy' | 'publish' | 'spend';
      prepare(input: z.output<Input>, context: OperationContext): Promise<Prepared<z.output<Output>>>;
    };

/** One that has an output, and does not play a contest. */
export type PerformedSpec<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> = Described<Input> & Told<Output> & Performed<Input, Output>;

/** One that plays a contest: each surface plays it as it plays any other. */
export interface PlayingSpec<Input extends z.ZodObject = z.ZodObject> extends Described<Input> {
  readonly effect: 'spend';
  /** Which settings of a contest it takes besides its own input. */
  readonly plays: PlayedSettings;
  /** The contest estimates and asks as every contest does. */
  ready(input: z.output<Input>, context: PlayingContext): Promise<Playable>;
}

export type OperationSpec<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> =
  | PerformedSpec<Input, Output>
  | PlayingSpec<Input>;

/** Keeps the types of input and output for the caller. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  spec: PerformedSpec<Input, Output>,
): PerformedSpec<Input, Output> {
  return spec;
}

/** Keeps the type of input for the caller. */
export function playingOperation<Input extends z.ZodObject>(spec: PlayingSpec<Input>): PlayingSpec<Input> {
  return spec;
}

/** One operation as the list and the surfaces hold it. */
export type AnyOperation = OperationSpec<z.ZodObject, z.ZodType>;

export function isPlaying(operation: AnyOperation): operation is PlayingSpec {
  return 'ready' in operation;
}
