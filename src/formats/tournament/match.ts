// One match: the panel's verdict, one more where it does not decide, and what is left then.
import type { Contest } from '../../contest/handle/contest.ts';
import type { Entry, JudgingContext } from '../../judging/entry.ts';
import { judgePair, type PairVerdict } from '../../judging/panel/judge-pair.ts';
import { type Bench, oneMore, seatJudges } from './seats.ts';
import { settle } from './settle.ts';
import type { Pair } from './system.ts';

/** What all matches of a tournament have in common. */
export interface Hall extends Bench {
  readonly contest: Contest;
  readonly context: JudgingContext;
  readonly orders: 'one' | 'both';
  entryOf(name: string): Entry;
  /** Its place in the roster: keys made of it stay the same whoever else plays. */
  numberOf(name: string): number;
}

export interface MatchPlan {
  readonly pair: Pair;
  /** 1, or more where they met before. */
  readonly meeting: number;
}

export interface MatchEnd {
  readonly pair: Pair;
  /** Whom the judges chose. */
  readonly chosen?: string;
  readonly how: 'verdict' | 'one-more' | 'undecided' | 'parked';
  readonly why?: string;
  readonly verdicts: readonly PairVerdict[];
}

export async function playMatch(hall: Hall, { pair, meeting }: MatchPlan): Promise<MatchEnd> {
  const { contest, context, orders, selfJudging } = hall;
  const [first, second] = [hall.entryOf(pair[0]), hall.entryOf(pair[1])];
  const key = keyOf(hall, pair, meeting);
  const seats = seatJudges(hall, [first.family, second.family], turnOf(hall, pair));
  const tiesVote = contest.opened.formatVersion < 2;
  const question = { pair: [first, second], context, selfJudging, tiesVote } as const;
  const verdict = await judgePair(contest, { ...question, key, judges: seats.panel, orders });
  if (typeof verdict.word === 'object')
    return { pair, how: 'verdict', chosen: verdict.word.winner, verdicts: [verdict] };
  if (isParked(verdict)) return { pair, how: 'parked', verdicts: [verdict] };
  const { judges, another } = oneMore(seats);
  const more = await judgePair(contest, {
    ...question,
    key: `${key}/more`,
    judges,
    orders: another ? orders : 'one',
  });
  const verdicts = [verdict, more];
  const chosen = settle(verdict.words, more.words);
  if (chosen !== undefined) return { pair, how: 'one-more', chosen, verdicts };
  if (isParked(more)) return { pair, how: 'parked', verdicts };
  return { pair, how: 'undecided', why: whyOf(verdicts), verdicts };
}

export function keyOf({ numberOf }: Pick<Hall, 'numberOf'>, [a, b]: Pair, meeting: number): string {
  const [low = 0, high = 0] = [numberOf(a), numberOf(b)].sort((one, other) => one - other);
  return `match/${low}-${high}${meeting > 1 ? `.${meeting}` : ''}`;
}

/** The same for the same two, whoever else plays. */
function turnOf({ numberOf }: Hall, [a, b]: Pair): number {
  return numberOf(a) + numberOf(b);
}

/** A judge waits for its quota: it has not spoken yet. */
export function isParked(verdict: PairVerdict): boolean {
  return noneReasons([verdict]).includes('parked');
}

function whyOf(verdicts: readonly PairVerdict[]): string {
  const none = noneReasons(verdicts);
  if (none.includes('skipped')) return 'the budget was spent';
  if (verdicts.some(({ word }) => word === 'tie')) return 'tied';
  const aside = verdicts.flatMap(({ words }) => words).find(({ setAside }) => setAside !== undefined);
  if (aside?.setAside !== undefined) return `set aside: ${aside.setAside}`;
  return `no verdict (${[...new Set(none)].join(', ')})`;
}

function noneReasons(verdicts: readonly PairVerdict[]): readonly string[] {
  return verdicts.flatMap(({ words }) =>
    words.flatMap(({ looks }) =>
      looks.flatMap(({ verdict }) => (verdict.type === 'none' ? [verdict.why] : [])),
    ),
  );
}
