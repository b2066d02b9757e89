// Whether a race may be one: over the budget it becomes a single run, over the threshold somebody has to agree first.
import type { Contest } from '../../contest/handle/contest.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { thousands } from '../../domain/figures.ts';
import type { RaceOptions } from './options.ts';
import type { RaceResult } from './result.ts';

export type Downgrade = NonNullable<RaceResult['downgraded']>;

export interface Admitted {
  readonly runners: readonly Contestant[];
  readonly downgraded?: Downgrade;
}

/** Exactly at a limit is within it; a limit of 0 is none. */
export function gateFor(
  estimateTokens: number | null,
  { budgetTokens, confirmTokens }: RaceOptions['gate'],
): 'race' | 'confirm' | 'downgrade' {
  if (estimateTokens === null) return 'race';
  if (budgetTokens > 0 && estimateTokens > budgetTokens) return 'downgrade';
  return confirmTokens > 0 && estimateTokens > confirmTokens ? 'confirm' : 'race';
}

export async function passGate(contest: Contest, options: RaceOptions): Promise<Admitted> {
  const { roster } = contest.opened;
  const { estimateTokens, gate } = options;
  if (options.entries.length > 0) return { runners: [] };
  if (roster.length < 2) return { runners: roster };
  const way = gateFor(estimateTokens, gate);
  if (way === 'downgrade') return await downgraded(contest, options, 'over_budget');
  if (way === 'race') return { runners: roster };
  const names = roster.map(({ name }) => name).join(', ');
  const question =
    `A race of ${roster.length} (${names}) is estimated at ${thousands(estimateTokens ?? 0)} tokens, ` +
    `over ${thousands(gate.confirmTokens)}. Race all of them? No: ${roster[0]?.name} plays alone.`;
  const answer = await contest.decide({ key: 'race', question, choices: ['yes', 'no'] });
  return answer === 'yes' ? { runners: roster } : await downgraded(contest, options, 'user_declined');
}

async function downgraded(
  contest: Contest,
  { estimateTokens, gate }: RaceOptions,
  reason: 'over_budget' | 'user_declined',
): Promise<Admitted> {
  const { roster } = contest.opened;
  const runners = roster.slice(0, 1);
  const figures = {
    ...(runners[0] !== undefined && { single: runners[0].name }),
    ...(estimateTokens !== null && { estimateTokens }),
    ...(gate.budgetTokens > 0 && { budgetTokens: gate.budgetTokens }),
  };
  await contest.fact({
    type: 'race.downgraded',
    v: 1,
    key: 'downgraded',
    inputs: reason,
    reason,
    contestants: roster.map(({ name }) => name),
    ...figures,
  });
  return { runners, downgraded: { reason, ...figures } };
}
