// The pure half of an agent: what the lines of a process mean.
import type { AgentEnd, AgentEvent } from '../domain/agent-event.ts';
import type { ProcessEnd } from '../domain/process-plan.ts';

/**
 * Pure, so that decoding a spool twice from its first byte gives the same.
 * Standard output has the state; standard error is read line by line without one, so that the order
 * in which the two streams arrive cannot change the end.
 */
export interface Decoder<State> {
  readonly start: State;
  line(state: State, line: string): Step<State>;
  stderr?(line: string): readonly AgentEvent[];
  /** Called once, however the process ended; `ok` only if the answer is whole. */
  end(state: State, end: ProcessEnd): AgentEnd;
}

export type Step<State> = readonly [State, readonly AgentEvent[]];

export type JsonObject = Readonly<Record<string, unknown>>;

/** One JSONL line; anything that is not a JSON object is undefined, never an exception. */
export function jsonLine(line: string): JsonObject | undefined {
  const text = line.trim();
  if (!text.startsWith('{')) return undefined;
  try {
    return object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function object(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A finite number; strings and booleans are not numbers. */
export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A token count as the ledger takes it: a whole number, not negative. */
export function count(value: unknown): number | undefined {
  const found = number(value);
  return found === undefined || found < 0 ? undefined : Math.round(found);
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Leaves out what is undefined, for types whose absent fields must be absent. */
export function present<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
