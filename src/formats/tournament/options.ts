// What a tournament is opened with.

import type { SelfJudging } from '../../judging/entry.ts';
import { bracket } from './bracket.ts';
import { doubleElimination } from './double-elimination.ts';
import type { TournamentResult } from './result.ts';
import { roundRobin } from './round-robin.ts';
import { swiss } from './swiss.ts';
import type { System } from './system.ts';

export interface TournamentOptions {
  readonly judges: readonly string[];
  readonly orders: 'one' | 'both';
  readonly selfJudging: SelfJudging;
  readonly system: TournamentResult['system'];
  /** How many judges sit on each match; 0: all. */
  readonly panel: number;
  /** How often judges may be asked in an adaptive one; 0 otherwise. */
  readonly calls: number;
  /** Every answer is shown, not only the champion's. */
  readonly answers: boolean;
  /** Who restates the entries before judges see them; null: nobody. */
  readonly paraphraser: string | null;
}

/** Those that are played in rounds. */
export const systems: Readonly<Record<Exclude<TournamentOptions['system'], 'adaptive'>, System>> = {
  bracket,
  double: doubleElimination,
  swiss,
  'round-robin': roundRobin,
};

/** Judge calls it will take, without repairs and third calls. */
export function expectedCalls(
  { system, judges, orders, panel, calls }: TournamentOptions,
  contestants: number,
): number {
  if (contestants < 2) return 0;
  if (system === 'adaptive') return calls;
  const seats = panel === 0 ? judges.length : panel;
  return systems[system].matches(contestants) * seats * (orders === 'both' ? 2 : 1);
}
