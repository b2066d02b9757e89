// Which two contestants to compare next, and which of them to show first.
import { at } from '../array-access.ts';
import type { Strengths } from '../fit/fit-bradley-terry.ts';
import { differenceError } from '../standing.ts';
import { type Belief, believedStrengths, flattened } from './belief.ts';

type PairQuestion = {
  readonly random: () => number;
  /** How much one more verdict on these two in this order would count, by their places, at most 1; 0: it may not be asked. */
  readonly worth?: (first: number, second: number) => number;
  /** `challenge` is the rule of tournaments opened before version 3. */
  readonly rule?: 'leads' | 'challenge';
};

export type NextPair = {
  readonly first: string;
  readonly second: string;
  readonly why: 'first-pass' | 'best';
};

/** Undefined where no pair may be asked any more. Ties between pairs are broken by the random source. */
export function nextPair(current: Belief, question: PairQuestion): NextPair | undefined {
  const name = (index: number) => current.contestants[index] as string;
  const opening = current.played.includes(0)
    ? highest(current.contestants.length, newcomers(current), question)
    : undefined;
  const later = question.rule === 'challenge' ? challenge : openLeads;
  const chosen = opening ?? highest(current.contestants.length, later(current), question);
  if (chosen === undefined) return undefined;
  const [shown, other] = inOrder(current, chosen, question);
  return {
    first: name(shown),
    second: name(other),
    why: opening === undefined ? 'best' : 'first-pass',
  };
}

type Pair = readonly [number, number];
/** Of two contestants, given how much a verdict on them would count; undefined: not to be asked. */
type PairValue = (i: number, j: number, worth: number) => number | undefined;

function highest(
  size: number,
  value: PairValue,
  { random, worth = () => 1 }: PairQuestion,
): Pair | undefined {
  let best = Number.NEGATIVE_INFINITY;
  let equals: Pair[] = [];
  for (let i = 0; i < size; i += 1) {
    for (let j = i + 1; j < size; j += 1) {
      const most = Math.max(worth(i, j), worth(j, i));
      const own = most > 0 ? value(i, j, most) : undefined;
      if (own === undefined || own < best - 1e-12) continue;
      if (own > best + 1e-12) equals = [[i, j]];
      else equals.push([i, j]);
      best = Math.max(best, own);
    }
  }
  return equals.length === 0 ? undefined : equals[Math.floor(random() * equals.length)];
}

/** Two who have not played before one who has. */
function newcomers({ played }: Belief): PairValue {
  return (i, j) => Number(played[i] === 0) + Number(played[j] === 0) || undefined;
}

/**
 * By how much a verdict narrows the leader's leads over all the others, be it by way of a third, each lead as far as it is open.
 * Whether a rival may still be compared with the leader plays no part: otherwise it would be held down by the prior alone.
 */
function openLeads(current: Belief): PairValue {
  const believed = believedStrengths(current);
  const { strengths, covariance } = believed;
  const size = strengths.length;
  const leader = strengths.indexOf(Math.max(...strengths));
  const variance = (i: number, j: number) =>
    at(covariance, i * size + i) + at(covariance, j * size + j) - 2 * at(covariance, i * size + j);
  const rivals = openRivals(believed, leader);
  // How each strength goes along with each of those leads.
  const along = new Float64Array(size * rivals.length);
  for (const [k, { rival, open }] of rivals.entries()) {
    const root = Math.sqrt(open);
    for (let i = 0; i < size; i += 1)
      along[i * rivals.length + k] =
        root * (at(covariance, i * size + leader) - at(covariance, i * size + rival));
  }
  return (i, j, worth) => {
    const unknown = variance(i, j);
    const information = worth * flattened(at(strengths, i) - at(strengths, j), unknown).variance;
    let sum = 0;
    for (let k = 0; k < rivals.length; k += 1) {
      const own = at(along, i * rivals.length + k) - at(along, j * rivals.length + k);
      sum += own * own;
    }
    return (information * sum) / (1 + information * unknown);
  };
}

/** The others by how open it is that the leader is ahead of them; without those for whom it hardly is. */
function openRivals(believed: Strengths, leader: number) {
  const all = believed.contestants.flatMap((_, rival) => {
    if (rival === leader) return [];
    const error = differenceError(believed, leader, rival);
    const ahead = (at(believed.strengths, leader) - at(believed.strengths, rival)) / error;
    return [{ rival, open: Math.exp(-(ahead ** 2)) / error ** 2 }];
  });
  const most = Math.max(...all.map(({ open }) => open));
  return all.filter(({ open }) => open > most / 1000);
}

/** How many standard errors count as hope. */
const hopeErrors = 1.5;

/** Leader against the one who may yet be better; where the leader has no pair left, the highest hope among the others. */
function challenge(current: Belief): PairValue {
  const believed = believedStrengths(current);
  const { strengths } = believed;
  const leader = strengths.indexOf(Math.max(...strengths));
  return (i, j) => {
    const [above, below] = at(strengths, i) >= at(strengths, j) ? [i, j] : [j, i];
    const hope = at(strengths, below) - at(strengths, above) + hopeErrors * differenceError(believed, i, j);
    return i === leader || j === leader ? hope : hope - 1e6;
  };
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
