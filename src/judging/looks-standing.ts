// A standing from single looks: each judge's lean to a place is taken out, so that one order is enough.
import { fitBradleyTerry } from '../ranking/fit/fit-bradley-terry.ts';
import { type PairVerdict as RankedVerdict, tally } from '../ranking/tally.ts';
import { standing } from '../ranking/uncertainty/standing.ts';
import type { Look } from './judge-choice.ts';
import type { PairVerdict } from './judge-pair.ts';

export interface LooksRow {
  readonly contestant: string;
  readonly rating: number;
  readonly low: number;
  readonly high: number;
  readonly probabilityBest: number;
  readonly tiedForBest: boolean;
}

export interface LooksStanding {
  /** Strongest first; empty where the verdicts give none. */
  readonly rows: readonly LooksRow[];
  /** Why they give none. */
  readonly unfit?: 'no-verdicts' | 'unconnected' | 'unbounded';
}

export interface LooksQuestion {
  readonly contestants: readonly string[];
  readonly verdicts: readonly PairVerdict[];
  /** Looks at one pair depend on each other, as in a match; otherwise each stands for itself. */
  readonly matches: boolean;
  /** How much each judge counts, at most 1; absent: all of them the same. */
  readonly weights?: ReadonlyMap<string, number>;
}

export function looksStanding(
  { contestants, verdicts, matches, weights }: LooksQuestion,
  random: () => number,
): LooksStanding {
  const looks = verdicts
    .flatMap(({ words }) =>
      words.flatMap((word) => (word.setAside === undefined ? word.looks.flatMap(rankedLook) : [])),
    )
    .map(({ cluster, ...look }) => ({
      ...look,
      ...(matches && cluster !== undefined && { cluster }),
      weight: weights?.get(look.judge ?? '') ?? 1,
    }));
  const judges = new Set(looks.map(({ judge }) => judge)).size;
  const position = judges > 1 ? 'per-judge' : 'shared';
  const fit = fitBradleyTerry(tally(looks, contestants), { lambda: 1, position });
  if (fit.kind !== 'fitted') return { rows: [], unfit: fit.kind };
  return {
    rows: standing(fit, { random, draws: 4000 }).map((row) => ({
      contestant: row.contestant,
      rating: Math.round(row.rating),
      low: Math.round(row.low),
      high: Math.round(row.high),
      probabilityBest: Math.round(row.probabilityBest * 1000) / 1000,
      tiedForBest: row.tiedForBest,
    })),
  };
}

/** One look as the ranking counts it; looks at one pair are a cluster. */
export function rankedLook({ shown: [first, second], verdict, judge }: Look): readonly RankedVerdict[] {
  if (first === undefined || second === undefined) return [];
  const cluster = JSON.stringify([first, second].sort());
  return [{ first, second, cluster, judge: judge.contestant.name, choice: choiceOf(verdict, first) }];
}

function choiceOf(verdict: Look['verdict'], first: string): RankedVerdict['choice'] {
  if (verdict.type !== 'choice') return verdict.type;
  return verdict.winner === first ? 'first' : 'second';
}
