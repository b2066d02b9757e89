// What is said between the server's stream, the worker that reads it and the pages that show it.
import type { AgentEvent } from '../../../../domain/agent-event.ts';
import type { JoustEvent } from '../../../../domain/event.ts';

export interface NewsItem {
  readonly seq: number;
  readonly contest: string;
  readonly at: string;
  readonly event: JoustEvent;
}

/** Text counts by its characters, everything else as one. */
export type Piece =
  | { readonly from: number; readonly kind: 'text' | 'thought'; readonly text: string }
  | { readonly from: number; readonly kind: 'tool' | 'notice' | 'usage'; readonly event: AgentEvent };

/** What an attempt said, from a place on; `started` is the place of its start in the record. */
export interface Said {
  readonly started: number;
  readonly contest: string;
  readonly key: string;
  readonly contestant: string;
  readonly run: number;
  readonly pieces: readonly Piece[];
}

export type LiveState =
  | { readonly type: 'connecting' | 'live' }
  /** It is tried again. */
  | { readonly type: 'cut'; readonly why: string }
  /** It is not tried again: the token is wrong. */
  | { readonly type: 'refused'; readonly why: string };

export type ToTab =
  | { readonly type: 'news'; readonly news: readonly NewsItem[] }
  | { readonly type: 'said'; readonly said: readonly Said[] }
  | { readonly type: 'resync' }
  | { readonly type: 'state'; readonly state: LiveState };

export type FromTab =
  /** A lock that the tab holds while it lives. */
  | { readonly type: 'tab'; readonly lock: string }
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'watch'; readonly contests: readonly string[] }
  | { readonly type: 'leave' };
