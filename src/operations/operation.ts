// What an operation is: anything a user can do besides playing a format, described once. Its command, route, tool, library
// function, help, completion and schemas come from the description.
import type { z } from 'zod';
import type { OperationAbout } from '../domain/settings/described-operations.ts';
import type { Machine } from '../process/machine.ts';
import type { Archive, Fitting, Speaker } from '../record/archive.ts';
import type { Document } from '../views/document.ts';

export interface OperationContext {
  readonly machine: Machine;
  readonly home: string;
  readonly archive: Archive;
  /** Whose word goes on record. */
  readonly speaker: Speaker;
}

/** What a change would do, before anyone agrees to it. */
export interface Prepared<Output> {
  /** The output as it would be. */
  readonly would: Output;
  /** What the user agrees to; absent: there is nothing to do. */
  readonly question?: string | undefined;
  go(): Promise<Output>;
}

interface Described<Input extends z.ZodObject, Output extends z.ZodType>
  extends Omit<OperationAbout, 'effect' | 'callers'> {
  /** Default: people only. */
  readonly callers?: OperationAbout['callers'];
  /** Which contest `id` means if the caller names none: the newest that fits. */
  readonly fits?: Fitting;
  readonly input: Input;
  readonly output: Output;
  /**
   * How people see the output; absent: as JSON. `done`: false before a change that was only looked at. `columns`: the width of the
   * terminal, if there is one.
   */
  document?(output: z.output<Output>, done: boolean, columns?: number): Document;
  /** Whether there is nothing in it to use, or it did nothing: exit code 1. */
  isEmpty?(output: z.output<Output>): boolean;
}

type Run<Input extends z.ZodObject, Output extends z.ZodType> =
  | {
      readonly effect: 'read' | 'record';
      run(input: z.output<Input>, context: OperationContext): Promise<z.output<Output>>;
    }
  | {
      /** These ask first, so they can say what they would do. */
      readonly effect: 'change' | 'destroy' | 'publish' | 'spend';
      prepare(input: z.output<Input>, context: OperationContext): Promise<Prepared<z.output<Output>>>;
    };

export type OperationSpec<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> = Described<Input, Output> & Run<Input, Output>;

/** Keeps the types of input and output for whoever calls it. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  spec: OperationSpec<Input, Output>,
): OperationSpec<Input, Output> {
  return spec;
}

/** One operation as the list and the surfaces hold it. */
export type AnyOperation = OperationSpec<z.ZodObject, z.ZodType>;
