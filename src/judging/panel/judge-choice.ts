// Judges choose between entries. One look: an anonymous copy, a question, a reply read without guessing, one repair, and the
// verdict on record. A pair before a panel: every judge in one order or both; a flip is a tie, what must not count is excluded.
import type { Contest } from '../../contest/handle/contest.ts';
import type { VerdictGiven } from '../../domain/event.ts';
import { type Blinded, blind } from '../blind/blind.ts';
import type { Entry, Judge, JudgingContext, SelfJudging } from '../entry.ts';
import { choiceAgain, choicePrompt } from '../verdict/judge-prompts.ts';
import { type Choice, readChoice } from '../verdict/read-verdict.ts';
import { askJudge, type JudgeReply } from './ask-judge.ts';

interface ChoiceLook {
  /** Unique in the contest. */
  readonly key: string;
  readonly judge: Judge;
  readonly entries: readonly Entry[];
  readonly context: JudgingContext;
  /** Shown as given instead of shuffled. */
  readonly inOrder?: boolean;
}

/** What a look came to; `shown` are contestants in the order they were seen. */
export interface Look {
  readonly judge: Judge;
  readonly shown: readonly string[];
  /** That answered, where its agent says so. */
  readonly model?: string;
  readonly verdict: Extract<VerdictGiven['verdict'], { type: 'choice' | 'tie' | 'none' }>;
  readonly rationale?: string;
  /** Contestants whose entry addresses the judge. */
  readonly addressed: readonly string[];
  readonly leaks: readonly string[];
}

export async function judgeChoice(contest: Contest, look: ChoiceLook): Promise<Look> {
  const { key, judge, context } = look;
  const blinded = await blind(contest, look);
  const prompt = choicePrompt(blinded, context);
  const labels = blinded.shown.map(({ label }) => label);
  const reply = await askJudge<Choice>(contest, {
    key,
    judge,
    prompt,
    again: choiceAgain(prompt, blinded),
    read: (text) => readChoice(text, { labels, nonce: blinded.nonce }),
    falls: ({ said }) => said?.type === 'none',
  });
  if (reply.known !== undefined) return lookOf(judge, reply.known);
  const fact = factOf(look, blinded, reply);
  // Who is parked has not spoken yet.
  if (reply.why !== 'parked') await contest.fact(fact);
  return lookOf(judge, fact);
}

function lookOf(
  judge: Judge,
  { shown, verdict, rationale, model, addressed = [], leaks = [] }: VerdictGiven,
): Look {
  if (verdict.type === 'scores' || verdict.type === 'both-bad')
    throw new Error(`${verdict.type} is on record where a choice was asked for`);
  return {
    judge,
    verdict,
    addressed,
    leaks,
    shown: shown.map(({ contestant }) => contestant),
    rationale,
    model,
  };
}

function factOf(
  { judge, key }: ChoiceLook,
  blinded: Blinded,
  { said: choice, why, basis, model }: JudgeReply<Choice>,
): VerdictGiven {
  const { shown, scrubbed, leaks, addressed } = blinded;
  const rationale = choice === undefined || choice.type === 'none' ? undefined : choice.rationale;
  return {
    type: 'verdict.given',
    v: 1,
    key,
    inputs: basis,
    judge: judge.contestant.name,
    model,
    shown: shown.map(({ label, entry }) => ({ label, contestant: entry.contestant, entry: entry.key })),
    verdict: verdictOf(choice, why, blinded),
    rationale,
    ownFamily: shown.some(({ entry }) => entry.family === judge.family) || undefined,
    scrubbed: scrubbed.length > 0 ? [...scrubbed] : undefined,
    leaks: leaks.length > 0 ? [...leaks] : undefined,
    addressed: addressed.length > 0 ? [...addressed] : undefined,
  };
}

function verdictOf(choice: Choice | undefined, why: string | undefined, { shown }: Blinded): Look['verdict'] {
  if (choice === undefined) return { type: 'none', why: why ?? 'no reply' };
  if (choice.type !== 'label')
    return choice.type === 'tie' ? { type: 'tie' } : { type: 'none', why: choice.why };
  const winner = shown.find(({ label }) => label === choice.label)?.entry.contestant;
  return winner === undefined ? { type: 'none', why: 'unknown-label' } : { type: 'choice', winner };
}

interface PairQuestion {
  /** Unique in the contest. */
  readonly key: string;
  readonly pair: readonly [Entry, Entry];
  readonly judges: readonly Judge[];
  readonly context: JudgingContext;
  readonly orders: 'one' | 'both';
  readonly selfJudging: SelfJudging;
  /** A tie counts as a side of its own, as it did in contests that were opened so. */
  readonly tiesVote?: boolean;
  /** How much each judge's word counts; absent: all of them the same. */
  readonly weights?: Weights | undefined;
  /** First as given, instead of shuffled. */
  readonly inOrder?: boolean;
}

/** By judge; who is not in it counts 1. */
export type Weights = ReadonlyMap<string, number>;

/** What one judge came to over its looks. */
export interface JudgeWord {
  readonly judge: string;
  readonly family: string;
  readonly word: Word;
  /** It chose whoever stood in the same place, both times. */
  readonly flipped: boolean;
  readonly setAside?: string;
  readonly looks: readonly Look[];
}

/** A contestant's name, or neither. */
export type Word = { readonly winner: string } | 'tie' | 'none';

export interface PairVerdict {
  readonly key: string;
  readonly pair: readonly [string, string];
  /** Of the judges that count, by majority; none: nobody could be read. */
  readonly word: Word;
  readonly words: readonly JudgeWord[];
  /** No judge of another family was left: the families' own judges voted. */
  readonly ownFamily: boolean;
}

/** Each judge's word with its reason, as results tell it. */
export function toldWords({ words }: PairVerdict) {
  return words.map(({ judge, word, flipped, setAside, looks }) => {
    const rationale = looks.find((look) => look.rationale !== undefined)?.rationale;
    return {
      judge,
      word: toldWord(word),
      flipped,
      setAside,
      rationale,
    };
  });
}

export function toldWord(word: Word): string {
  return typeof word === 'object' ? word.winner : word;
}

export async function judgePair(contest: Contest, question: PairQuestion): Promise<PairVerdict> {
  const heard = await Promise.all(question.judges.map((judge) => hear(contest, question, judge)));
  const [first, second] = question.pair;
  const settled = excludeOwn(heard, question);
  const words = excludeObedient(settled.words);
  return {
    key: question.key,
    pair: [first.contestant, second.contestant],
    word: panelWord(
      words.filter(({ setAside }) => setAside === undefined),
      question,
    ),
    words,
    ownFamily: settled.ownFamily,
  };
}

/** The second look shows what the first showed, the other way round. */
async function hear(
  contest: Contest,
  { key, pair, context, orders, inOrder = false }: PairQuestion,
  judge: Judge,
): Promise<JudgeWord> {
  const base = `${key}/${judge.contestant.name}`;
  const first = await judgeChoice(contest, { key: `${base}/1`, judge, entries: pair, context, inOrder });
  const looks = [first];
  if (orders === 'both') {
    const reversed = first.shown[0] === pair[0].contestant ? [pair[1], pair[0]] : [...pair];
    looks.push(
      await judgeChoice(contest, { key: `${base}/2`, judge, entries: reversed, context, inOrder: true }),
    );
  }
  return { judge: judge.contestant.name, family: judge.family, looks, ...wordOf(looks) };
}

function wordOf(looks: readonly Look[]): Pick<JudgeWord, 'word' | 'flipped'> {
  const words = looks.map(({ verdict }): Word => {
    if (verdict.type === 'choice') return { winner: verdict.winner };
    return verdict.type;
  });
  const read = words.filter((word) => word !== 'none');
  const [one, other] = read;
  if (one === undefined) return { word: 'none', flipped: false };
  if (other === undefined || isSame(one, other)) return { word: one, flipped: false };
  // Two different ones: a tie for this judge, and a flip where it took a side each time.
  return { word: 'tie', flipped: one !== 'tie' && other !== 'tie' };
}

/** A judge whose family has exactly one side does not count; where nobody else is left, all of them do, and it is marked. */
function excludeOwn(
  words: readonly JudgeWord[],
  { pair, selfJudging }: PairQuestion,
): { words: readonly JudgeWord[]; ownFamily: boolean } {
  const isPartial = ({ family }: JudgeWord) => (pair[0].family === family) !== (pair[1].family === family);
  if (selfJudging !== 'exclude') return { words, ownFamily: words.some(isPartial) };
  const impartial = words.filter((word) => !isPartial(word) && word.word !== 'none');
  if (impartial.length === 0) return { words, ownFamily: words.some(isPartial) };
  return {
    ownFamily: false,
    words: words.map((word) => (isPartial(word) ? { ...word, setAside: 'of the family of one side' } : word)),
  };
}

/** A verdict for an entry that addresses the judge counts only where a second judge agrees. */
function excludeObedient(words: readonly JudgeWord[]): readonly JudgeWord[] {
  const favoured = ({ word, looks }: JudgeWord) =>
    typeof word === 'object' && looks.some(({ addressed }) => addressed.includes(word.winner));
  return words.map((word) => {
    if (word.setAside !== undefined || !favoured(word)) return word;
    const agrees = words.some(
      (other) => other !== word && other.setAside === undefined && isSame(other.word, word.word),
    );
    return agrees ? word : { ...word, setAside: 'the entry it chose addresses the judge' };
  });
}

/**
 * A judge's tie takes no side: those who take one decide, and where they are even, or nobody does, it is a tie. A judge of
 * weight 0 is heard only where no other could be read.
 */
export function panelWord(
  words: readonly Pick<JudgeWord, 'judge' | 'word'>[],
  { tiesVote = false, weights }: Pick<PairQuestion, 'tiesVote' | 'weights'>,
): Word {
  const all = words.filter(({ word }) => word !== 'none');
  if (all.length === 0) return 'none';
  const weighed = all.filter(({ judge }) => weights?.get(judge) !== 0);
  const read = weighed.length > 0 ? weighed : all;
  const sides = read
    .filter(({ word }) => word !== 'tie' || tiesVote)
    .map(({ judge, word }) => ({ judge, side: JSON.stringify(word) }));
  const best = heaviest(sides, weighed.length > 0 ? weights : undefined);
  return best === undefined ? 'tie' : JSON.parse(best);
}

/** Weights are estimates: where two sides differ by less than this part of both, nobody can tell. */
const leastLead = 0.05;

/** The side that the judges on it give the most weight; undefined: two of them are level. */
export function heaviest(
  sides: readonly { readonly judge: string; readonly side: string }[],
  weights: Weights | undefined,
): string | undefined {
  const sums = new Map<string, number>();
  for (const { judge, side } of sides) sums.set(side, (sums.get(side) ?? 0) + (weights?.get(judge) ?? 1));
  const [best, next] = [...sums].sort(([, a], [, b]) => b - a);
  if (best === undefined || next === undefined) return best?.[0];
  const lead = best[1] - next[1];
  return lead > (weights === undefined ? 0 : leastLead * (best[1] + next[1])) ? best[0] : undefined;
}

function isSame(a: Word, b: Word): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
