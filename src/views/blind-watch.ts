// Keeps back what a watcher must not know before the pick, and tells it after.

import type { Observation } from '../domain/agent-event.ts';
import { givesNothingAway, lifts } from '../domain/blind-record.ts';

export interface BlindWatch {
  /** The question whose answer lifts the blindness; undefined: nobody is blind. */
  readonly until: string | undefined;
  /** What is told when it is lifted. */
  readonly held: readonly Observation[];
}

export function watchBlind(
  watch: BlindWatch,
  seen: Observation,
): { readonly watch: BlindWatch; readonly tell: readonly Observation[] } {
  const { until, held } = watch;
  if (until === undefined) return { watch, tell: [seen] };
  if (seen.type === 'note' || seen.type === 'waiting') return { watch, tell: [seen] };
  // What is only worth something while it happens is lost.
  if (seen.type === 'live' || seen.type === 'queued') return { watch, tell: [] };
  if (seen.type !== 'recorded') return { watch: { until, held: [...held, seen] }, tell: [] };
  if (lifts(seen.event, until)) return { watch: { until: undefined, held: [] }, tell: [...held, seen] };
  if (givesNothingAway(seen.event)) return { watch, tell: [seen] };
  return { watch: { until, held: [...held, seen] }, tell: [] };
}
