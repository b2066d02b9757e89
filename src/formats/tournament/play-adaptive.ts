// Adaptive: each call compares the two whose comparison helps most to find the best, until that is known or the calls are
// spent. One order a call; each judge's lean to a place is learned along the way.

import type { Judge } from '../../judging/entry.ts';
import { judgeChoice, type Look, type PairVerdict, type Word } from '../../judging/panel/judge-choice.ts';
import { type Belief, belief, learn } from '../../ranking/pairing/belief.ts';
import { type NextPair, nextPair, type StopAnswer, whenToStop } from '../../ranking/pairing/next-pair.ts';
import { type Hall, seatJudges } from './match.ts';

export interface AdaptiveEnd {
  readonly asked: readonly Asked[];
  /** Undefined: nobody plays. */
  readonly answer: StopAnswer | undefined;
  readonly ended: 'certain' | 'calls' | 'questions' | 'budget' | 'parked';
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

/** Times a judge may be asked the same two in the same order: it mostly repeats itself, so that more would tell little. */
export const mostRepeats = 3;

export interface Asked {
  readonly first: string;
  readonly second: string;
  readonly judge: string;
  readonly word: 'first' | 'second' | 'tie' | 'none';
  /** Why there is none. */
  readonly why?: string;
  readonly verdict: PairVerdict;
}

/** Who was asked what so far, and who may still be asked. */
interface Questions {
  allowed(first: string, second: string): boolean;
  /** Takes the judge who is asked. */
  take(first: string, second: string): Judge;
}

export function questionsOf(hall: Hall): Questions {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  const add = (key: string) => counts.set(key, count(key) + 1);
  const name = ({ contestant }: Judge) => contestant.name;
  const question = (judge: Judge, first: string, second: string) =>
    JSON.stringify([name(judge), first, second]);
  const free = (first: string, second: string) => {
    const families = [hall.entryOf(first).family, hall.entryOf(second).family] as const;
    const { panel, others } = seatJudges(hall, families, 0);
    return [...panel, ...others].filter((judge) => count(question(judge, first, second)) < mostRepeats);
  };
  return {
    allowed: (first, second) => free(first, second).length > 0,
    take(first, second) {
      const [judge] = free(first, second).toSorted((a, b) => count(name(a)) - count(name(b)));
      if (judge === undefined) throw new Error(`nobody is left to compare ${first} with ${second}`);
      add(question(judge, first, second));
      add(name(judge));
      return judge;
    },
  };
}

async function askOne(
  hall: Hall,
  questions: Questions,
  { pair: { first, second }, number }: { readonly pair: NextPair; readonly number: number },
): Promise<Asked> {
  const judge = questions.take(first, second);
  const key = `call/${number}`;
  const entries = [hall.entryOf(first), hall.entryOf(second)] as const;
  const look = await judgeChoice(hall.contest, { key, judge, entries, context: hall.context, inOrder: true });
  const said = wordOf(look);
  // A single judge that chose an entry which addresses it has nobody to agree with.
  const obeys = typeof said === 'object' && look.addressed.includes(said.winner);
  const word: Word = obeys ? 'none' : said;
  const setAside = obeys ? 'the entry it chose addresses the judge' : undefined;
  const [a, b] = entries;
  const partial = hall.selfJudging !== 'allow' && (a.family === judge.family) !== (b.family === judge.family);
  return {
    first,
    second,
    judge: judge.contestant.name,
    word: sideOf(word, first),
    ...(look.verdict.type === 'none' && { why: look.verdict.why }),
    ...(setAside !== undefined && { why: setAside }),
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
          ...(setAside !== undefined && { setAside }),
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
