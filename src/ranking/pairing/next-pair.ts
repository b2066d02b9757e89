// Which two contestants to compare next, and which of them to show first.
import { at } from '../array-access.ts';
import { predict } from '../fit/rating-model.ts';
import { differenceError } from '../standing.ts';
import { type Belief, believedStrengths } from './belief.ts';

type PairQuestion = {
  readonly random: () => number;
  /** How much one more verdict on these two in this order would count, by their places, at most 1; 0: it may not be asked. */
  readonly worth?: (first: number, second: number) => number;
  /** `challenge` is the rule of tournaments opened before version 3. */
  readonly rule?: 'narrow' | 'challenge';
};

export type NextPair = {
  readonly first: string;
  readonly second: string;
  readonly why: 'first-pass' | 'best';
};

/** Undefined where no pair may be asked any more. Ties between pairs are broken by the random source. */
export function nextPair(current: Belief, question: PairQuestion): NextPair | undefined {
  const { random, worth = () => 1, rule = 'narrow' } = question;
  const size = current.contestants.length;
  const name = (index: number) => current.contestants[index] as string;
  const pairs: Pair[] = [];
  for (let i = 0; i < size; i += 1) {
    for (let j = i + 1; j < size; j += 1) {
      const most = Math.max(worth(i, j), worth(j, i));
      if (most > 0) pairs.push([i, j, most]);
    }
  }
  const opening = pairs.filter(([i, j]) => current.played[i] === 0 || current.played[j] === 0);
  const first = opening.length > 0;
  const later = rule === 'narrow' ? narrowing : challenge;
  const chosen = highest(first ? opening : pairs, first ? newcomers(current) : later(current), random);
  if (chosen === undefined) return undefined;
  const [shown, other] = inOrder(current, chosen, question);
  return { first: name(shown), second: name(other), why: first ? 'first-pass' : 'best' };
}

/** Two contestants, and how much a verdict on them would count. */
type Pair = readonly [number, number, number];
type PairValue = (pair: Pair) => number;

/** Two who have not played before one who has. */
function newcomers({ played }: Belief): PairValue {
  return ([i, j]) => Number(played[i] === 0) + Number(played[j] === 0);
}

/**
 * By how much a verdict narrows what is not known of leader and rival, be it by way of a third. The rival is whoever may yet be
 * better, whether or not the two may still be compared: otherwise it would be held down by the prior alone.
 */
function narrowing(current: Belief): PairValue {
  const believed = believedStrengths(current);
  const { strengths, covariance } = believed;
  const size = strengths.length;
  const leader = strengths.indexOf(Math.max(...strengths));
  const hopes = strengths.map((strength, index) =>
    index === leader
      ? Number.NEGATIVE_INFINITY
      : strength - at(strengths, leader) + hopeErrors * differenceError(believed, leader, index),
  );
  const rival = hopes.indexOf(Math.max(...hopes));
  const shared = strengths.map(
    (_, index) => at(covariance, index * size + leader) - at(covariance, index * size + rival),
  );
  return ([i, j, worth]) => {
    const information = worth * predict(at(strengths, i) - at(strengths, j)).variance;
    const variance =
      at(covariance, i * size + i) + at(covariance, j * size + j) - 2 * at(covariance, i * size + j);
    return (information * (at(shared, i) - at(shared, j)) ** 2) / (1 + information * variance);
  };
}

/** How many standard errors count as hope. */
const hopeErrors = 1.5;

/** Leader against the one who may yet be better; where the leader has no pair left, the highest hope among the others. */
function challenge(current: Belief): PairValue {
  const believed = believedStrengths(current);
  const { strengths } = believed;
  const leader = strengths.indexOf(Math.max(...strengths));
  return ([i, j]) => {
    const [above, below] = at(strengths, i) >= at(strengths, j) ? [i, j] : [j, i];
    const hope = at(strengths, below) - at(strengths, above) + hopeErrors * differenceError(believed, i, j);
    return i === leader || j === leader ? hope : hope - 1e6;
  };
}

function highest(pairs: readonly Pair[], value: PairValue, random: () => number): Pair | undefined {
  let best = Number.NEGATIVE_INFINITY;
  let equals: Pair[] = [];
  for (const pair of pairs) {
    const own = value(pair);
    if (own > best + 1e-12) equals = [pair];
    else if (own >= best - 1e-12) equals.push(pair);
    best = Math.max(best, own);
  }
  return equals[Math.floor(random() * equals.length)];
}

/** As it counts more; where it is the same, whoever was shown first less often goes first. */
function inOrder(
  { shownFirst, played }: Belief,
  [i, j]: Pair,
  { random, worth = () => 1 }: PairQuestion,
): readonly [number, number] {
  const one = worth(i, j);
  const other = worth(j, i);
  if (one !== other) return one > other ? [i, j] : [j, i];
  const excess = (index: number) => 2 * (shownFirst[index] ?? 0) - (played[index] ?? 0);
  const lean = excess(i) - excess(j);
  if (lean !== 0) return lean < 0 ? [i, j] : [j, i];
  return random() < 0.5 ? [i, j] : [j, i];
}
