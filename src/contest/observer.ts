// What whoever watches a contest is told while it is played: recorded events, and the live ones in between.
import type { AgentEvent } from '../domain/agent-event.ts';
import type { JoustEvent } from '../domain/event.ts';

export type Observation =
  /** On disk when it is told. */
  | { readonly type: 'recorded'; readonly event: JoustEvent; readonly at: string }
  | {
      readonly type: 'queued';
      readonly key: string;
      readonly contestant: string;
      readonly lane: string;
      readonly ahead: number;
    }
  | { readonly type: 'live'; readonly key: string; readonly contestant: string; readonly event: AgentEvent };

export type Observer = (observation: Observation) => void;
