// What every way of showing a contest has in common, and the two plain ways: lines for people, and for programs.

import { isSimulated } from '../../../agents/known-agents.ts';
import type { Observation } from '../../../domain/agent-event.ts';
import type { Contestant } from '../../../domain/contestant.ts';
import type { AttemptEnded, ContestOpened, GateAsked } from '../../../domain/event.ts';
import type { OutputLine } from '../../../domain/events/output.ts';
import { everybody } from '../../../domain/roster.ts';
import type { AnyResult } from '../../../play/result.ts';
import { type AnswerHead, parkedText, unrecordedText } from '../../../views/answer.ts';
import type { Document } from '../../../views/document.ts';
import { outputLine } from '../../../views/json-lines.ts';
import { type HiddenAnswers, progressText } from '../../../views/live/live.ts';
import { safeJson, visible } from '../../../views/visible.ts';
import type { CliWorld, Style } from '../grammar/command.ts';

/** Whose answers are shown as they land. */
export interface Cast {
  /** Contestants, and who serves. */
  readonly players: readonly Contestant[];
  shows(end: AttemptEnded): boolean;
}

/** An answer on its way to the reader. */
export interface Shown {
  readonly head: AnswerHead;
  readonly end: AttemptEnded;
  readonly text: string;
}

export interface Paper {
  /** What is written at once; empty where it is held to stand beside others. */
  answer(shown: Shown): string;
  /** What was held. */
  rest(): string;
  /** The heading of somebody without an answer. */
  heading(text: string): string;
  quote(text: string): string;
  exhibits(gate: Pick<GateAsked, 'exhibits'>): string;
  /** Loads what it takes to measure text. */
  document(document: Document): Promise<string>;
}

/** Who is shown, and what on. */
export interface Staging extends Cast {
  readonly paper: Paper;
  /** Nobody is shown before a pick. */
  readonly hidden?: Omit<HiddenAnswers, 'sinceMs'>;
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

export function headingStyle({ outcome }: AttemptEnded): Style {
  return outcome === 'ok' ? 'green' : 'red';
}

/** Who an end belongs to, as a heading shows it. */
export function headOf(roster: readonly Contestant[], end: AttemptEnded): AnswerHead {
  const contestant = roster.find(({ name }) => name === end.contestant);
  const simulated = end.replayed === true || isSimulated(contestant?.agent);
  return { name: end.contestant, model: simulated ? undefined : end.model, simulated };
}

/** Whose answers may stand beside each other. */
export function namesIn(opened: ContestOpened): readonly string[] {
  return everybody(opened).map(({ name }) => name);
}

/** For pipes and files, nothing that moves: answers under a ## heading each. */
export function plainScreen({ players, shows, paper }: Staging, { stdout, stderr }: CliWorld): Screen {
  const note = (text: string) => stderr.write(`${visible(text)}\n`);
  const names = players.map(({ name }) => name);
  return {
    note,
    close: () => stdout.write(paper.rest()),
    exhibit: (gate) => stdout.write(paper.exhibits(gate)),
    result: async ({ document }) => stdout.write(await paper.document(document)),
    observe(observation) {
      if (observation.type === 'unrecorded') stdout.write(unrecordedText(observation, names));
      if (observation.type === 'landed' && shows(observation.end)) {
        const { end, text } = observation;
        stdout.write(paper.answer({ head: headOf(players, end), end, text }));
      }
      const said = noteOf(observation);
      if (said !== undefined) note(said);
    },
  };
}

function noteOf(observation: Observation): string | undefined {
  if (observation.type === 'note') return observation.text;
  if (observation.type === 'parked') return parkedText(observation.parked);
  if (observation.type === 'recorded') return progressText(observation.event);
  if (observation.type === 'live' && observation.event.type === 'notice')
    return `${observation.contestant}: ${observation.event.text}`;
  return undefined;
}

/** Events for programs: one JSON object a line, as schema/output.schema.json describes them. */
export function jsonScreen({ stdout, stderr }: CliWorld): Screen {
  const note = (text: string) => stderr.write(`${visible(text)}\n`);
  return {
    note,
    close: () => undefined,
    result: ({ contest, result }) =>
      stdout.write(`${safeJson({ type: 'contest.result', v: 1, contest, result } satisfies OutputLine)}\n`),
    observe(observation) {
      if (observation.type === 'note') note(observation.text);
      const line = outputLine(observation);
      if (line !== undefined) stdout.write(`${safeJson(line)}\n`);
    },
  };
}
