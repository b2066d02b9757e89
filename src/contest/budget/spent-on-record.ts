// What a contest has taken before it is played on, by its record; what nobody reported counts as it was estimated.
import type { AttemptEnded, AttemptParked, JoustEvent } from '../../domain/event.ts';
import { totalTokens } from '../../domain/figures.ts';
import { everybody } from '../../domain/roster.ts';
import type { ContestRecord } from '../handle/record.ts';
import type { Estimator } from './estimate.ts';

export interface Spending {
  tokens: number;
  usd: number;
  attempts: number;
}

export async function spentOnRecord(
  { all, opened }: ContestRecord,
  estimator: Estimator | undefined,
): Promise<Spending> {
  const spent = { tokens: 0, usd: 0, attempts: 0 };
  const players = opened === undefined ? [] : everybody(opened);
  const add = ({ tokens, usd, attempts }: Spending) => {
    spent.tokens += tokens;
    spent.usd += usd;
    spent.attempts += attempts;
  };
  for (const event of all) {
    if (event.type === 'child.ended') add(event.spent);
    if (event.type !== 'attempt.started') continue;
    const end = all.find((other) => isEndOf(other, event));
    // Under way: whoever attaches to it reserves for it.
    if (end === undefined && !isGivenUp(all, event)) continue;
    const contestant = players.find(({ name }) => name === event.contestant);
    const estimate = contestant && (await estimator?.estimate({ contestant, tier: event.tier }));
    add({
      attempts: 1,
      tokens: totalTokens(end?.usage) ?? estimate?.tokens ?? 0,
      usd: end?.cost?.usd ?? estimate?.usd ?? 0,
    });
  }
  return spent;
}

function isEndOf(
  event: JoustEvent,
  { key, run }: { key: string; run: number },
): event is AttemptEnded | AttemptParked {
  return (
    (event.type === 'attempt.ended' || event.type === 'attempt.parked') &&
    event.key === key &&
    event.run === run
  );
}

/** Interrupted, given up, or lost: another run of it was started since. */
function isGivenUp(all: readonly JoustEvent[], { key, run }: { key: string; run: number }): boolean {
  return all.some((event) => {
    if (event.type === 'attempt.started') return event.key === key && event.run > run;
    const isOver = event.type === 'attempt.interrupted' || event.type === 'attempt.retried';
    return isOver && event.key === key && event.run === run;
  });
}
