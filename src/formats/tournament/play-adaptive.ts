// Adaptive: each call compares the two whose comparison helps most to find the best, until that is known or the calls are
// spent. One order a call; each judge's lean to a place is learned along the way.

import type { Judge } from '../../judging/entry.ts';
import { judgeChoice, type Look, type PairVerdict, type Word } from '../../judging/panel/judge-choice.ts';
import { trustOf } from '../../ranking/agreement/judge-trust.ts';
import type { Strengths } from '../../ranking/fit/fit-bradley-terry.ts';
import type { Offset } from '../../ranking/fit/rating-model.ts';
import { type Belief, belief, learn, repeatWorth, worthOf } from '../../ranking/pairing/belief.ts';
import {
  type Best,
  bestOf,
  certainBest,
  certainty,
  drawnBest,
  exactStrengths,
  isLook,
} from '../../ranking/pairing/best.ts';
import { type NextPair, nextPair } from '../../ranking/pairing/next-pair.ts';
import { type Hall, seatJudges } from './match.ts';

export interface AdaptiveEnd {
  readonly asked: readonly Asked[];
  readonly best: Best;
  readonly ended: 'certain' | 'calls' | 'questions' | 'budget' | 'parked';
  /** How likely somebody had to be the best. */
  readonly goal: number;
  /** What it was decided by; absent: it was opened before version 3. */
  readonly strengths?: Strengths | undefined;
  /** The same with what judges lean to taken out; absent: nothing is known of that. */
  readonly even?: Strengths | undefined;
}

interface AdaptiveRule {
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
  const { spread, goal, isCertain, final } = isOld(hall)
    ? oldDecision(random)
    : decision(field.length, hall.lean);
  const asked: Asked[] = [];
  const judges = hall.judges.map(({ contestant }) => contestant.name);
  let current = belief(field, judges, spread);
  for (;;) {
    const ending = haltOf(asked, calls - spent());
    const halt = isCertain(current, ending !== undefined) ? 'certain' : ending;
    const pairs = halt === undefined ? nextPairs(current, questions, { random, most: calls - spent() }) : [];
    if (pairs.length === 0) return { asked, ended: halt ?? 'questions', goal, ...final(current) };
    const news = await Promise.all(
      pairs.map((pair, at) => askOne(hall, questions, { pair, number: asked.length + at + 1 })),
    );
    asked.push(...news);
    current = news.reduce(learned, current);
  }
}

interface Decision {
  /** Of strengths, before any verdict; absent: the usual. */
  readonly spread?: number;
  readonly goal: number;
  /** At the `last` it is looked at in any case. */
  isCertain(current: Belief, last: boolean): boolean;
  /** What is told at the end. */
  final(current: Belief): Pick<AdaptiveEnd, 'best' | 'strengths' | 'even'>;
}

function decision(contestants: number, lean: Offset | undefined): Decision {
  return {
    goal: certainty(contestants),
    isCertain: (current, last) => (last || isLook(current)) && certainBest(current) !== undefined,
    final: (current) => ({
      best: bestOf(current),
      strengths: exactStrengths(current),
      even: lean && exactStrengths(current, lean),
    }),
  };
}

function oldDecision(random: () => number): Decision {
  const goal = 0.95;
  let best: Best = { leader: '', probabilityBest: 0 };
  return {
    spread: 1,
    goal,
    isCertain(current) {
      best = drawnBest(current, random);
      return best.probabilityBest >= goal && current.played.every((count) => count > 0);
    },
    final: () => ({ best }),
  };
}

/** Played by the rule it was opened with: the leader meets its rival while it may, and a repeated question counts whole. */
function isOld(hall: Hall): boolean {
  return hall.contest.opened.formatVersion < 3;
}

/** Everybody's first comparison does not depend on another, so that the first pass is one round; then one by one. */
function nextPairs(
  current: Belief,
  { worth: worthOf, rule }: Questions,
  { random, most }: { random: () => number; most: number },
): readonly NextPair[] {
  const name = (place: number) => current.contestants[place] as string;
  const worth = (first: number, second: number) => worthOf(name(first), name(second));
  const pairs: NextPair[] = [];
  let imagined = current;
  while (pairs.length < most) {
    const next = nextPair(imagined, { random, worth, rule });
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

function learned(before: Belief, { first, second, judge, word, weight }: Asked): Belief {
  // What could not be read teaches nothing, and whoever was not compared with anybody has its turn still to come.
  if (word === 'none') return before;
  return learn(before, { first, second, judge, score: scores[word], weight });
}

const scores = { first: 1, second: 0, tie: 0.5 } as const;

function haltOf(asked: readonly Asked[], left: number): AdaptiveEnd['ended'] | undefined {
  if (left <= 0) return 'calls';
  if (asked.some(({ why }) => why === 'parked')) return 'parked';
  return asked.some(({ why }) => why === 'skipped') ? 'budget' : undefined;
}

/** Asked more often, it would tell next to nothing. */
export const mostRepeats = 3;

export interface Asked {
  readonly first: string;
  readonly second: string;
  readonly judge: string;
  readonly word: 'first' | 'second' | 'tie' | 'none';
  /** Why there is none. */
  readonly why?: string;
  /** How much it counts: by its judge's record, and less where the judge was asked the same before. */
  readonly weight: number;
  readonly verdict: PairVerdict;
}

/** Who was asked what so far, and who may still be asked. */
interface Questions {
  readonly rule: 'leads' | 'challenge';
  /** What one more verdict would count; 0: nobody may be asked any more. */
  worth(first: string, second: string): number;
  /** Takes the judge who is asked, and how its word is to be weighed. */
  take(first: string, second: string): { readonly judge: Judge; weigh(word: Asked['word']): number };
}

export function questionsOf(hall: Hall): Questions {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  const add = (key: string) => counts.set(key, count(key) + 1);
  const name = ({ contestant }: Judge) => contestant.name;
  const question = (judge: Judge, first: string, second: string) =>
    JSON.stringify([name(judge), first, second]);
  const said = new Map<string, number>();
  const trust = trustIn(hall);
  const worth = (judge: Judge, asked: number) => {
    if (asked >= mostRepeats) return 0;
    return (trust.get(name(judge)) ?? 1) * (asked === 0 || isOld(hall) ? 1 : repeatWorth);
  };
  /** Whose word counts most, then whoever was asked least often. */
  const next = (first: string, second: string) => {
    const families = [hall.entryOf(first).family, hall.entryOf(second).family] as const;
    const { panel, others } = seatJudges(hall, families, 0);
    return [...panel, ...others]
      .map((judge) => ({ judge, weight: worth(judge, count(question(judge, first, second))) }))
      .filter(({ weight }) => weight > 0)
      .toSorted((a, b) => b.weight - a.weight || count(name(a.judge)) - count(name(b.judge)))[0];
  };
  return {
    rule: isOld(hall) ? 'challenge' : 'leads',
    worth: (first, second) => next(first, second)?.weight ?? 0,
    take(first, second) {
      const taken = next(first, second);
      if (taken === undefined) throw new Error(`nobody is left to compare ${first} with ${second}`);
      const key = question(taken.judge, first, second);
      add(key);
      add(name(taken.judge));
      const weigh = (word: Asked['word']) => {
        if (isOld(hall) || word === 'none') return 1;
        const before = said.get(key);
        said.set(key, scores[word]);
        return (trust.get(name(taken.judge)) ?? 1) * worthOf(scores[word], before);
      };
      return { judge: taken.judge, weigh };
    },
  };
}

/** By their records, as in the standing; contests opened before version 4 were played without. */
function trustIn({ contest, weights = new Map() }: Hall): ReadonlyMap<string, number> {
  return contest.opened.formatVersion < 4 ? new Map() : trustOf(weights);
}

async function askOne(
  hall: Hall,
  questions: Questions,
  { pair: { first, second }, number }: { readonly pair: NextPair; readonly number: number },
): Promise<Asked> {
  const { judge, weigh } = questions.take(first, second);
  const key = `call/${number}`;
  const entries = [hall.entryOf(first), hall.entryOf(second)] as const;
  const look = await judgeChoice(hall.contest, { key, judge, entries, context: hall.context, inOrder: true });
  const said = wordOf(look);
  // A single judge that chose an entry which addresses it has nobody to agree with.
  const obeys = typeof said === 'object' && look.addressed.includes(said.winner);
  const word: Word = obeys ? 'none' : said;
  const setAside = obeys ? 'the entry it chose addresses the judge' : undefined;
  const side = sideOf(word, first);
  const [a, b] = entries;
  const partial = hall.selfJudging !== 'allow' && (a.family === judge.family) !== (b.family === judge.family);
  return {
    first,
    second,
    judge: judge.contestant.name,
    weight: weigh(side),
    word: side,
    why: setAside ?? (look.verdict.type === 'none' ? look.verdict.why : undefined),
    verdict: {
      key,
      pair: [first, second],
      word,
      ownFamily: partial,
      words: [
        {
          judge: judge.contestant.name,
          family: judge.family,
          word: said,
          flipped: false,
          looks: [look],
          setAside,
        },
      ],
    },
  };
}

function wordOf({ verdict }: Look): Word {
  return verdict.type === 'choice' ? { winner: verdict.winner } : verdict.type;
}

function sideOf(word: Word, first: string): Asked['word'] {
  if (typeof word !== 'object') return word;
  return word.winner === first ? 'first' : 'second';
}
