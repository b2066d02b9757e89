// What every way of showing a contest has in common.

import { isSimulated } from '../../../app/agents.ts';
import type { AnyResult } from '../../../app/result.ts';
import type { Observation } from '../../../domain/agent-event.ts';
import type { Contestant } from '../../../domain/contestant.ts';
import type { AttemptEnded, GateAsked } from '../../../domain/event.ts';
import type { AnswerHead } from '../../../views/answer.ts';
import type { Document } from '../../../views/document.ts';

/** Whose answers are shown as they land. */
export interface Cast {
  /** Contestants, and who serves. */
  readonly players: readonly Contestant[];
  shows(end: AttemptEnded): boolean;
}

interface ToldResult {
  readonly contest: string;
  readonly result: AnyResult;
  readonly document: Document;
}

export interface Screen {
  observe(observation: Observation): void;
  /** A line for people, on standard error. */
  note(text: string): void;
  /** What it came to, when everything else was shown. */
  result(told: ToldResult): Promise<void> | void;
  /** What somebody is asked about, before the question. */
  exhibit?(gate: GateAsked): void;
  /** While somebody is asked, nothing moves. */
  pause?(on: boolean): void;
  /** Leaves nothing moving behind. */
  close(): void;
}

/** Who an end belongs to, as a heading shows it. */
export function headOf(roster: readonly Contestant[], end: AttemptEnded): AnswerHead {
  const contestant = roster.find(({ name }) => name === end.contestant);
  const simulated = isSimulated(contestant?.agent);
  return { name: end.contestant, model: simulated ? undefined : end.model, simulated };
}
