// The order of a race and its winner: who may win, by total, then fewer changed lines, then name.
import { isFailed } from '../../domain/outcome.ts';
import type { RaceScore } from './weigh.ts';

export interface RankedScore extends RaceScore {
  /** Why it cannot win; absent: it can. */
  readonly cannotWin?: string;
}

export interface RaceRanking {
  readonly order: readonly RankedScore[];
  /** Absent: nobody won. */
  readonly winner?: string;
}

export function rankRace(scores: readonly RaceScore[]): RaceRanking {
  const order = scores.map(ranked).sort(inOrder);
  const first = order[0];
  return first === undefined || first.cannotWin !== undefined ? { order } : { order, winner: first.name };
}

function ranked(score: RaceScore): RankedScore {
  const cannotWin = reasonAgainst(score);
  return cannotWin === undefined ? score : { ...score, cannotWin };
}

function reasonAgainst({ outcome, lines, total, disqualified }: RaceScore): string | undefined {
  if (outcome === 'empty') return 'it changed nothing';
  if (isFailed(outcome))
    return lines > 0 ? `it ended ${outcome}; its work is partial` : `it ended ${outcome}`;
  if (disqualified !== undefined) return disqualified;
  return total > 0 ? undefined : 'its total is 0';
}

function inOrder(a: RankedScore, b: RankedScore): number {
  if (tier(a) !== tier(b)) return tier(a) - tier(b);
  if (a.total !== b.total) return b.total - a.total;
  if (a.lines !== b.lines) return a.lines - b.lines;
  // By code unit: the order must not depend on anybody's language.
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

/** Who may win, then whole work, then partial work, then none. */
function tier({ cannotWin, outcome, lines }: RankedScore): number {
  if (cannotWin === undefined) return 0;
  if (outcome === 'ok' || outcome === 'blocked') return 1;
  return isFailed(outcome) && lines > 0 ? 2 : 3;
}
