// What whoever watches a contest is told while it is played: recorded events, and the live ones in between.
import type { AgentEvent } from './agent-event.ts';
import type { AttemptEnded, AttemptParked, GateAsked, JoustEvent } from './event.ts';
import type { Outcome } from './outcome.ts';

export type Observation =
  /** On disk when it is told. */
  | { readonly type: 'recorded'; readonly contest: string; readonly event: JoustEvent; readonly at: string }
  | {
      readonly type: 'queued';
      readonly key: string;
      readonly contestant: string;
      readonly lane: string;
      readonly ahead: number;
    }
  /** An attempt's end is on record, from this playing or an earlier one; here is its text. */
  | { readonly type: 'landed'; readonly end: AttemptEnded; readonly text: string }
  /** It is on record as parked, from this playing or an earlier one. */
  | { readonly type: 'parked'; readonly parked: AttemptParked }
  /** A sentence for whoever watches, of no consequence for the play. */
  | { readonly type: 'note'; readonly text: string }
  /** A question to a person is open, and nobody here answers it. */
  | { readonly type: 'waiting'; readonly contest: string; readonly gate: GateAsked }
  /** An end that could not be put on record; its spool is kept. */
  | {
      readonly type: 'unrecorded';
      readonly contestant: string;
      readonly outcome: Outcome;
      readonly text: string;
      readonly spool: string;
    }
  | { readonly type: 'live'; readonly key: string; readonly contestant: string; readonly event: AgentEvent };

export type Observer = (observation: Observation) => void;
