// What an attempt reports while it runs, and its one end; what whoever watches its contest is told. Live only: the ledger records
// ends, not tokens.
import type { AttemptEnded, AttemptParked, GateAsked, JoustEvent } from './event.ts';
import type { Outcome } from './outcome.ts';
import type { Usage } from './usage.ts';

export type AgentEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'thought'; readonly delta: string }
  | {
      readonly type: 'tool';
      readonly name: string;
      readonly detail?: string;
      readonly writes?: readonly string[];
    }
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'about';
      readonly sessionId?: string;
      readonly model?: string;
      readonly version?: string;
    }
  | {
      readonly type: 'notice';
      readonly kind: NoticeKind;
      readonly text: string;
      readonly retryAfterMs?: number;
    }
  /** The answer is whole; the process may still be closing down. */
  | { readonly type: 'answered' }
  | AgentEnd;

/** rate-limit: early evidence of a quota; retry: the agent tries again by itself; warning: anything else worth a line. */
export type NoticeKind = 'rate-limit' | 'retry' | 'warning';

export interface AgentEnd {
  readonly type: 'ended';
  readonly outcome: Outcome;
  /** The final answer, or what there was of it (see `partial`). */
  readonly text: string;
  /** The text is what had arrived when the attempt failed, not an answer. */
  readonly partial?: boolean;
  /** The text was longer than joust keeps; the whole stream is in the log. */
  readonly truncated?: boolean;
  /** Why it is not ok, in one line. */
  readonly reason?: string;
  readonly usage?: Usage;
  /** The agent's own figure. */
  readonly costUsd?: number;
  readonly model?: string;
  readonly sessionId?: string;
  readonly version?: string;
  /** Rate-limited: when to come back, as the agent said it. */
  readonly retryAfterMs?: number;
  readonly resetAt?: string;
  /** Rate-limited: the sentence about it, where `reason` does not hold it. */
  readonly resetText?: string;
  /** The same request may well succeed in a moment (overloaded, dropped connection, failed start). */
  readonly transient?: boolean;
}

/** Recorded events, and the live ones in between. */
export type Observation =
  /** On disk when it is told. */
  | { readonly type: 'recorded'; readonly contest: string; readonly event: JoustEvent; readonly at: string }
  | {
      readonly type: 'queued';
      readonly key: string;
      readonly contestant: string;
      readonly lane: string;
      readonly ahead: number;
      readonly round?: number | undefined;
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
      readonly spool?: string;
    }
  | { readonly type: 'live'; readonly key: string; readonly contestant: string; readonly event: AgentEvent };

export type Observer = (observation: Observation) => void;
