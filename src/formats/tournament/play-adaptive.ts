// Adaptive: each call compares the two whose comparison helps most to find the best, until that is known or the calls are
// spent. One order a call; each judge's lean to a place is learned along the way.
import { type Belief, belief, learn } from '../../ranking/pairing/belief.ts';
import { type NextPair, nextPair } from '../../ranking/pairing/next-pair.ts';
import { type StopAnswer, whenToStop } from '../../ranking/pairing/when-to-stop.ts';
import { type Asked, askOne, type Questions } from './ask-one.ts';
import type { Hall } from './match.ts';

export interface AdaptiveEnd {
  readonly asked: readonly Asked[];
  /** Undefined: nobody plays. */
  readonly answer: StopAnswer | undefined;
  readonly ended: 'certain' | 'calls' | 'questions' | 'budget' | 'parked';
}

export interface AdaptiveRule {
  readonly field: readonly string[];
  /** How often judges may be asked in all, repairs included. */
  readonly calls: number;
  /** How often they were asked so far. */
  spent(): number;
}

export async function playAdaptive(
  hall: Hall,
  questions: Questions,
  { field, calls, spent }: AdaptiveRule,
): Promise<AdaptiveEnd> {
  const random = hall.contest.random('adaptive');
  const asked: Asked[] = [];
  let current = belief(
    field,
    hall.judges.map(({ contestant }) => contestant.name),
  );
  for (;;) {
    const over = spent() >= calls;
    const answer = whenToStop(current, { random, budget: current.verdicts + (over ? 0 : 1) });
    const halt = haltOf(asked);
    if (answer?.stop !== false)
      return { asked, answer, ended: answer?.why === 'certain' ? 'certain' : 'calls' };
    if (halt !== undefined) return { asked, answer, ended: halt };
    const pairs = nextPairs(current, questions, { random, most: calls - spent() });
    if (pairs.length === 0) return { asked, answer, ended: 'questions' };
    const news = await Promise.all(
      pairs.map((pair, at) => askOne(hall, questions, { pair, number: asked.length + at + 1 })),
    );
    asked.push(...news);
    current = news.reduce(learned, current);
  }
}

/** Everybody's first comparison does not depend on another, so that the first pass is one round; then one by one. */
function nextPairs(
  current: Belief,
  { allowed }: Questions,
  { random, most }: { random: () => number; most: number },
): readonly NextPair[] {
  const pairs: NextPair[] = [];
  let imagined = current;
  while (pairs.length < most) {
    const next = nextPair(imagined, { random, allowed });
    if (next === undefined || (next.why !== 'first-pass' && pairs.length > 0)) break;
    pairs.push(next);
    if (next.why !== 'first-pass') break;
    imagined = played(imagined, next);
  }
  return pairs;
}

function played(before: Belief, { first, second }: NextPair): Belief {
  const plus = (counts: readonly number[], who: readonly string[]) =>
    counts.map((count, at) => count + (who.includes(before.contestants[at] ?? '') ? 1 : 0));
  return {
    ...before,
    played: plus(before.played, [first, second]),
    shownFirst: plus(before.shownFirst, [first]),
  };
}

function learned(before: Belief, { first, second, judge, word }: Asked): Belief {
  // What could not be read teaches nothing, and whoever was not compared with anybody has its turn still to come.
  if (word === 'none') return before;
  const score = { first: 1, second: 0, tie: 0.5 }[word];
  return learn(before, { first, second, judge, score });
}

function haltOf(asked: readonly Asked[]): 'budget' | 'parked' | undefined {
  if (asked.some(({ why }) => why === 'parked')) return 'parked';
  return asked.some(({ why }) => why === 'skipped') ? 'budget' : undefined;
}
