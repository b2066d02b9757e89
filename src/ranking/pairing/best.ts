// Who is probably the best, and how probably: what an adaptive contest stops by is what is shown of it.
import { at } from '../array-access.ts';
import { fitBradleyTerry, type Strengths } from '../fit/fit-bradley-terry.ts';
import type { Offset } from '../fit/rating-model.ts';
import { differenceError, posteriorDraws } from '../standing.ts';
import { type Choice, type Tally, tally } from '../tally.ts';
import { type Belief, believedStrengths } from './belief.ts';

export type Best = { readonly leader: string; readonly probabilityBest: number };

/**
 * From this on a contest of so many is decided. Every look is a chance to be wrong by luck, and the more rivals there are, the
 * more of them are as good as the best: of simulated fields of 32 that passed .95, only 9 in 10 were right.
 */
export function certainty(contestants: number): number {
  return contestants > 16 ? 0.97 : 0.95;
}

/** Standard deviation of strengths before any verdict: wide, so that it is verdicts that hold somebody down. */
export const priorSpread = 2;

/** Throws without contestants. */
export function bestOf(current: Belief): Best {
  return leaderOf(exactStrengths(current) ?? believedStrengths(current));
}

/** Undefined where nobody is certainly the best. Where the quick belief is far from it, no exact fit is needed. */
export function certainBest(current: Belief): Best | undefined {
  const goal = certainty(current.contestants.length);
  if (current.played.includes(0) || !isNear(believedStrengths(current))) return undefined;
  const best = bestOf(current);
  return best.probabilityBest >= goal ? best : undefined;
}

/** Large fields are looked at every few verdicts. */
export function isLook({ contestants, verdicts }: Belief): boolean {
  return verdicts.length % Math.ceil(contestants.length / 8) === 0;
}

function isNear(believed: Strengths): boolean {
  const { place } = strongest(believed);
  return believed.strengths.every((strength, index) => {
    const error = differenceError(believed, place, index);
    return index === place || below((strength - at(believed.strengths, place)) / error) <= 0.08;
  });
}

/** The exact fit to all verdicts, each with its weight; undefined where they do not join everybody. */
export function exactStrengths(
  { contestants, judges, verdicts }: Belief,
  offset?: Offset,
): Strengths | undefined {
  const counted = tally(
    verdicts.map(({ score, ...verdict }) => ({ ...verdict, choice: choiceOf(score) })),
    contestants,
  );
  return fitForBest(counted, { position: judges.length > 1 ? 'per-judge' : 'shared', offset });
}

/** What it is told by who may be the best, in every format. */
export function fitForBest(
  counted: Tally,
  given: { readonly position: 'per-judge' | 'shared'; readonly offset: Offset | undefined },
): Strengths | undefined {
  const fit = fitBradleyTerry(counted, { ...given, lambda: 1 / priorSpread ** 2, basis: 'independent' });
  return fit.kind === 'fitted' ? fit : undefined;
}

function choiceOf(score: number): Choice {
  if (score === 0.5) return 'tie';
  return score > 0.5 ? 'first' : 'second';
}

function leaderOf(believed: Strengths): Best {
  const { place, leader } = strongest(believed);
  return { leader, probabilityBest: chanceOfBest(believed, place) };
}

function strongest({ strengths, contestants }: Strengths): {
  readonly place: number;
  readonly leader: string;
} {
  const place = strengths.indexOf(Math.max(...strengths));
  const leader = contestants[place];
  if (leader === undefined) throw new RangeError('nobody is the best of none');
  return { place, leader };
}

/** How likely each is the best, and the fewest that hold the best with certainty: one alone is a clear winner. */
export function likelyBest(believed: Strengths): {
  readonly chances: ReadonlyMap<string, number>;
  readonly among: ReadonlySet<string>;
} {
  const chances = believed.contestants.map((name, place) => [name, chanceOfBest(believed, place)] as const);
  const among = new Set<string>();
  let sum = 0;
  for (const [name, chance] of chances.toSorted((a, b) => b[1] - a[1])) {
    if (sum >= certainty(chances.length)) break;
    among.add(name);
    sum += chance;
  }
  return { chances: new Map(chances), among };
}

/**
 * That nobody is stronger. Leads over the others are correlated, most of all by the strength they share: with one common factor
 * for that they are independent, and what is left is an integral over it. Within .005 of many draws.
 */
function chanceOfBest({ strengths, covariance }: Strengths, place: number): number {
  const size = strengths.length;
  const others = [...strengths.keys()].filter((index) => index !== place);
  const shared = (i: number, j: number) =>
    at(covariance, place * size + place) -
    at(covariance, place * size + i) -
    at(covariance, place * size + j) +
    at(covariance, i * size + j);
  const rows = others.map((i) => {
    const sum = others.reduce((total, j) => total + (i === j ? 0 : shared(i, j)), 0);
    return others.length > 1 ? Math.max(0, sum / (others.length - 1)) : 0;
  });
  const common = rows.reduce((total, row) => total + row, 0) / rows.length;
  const leads = others.map((i, index) => {
    const variance = Math.max(1e-12, shared(i, i));
    const loading = Math.min(
      common > 0 ? (rows[index] ?? 0) / Math.sqrt(common) : 0,
      Math.sqrt(0.95 * variance),
    );
    return {
      lead: at(strengths, place) - at(strengths, i),
      loading,
      rest: Math.sqrt(variance - loading ** 2),
    };
  });
  let total = 0;
  let weights = 0;
  for (let step = -16; step <= 16; step += 1) {
    const factor = step / 4;
    const weight = Math.exp(-(factor ** 2) / 2);
    weights += weight;
    total += leads.reduce(
      (product, { lead, loading, rest }) => product * below((lead + loading * factor) / rest),
      weight,
    );
  }
  return total / weights;
}

/** Share of the standard normal distribution below a value (Abramowitz and Stegun 26.2.17, within 1e-7). */
function below(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return value < 0 ? tail : 1 - tail;
}

/** As tournaments opened before version 3 are decided, at .95: on draws from what each verdict taught. */
export function drawnBest(current: Belief, random: () => number, draws = 300): Best {
  const believed = believedStrengths(current);
  const size = believed.strengths.length;
  const { place, leader } = strongest(believed);
  const drawn = posteriorDraws(believed, { draws, random });
  let wins = 0;
  for (let start = 0; start < drawn.length; start += size) {
    const own = at(drawn, start + place);
    if (drawn.subarray(start, start + size).every((value) => value <= own)) wins += 1;
  }
  return { leader, probabilityBest: wins / draws };
}
