// The rounds of a system, and one match: the panel's verdict, one more where it does not decide, and what is left then.
import type { Contest } from '../../contest/handle/contest.ts';
import type { Entry, Judge, JudgingContext, SelfJudging } from '../../judging/entry.ts';
import {
  heaviest,
  type JudgeWord,
  judgePair,
  type PairVerdict,
  type Weights,
} from '../../judging/panel/judge-choice.ts';
import type { Offset } from '../../ranking/fit/rating-model.ts';
import type { Pair, Pairing, PlayedRound, System } from './system.ts';

/** What all matches of a tournament have in common. */
export interface Hall extends Bench {
  readonly contest: Contest;
  readonly context: JudgingContext;
  readonly orders: 'one' | 'both';
  readonly weights?: Weights | undefined;
  /** What judges are known to favour besides worth and place. */
  readonly lean?: Offset | undefined;
  entryOf(name: string): Entry;
  /** Its place in the roster: keys made of it stay the same whoever else plays. */
  numberOf(name: string): number;
}

interface MatchPlan {
  readonly pair: Pair;
  /** 1, or more where they met before. */
  readonly meeting: number;
}

interface MatchEnd {
  readonly pair: Pair;
  /** Whom the judges chose. */
  readonly chosen?: string;
  readonly how: 'verdict' | 'one-more' | 'undecided' | 'parked';
  readonly why?: string;
  readonly verdicts: readonly PairVerdict[];
}

async function playMatch(hall: Hall, { pair, meeting }: MatchPlan): Promise<MatchEnd> {
  const { contest, context, orders, selfJudging, weights } = hall;
  const [first, second] = [hall.entryOf(pair[0]), hall.entryOf(pair[1])];
  const key = keyOf(hall, pair, meeting);
  const seats = seatJudges(hall, [first.family, second.family], turnOf(hall, pair));
  const tiesVote = contest.opened.formatVersion < 2;
  const question = { pair: [first, second], context, selfJudging, tiesVote, weights } as const;
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
  const chosen = settle(verdict.words, more.words, weights);
  if (chosen !== undefined) return { pair, how: 'one-more', chosen, verdicts };
  if (isParked(more)) return { pair, how: 'parked', verdicts };
  return { pair, how: 'undecided', why: whyOf(verdicts), verdicts };
}

function keyOf({ numberOf }: Pick<Hall, 'numberOf'>, [a, b]: Pair, meeting: number): string {
  const [low = 0, high = 0] = [numberOf(a), numberOf(b)].sort((one, other) => one - other);
  return `match/${low}-${high}${meeting > 1 ? `.${meeting}` : ''}`;
}

/** The same for the same two, whoever else plays. */
function turnOf({ numberOf }: Hall, [a, b]: Pair): number {
  return numberOf(a) + numberOf(b);
}

/** A judge waits for its quota: it has not spoken yet. */
function isParked(verdict: PairVerdict): boolean {
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

interface Bench {
  readonly judges: readonly Judge[];
  /** How many sit on each match; 0: all. */
  readonly panel: number;
  readonly selfJudging: SelfJudging;
}

interface Seats {
  readonly panel: readonly Judge[];
  /** Impartial ones that do not sit. */
  readonly others: readonly Judge[];
  /** The families' own judges have to vote. */
  readonly partial: boolean;
}

/** `turn` is any number that differs from match to match. */
export function seatJudges(bench: Bench, families: readonly [string, string], turn: number): Seats {
  const impartial = bench.judges.filter(
    (judge) => bench.selfJudging !== 'exclude' || !isPartial(judge, families),
  );
  // All of them then, whatever the size of the panel: each family its own voice.
  if (impartial.length === 0) return { panel: bench.judges, others: [], partial: true };
  const start = turn % impartial.length;
  const order = [...impartial.slice(start), ...impartial.slice(0, start)];
  const seats = bench.panel === 0 ? order.length : bench.panel;
  return { panel: order.slice(0, seats), others: order.slice(seats), partial: false };
}

function isPartial({ family }: Judge, [first, second]: readonly [string, string]): boolean {
  return (first === family) !== (second === family);
}

/** One more verdict: another judge's, else a third call to those who sit, all of them so that no side is asked alone. */
export function oneMore({ panel, others }: Seats): {
  readonly judges: readonly Judge[];
  readonly another: boolean;
} {
  const [another] = others;
  return another === undefined ? { judges: panel, another: false } : { judges: [another], another: true };
}

/** Undefined: still undecided. Ties and what could not be read take no side, and nothing new decides nothing. */
export function settle(
  first: readonly JudgeWord[],
  more: readonly JudgeWord[],
  weights?: Weights,
): string | undefined {
  const [before, after] = [counted(first), counted(more)];
  if (after.every(({ word }) => word === 'none')) return undefined;
  const judges = [...new Set([...before, ...after].map(({ judge }) => judge))];
  const of = (words: readonly JudgeWord[], name: string) => words.find(({ judge }) => judge === name);
  const sides = judges.flatMap((judge) => {
    const side = sideOf(of(before, judge), of(after, judge));
    return side === undefined ? [] : [{ judge, side }];
  });
  return heaviest(sides, weights);
}

function counted(words: readonly JudgeWord[]): readonly JudgeWord[] {
  return words.filter(({ setAside }) => setAside === undefined);
}

/** A judge that contradicts itself takes no side; nor does one that chose the same place three times. */
function sideOf(before: JudgeWord | undefined, after: JudgeWord | undefined): string | undefined {
  const [one, two] = [before, after].map((word) =>
    typeof word?.word === 'object' ? word.word.winner : undefined,
  );
  if (before?.flipped === true && placeOf(before) === placeOf(after)) return undefined;
  if (one !== undefined && two !== undefined && one !== two) return undefined;
  return two ?? one;
}

/** Where the one it chose first stood. */
function placeOf(word: JudgeWord | undefined): number | undefined {
  const look = word?.looks.find(({ verdict }) => verdict.type === 'choice');
  return look?.verdict.type === 'choice' ? look.shown.indexOf(look.verdict.winner) : undefined;
}

export interface PlayedMatch extends MatchEnd {
  readonly round: number;
  readonly part?: Pairing['part'];
  /** Who goes on or has the point. */
  readonly winner?: string;
}

export interface Played {
  readonly matches: readonly PlayedMatch[];
  readonly rounds: readonly PlayedRound[];
  /** A judge waits for its quota: the rest is played when it is back. */
  readonly parked: boolean;
}

/** Plays the rounds of a system: all matches of a round at the same time, the next when all of them ended. */
export async function playRounds(hall: Hall, system: System, field: readonly string[]): Promise<Played> {
  const matches: PlayedMatch[] = [];
  const rounds: PlayedRound[] = [];
  for (let round = system.next(field, []); round !== undefined; round = system.next(field, rounds)) {
    const number = rounds.length + 1;
    const ends = await Promise.all(
      round.pairings.map(async ({ pair, part }) => {
        const meeting = 1 + matches.filter((one) => pair.every((name) => one.pair.includes(name))).length;
        const end = await playMatch(hall, { pair, meeting });
        return { ...end, round: number, part, ...winnerOf(end, system) };
      }),
    );
    matches.push(...ends);
    rounds.push({ matches: ends, byes: round.byes });
    if (ends.some(({ verdicts }) => verdicts.some(isParked))) return { matches, rounds, parked: true };
  }
  return { matches, rounds, parked: false };
}

function winnerOf({ chosen, how, pair }: MatchEnd, { knockout }: System): { readonly winner?: string } {
  if (chosen !== undefined) return { winner: chosen };
  return knockout && how === 'undecided' ? { winner: pair[0] } : {};
}
