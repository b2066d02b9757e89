// What a tool is: its name and words, what it takes and gives as JSON Schema, and what it does. The list and the calls are made of it.
import { z } from 'zod';
import type { Leave } from '../../play/callable-settings.ts';
import type { RecordPlace } from '../../play/result.ts';
import type { ProgramCaller } from '../../play/task/task-place.ts';
import type { Archive } from '../../record/archive.ts';

/** What every call works with. */
export interface Desk {
  readonly place: Required<Pick<RecordPlace, 'machine' | 'home'>>;
  /** Before a pick nothing in it names anybody. Opened by the first who asks: a start touches nothing. */
  archive(): Archive;
  readonly leave: Leave;
  /** How long a call may take before it gives a job id instead. */
  readonly patienceMs: number;
}

export interface Call {
  readonly desk: Desk;
  /** Who asks, for everything that is started or looked at on its behalf. */
  readonly program: ProgramCaller;
  /** The caller cancelled, or is gone. */
  readonly signal: AbortSignal;
  /** The families of whoever calls; absent: as the environment tells. */
  readonly callers?: readonly string[];
  /** What the client calls itself. */
  readonly client?: string | undefined;
  /** Whose caps count: one connection of a client, and what comes between two messages of its user. */
  readonly session: string;
  readonly turn: string;
  /** Keeps the caller waiting: says how it stands. */
  progress(message: string): Promise<void>;
}

/** As values for programs, and as text for models. */
export interface Told {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export type JsonSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' };

/** Hints by which a client decides whether to ask its user. */
interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  /** It asks models. */
  readonly openWorldHint: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  input(leave: Leave): JsonSchema;
  /** Absent: a contest as every tool tells it, whose schema would be repeated for each. */
  readonly output?: JsonSchema;
  readonly annotations: Annotations;
  run(input: unknown, call: Call): Promise<Told>;
}

export function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return { ...rest, type: 'object' };
}

/** It starts a contest: money, not files. */
export const asks: Annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };
