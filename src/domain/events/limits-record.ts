// What a contest may spend at most by its record, and which of its limits it went over all the same.
import type { JoustEvent } from '../event.ts';
import { thousands, totalTokens } from '../figures.ts';
import type { Limits } from '../usage.ts';

/** Those it was opened with, each as it was changed last. */
export function limitsIn(events: readonly JoustEvent[]): Limits {
  const opened = events.find((event) => event.type === 'contest.opened');
  const changes = events.filter((event) => event.type === 'limits.changed');
  return Object.assign({}, opened?.limits, ...changes.map(({ limits }) => limits));
}

/** A sentence each. Who reports only at the end cannot be stopped before; what nobody reported is not in it. */
export function limitsCrossed(events: readonly JoustEvent[]): readonly string[] {
  const { tokens, usd } = limitsIn(events);
  const spent = spentIn(events);
  return [
    ...(tokens !== undefined && spent.tokens > tokens
      ? [`It went over its limit of ${thousands(tokens)} tokens: ${thousands(spent.tokens)} were used.`]
      : []),
    ...(usd !== undefined && spent.usd > usd
      ? [`It went over its limit of $${usd}: $${spent.usd.toFixed(4)} were spent.`]
      : []),
  ];
}

function spentIn(events: readonly JoustEvent[]): { readonly tokens: number; readonly usd: number } {
  let [tokens, usd] = [0, 0];
  for (const event of events) {
    if (event.type === 'child.ended') {
      tokens += event.spent.tokens;
      usd += event.spent.usd;
    } else if (event.type === 'attempt.ended' || event.type === 'attempt.parked') {
      tokens += totalTokens(event.usage) ?? 0;
      usd += event.cost?.usd ?? 0;
    }
  }
  return { tokens, usd };
}
