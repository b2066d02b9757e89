// One question of an adaptive tournament: one judge, one look, in the order that was asked for.
import type { Judge } from '../../judging/entry.ts';
import { judgeChoice, type Look } from '../../judging/panel/judge-choice.ts';
import type { PairVerdict, Word } from '../../judging/panel/judge-pair.ts';
import type { NextPair } from '../../ranking/pairing/next-pair.ts';
import type { Hall } from './match.ts';
import { seatJudges } from './seats.ts';

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
export interface Questions {
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

export async function askOne(
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
