// Which two contestants to compare next, which of them to show first, and when to stop asking.
import { at } from '../array-access.ts';
import { differenceError, posteriorDraws, tieSet } from '../standing.ts';
import { type Belief, believedStrengths } from './belief.ts';

type PairQuestion = {
  readonly random: () => number;
  /** Whether this order may still be asked; both orders refused removes a pair. */
  readonly allowed?: (first: string, second: string) => boolean;
};

export type NextPair = {
  readonly first: string;
  readonly second: string;
  readonly why: 'first-pass' | 'lucb';
};

/** Undefined where no allowed pair is left. Ties between pairs are broken by the random source. */
export function nextPair(current: Belief, question: PairQuestion): NextPair | undefined {
  const { random, allowed = () => true } = question;
  const size = current.contestants.length;
  const name = (index: number) => current.contestants[index] as string;
  const pairs: Pair[] = [];
  for (let i = 0; i < size; i += 1) {
    for (let j = i + 1; j < size; j += 1) {
      if (allowed(name(i), name(j)) || allowed(name(j), name(i))) pairs.push([i, j]);
    }
  }
  const opening = pairs.filter((pair) => pair.some((index) => current.played[index] === 0));
  const [why, value] =
    opening.length > 0
      ? (['first-pass', newcomers(current)] as const)
      : (['lucb', challenge(current)] as const);
  const chosen = highest(opening.length > 0 ? opening : pairs, value, random);
  if (chosen === undefined) return undefined;
  const [first, second] = inOrder(current, chosen, question);
  return { first: name(first), second: name(second), why };
}

type Pair = readonly [number, number];
type PairValue = (pair: Pair) => number;

/** Two who have not played before one who has. */
function newcomers({ played }: Belief): PairValue {
  return (pair) => pair.filter((index) => played[index] === 0).length;
}

/** Leader against the one who may yet be better; where the leader has no pair left, the highest hope among the others. */
function challenge(current: Belief): PairValue {
  const believed = believedStrengths(current);
  const { strengths } = believed;
  const leader = strengths.indexOf(Math.max(...strengths));
  return ([i, j]) => {
    const [above, below] = at(strengths, i) >= at(strengths, j) ? [i, j] : [j, i];
    const hope = at(strengths, below) - at(strengths, above) + 1.5 * differenceError(believed, i, j);
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

/** Whoever was shown first less often goes first. */
function inOrder({ contestants, shownFirst, played }: Belief, [i, j]: Pair, question: PairQuestion): Pair {
  const { random, allowed = () => true } = question;
  const may = (a: number, b: number) => allowed(contestants[a] as string, contestants[b] as string);
  if (!may(j, i)) return [i, j];
  if (!may(i, j)) return [j, i];
  const excess = (index: number) => 2 * (shownFirst[index] ?? 0) - (played[index] ?? 0);
  const lean = excess(i) - excess(j);
  if (lean !== 0) return lean < 0 ? [i, j] : [j, i];
  return random() < 0.5 ? [i, j] : [j, i];
}

type StopQuestion = {
  readonly random: () => number;
  /** Verdicts that may be asked for in all. */
  readonly budget: number;
  readonly certainty?: number;
  readonly draws?: number;
};

export type StopAnswer =
  | { readonly stop: false; readonly leader: string; readonly probabilityBest: number }
  | {
      readonly stop: true;
      readonly why: 'certain';
      readonly winner: string;
      readonly probabilityBest: number;
    }
  /** No winner: these could not be told apart from the best when the budget ended. */
  | {
      readonly stop: true;
      readonly why: 'budget';
      readonly tied: readonly string[];
      readonly probabilityBest: number;
    };

/** Undefined without contestants. A lone contestant is certain. */
export function whenToStop(current: Belief, question: StopQuestion): StopAnswer | undefined {
  const { random, budget, certainty = 0.95, draws = 300 } = question;
  const believed = believedStrengths(current);
  const size = believed.strengths.length;
  const place = believed.strengths.indexOf(Math.max(...believed.strengths));
  const leader = believed.contestants[place];
  if (leader === undefined) return undefined;
  const drawn = posteriorDraws(believed, { draws, random });
  let wins = 0;
  for (let start = 0; start < drawn.length; start += size) {
    const own = at(drawn, start + place);
    if (drawn.subarray(start, start + size).every((value) => value <= own)) wins += 1;
  }
  const probabilityBest = wins / draws;
  const everybodyPlayed = size === 1 || current.played.every((count) => count > 0);
  if (everybodyPlayed && probabilityBest >= certainty) {
    return { stop: true, why: 'certain', winner: leader, probabilityBest };
  }
  if (current.verdicts < budget) return { stop: false, leader, probabilityBest };
  return { stop: true, why: 'budget', tied: tieSet(believed, { random }), probabilityBest };
}
