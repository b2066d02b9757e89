// What an attempt reports while it runs, and its one end. Live only: the ledger records ends, not tokens.
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
