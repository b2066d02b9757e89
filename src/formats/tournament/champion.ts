// A played tournament as its result tells it: who won and whether that is clear, matches, the order from all comparisons, who
// is not ranked, and the judges.
import type { AttemptResult } from '../../contest/handle/step.ts';
import { toldWords } from '../../judging/panel/judge-choice.ts';
import { judgeReports } from '../../judging/panel/pair-standing.ts';
import { panelWeights, rankPairs } from '../../judging/panel/rank-pairs.ts';
import type { Strengths } from '../../ranking/fit/fit-bradley-terry.ts';
import type { Offset } from '../../ranking/fit/rating-model.ts';
import { decidedRows } from '../../ranking/ranked-rows.ts';
import type { Played, PlayedMatch } from './match.ts';
import type { TournamentOptions } from './options.ts';
import type { AdaptiveEnd, Asked } from './play-adaptive.ts';
import type { TournamentResult } from './result.ts';
import { leadersOf, lossesOf, type PlayedRound, pointsOf } from './system.ts';

export interface Told {
  /** Those who played, in the order of the seeds. */
  readonly field: readonly string[];
  readonly options: TournamentOptions;
  readonly played: Played;
  readonly champion: Champion;
  /** What it was decided by, where that is a belief in strengths. */
  readonly strengths?: Strengths | undefined;
  /** The same with what judges lean to taken out. */
  readonly even?: Strengths | undefined;
  readonly lean?: Offset | undefined;
  /** Opened before version 3: P(best) and ties are drawn from the ratings. */
  readonly drawn: boolean;
  /** Opened before version 5: each verdict counts whole. */
  readonly whole: boolean;
  readonly results: readonly AttemptResult[];
  readonly calls: number;
}

export function toldTournament(
  { field, options, played, champion, results, calls, ...decided }: Told,
  random: () => number,
  answer: string | undefined,
): TournamentResult {
  const { matches, rounds } = played;
  const panel = judgeReports(matches.map(({ verdicts }) => verdicts));
  return {
    type: 'tournament',
    system: options.system,
    seeds: [...field],
    ...champion,
    answer,
    matches: matches.map(toldMatch),
    byes: rounds.flatMap(({ byes }, at) => byes.map((contestant) => ({ round: at + 1, contestant }))),
    ...orderOf(field, { played, options, ...decided }, random),
    unranked: results.filter(({ contestant }) => !field.includes(contestant.name)).map(toldUnranked),
    judges: panel.judges.map((judge) => ({ ...judge })),
    weighed: options.weighed,
    agreement: panel.agreement,
    calls,
  };
}

function toldUnranked(result: AttemptResult): TournamentResult['unranked'][number] {
  const contestant = result.contestant.name;
  if (result.state === 'parked') return { contestant, outcome: 'parked', reason: result.parked.reason };
  const { outcome, reason } = result.end;
  return { contestant, outcome, reason };
}

function toldMatch(match: PlayedMatch): TournamentResult['matches'][number] {
  const { round, part, pair, winner, how, why, verdicts } = match;
  return {
    round,
    pair: [...pair],
    how,
    part,
    winner,
    why,
    ownFamily: verdicts.some(({ ownFamily }) => ownFamily) || undefined,
    words: verdicts.flatMap(toldWords),
  };
}

type Standing = Pick<Told, 'played' | 'strengths' | 'even' | 'lean' | 'drawn' | 'whole' | 'options'>;

/** By the ratings where the verdicts give them, else by points and seed. */
function orderOf(
  field: readonly string[],
  { played: { matches, rounds }, strengths, even, lean, drawn, whole, options }: Standing,
  random: () => number,
): Pick<TournamentResult, 'order' | 'even' | 'unfit'> {
  const verdicts = matches.flatMap((match) => match.verdicts);
  const { system, weighed } = options;
  const weights = panelWeights(verdicts, weighed);
  const question = { contestants: field, verdicts, matches: system !== 'adaptive', weights, drawn, whole };
  const { rows, unfit } =
    strengths === undefined
      ? rankPairs(question, random)
      : { rows: decidedRows(strengths, random), unfit: undefined };
  const byLean = () =>
    even === undefined ? rankPairs({ ...question, lean }, random).rows : decidedRows(even, random);
  const evened = lean === undefined || unfit !== undefined ? [] : byLean();
  const points = (name: string) => pointsOf(name, system === 'swiss' ? rounds : withoutByes(rounds));
  const row = (name: string) => rows.find(({ contestant }) => contestant === name);
  const place = (name: string) => rows.findIndex(({ contestant }) => contestant === name);
  const order = field.toSorted((a, b) => place(a) - place(b) || points(b) - points(a));
  return {
    order: order.map((contestant) => ({
      contestant,
      points: points(contestant),
      matches: matches.filter(({ pair }) => pair.includes(contestant)).length,
      tiedForBest: row(contestant)?.tiedForBest ?? true,
      ...row(contestant),
    })),
    even: evened.length > 0 ? [...evened] : undefined,
    unfit: field.length > 1 ? unfit : undefined,
  };
}

/** Where it is won by going on, a bye is no point. */
function withoutByes(rounds: readonly PlayedRound[]): readonly PlayedRound[] {
  return rounds.map((round) => ({ ...round, byes: [] }));
}

/** Each question of an adaptive tournament is a match of its own. */
export function adaptiveMatches({ asked, ended }: AdaptiveEnd, field: readonly string[]): Played {
  const matches = asked.map((one, at): PlayedMatch => {
    const winner = one.verdict.word;
    const { first, second } = one;
    return {
      pair: field.indexOf(first) < field.indexOf(second) ? [first, second] : [second, first],
      round: at + 1,
      verdicts: [one.verdict],
      ...(typeof winner === 'object' ? { how: 'verdict', winner: winner.winner } : openEnd(one)),
    };
  });
  return {
    matches,
    rounds: matches.map((match) => ({ matches: [match], byes: [] })),
    parked: ended === 'parked',
  };
}

function openEnd({ why }: Asked): Pick<PlayedMatch, 'how' | 'why'> {
  return why === 'parked' ? { how: 'parked' } : { how: 'undecided', why: why ?? 'tied' };
}

export interface Champion {
  /** Who won, or would have. */
  readonly champion?: string;
  readonly clear: boolean;
  readonly rule: string;
  /** Why it is not clear. */
  readonly why?: string;
}

/** The only one left. */
export function knockoutChampion(field: readonly string[], { matches, rounds }: Played): Champion {
  const fewest = field.reduce((least, name) => {
    const losses = lossesOf(name, rounds);
    return losses < least ? losses : least;
  }, 2);
  const champion = field.find((name) => lossesOf(name, rounds) === fewest);
  const rule = 'the last one left';
  if (champion === undefined) return { clear: false, rule };
  const open = undecidedOf(champion, matches);
  if (open.length === 0) return { champion, clear: true, rule };
  return { champion, clear: false, rule, why: openText(champion, open) };
}

/** The most points, which nobody could still reach. */
export function tableChampion(field: readonly string[], { matches, rounds }: Played): Champion {
  const { leaders, rule } = leadersOf(field, rounds);
  const [champion, ...level] = leaders;
  if (champion === undefined) return { clear: false, rule };
  if (level.length > 0)
    return { champion, clear: false, rule, why: `${leaders.join(', ')} cannot be told apart by points` };
  const open = undecidedOf(champion, matches);
  if (open.length > 0) return { champion, clear: false, rule, why: openText(champion, open) };
  const points = pointsOf(champion, rounds);
  const rival = field.find((name) => {
    const lost = undecidedOf(name, matches).length / 2;
    return name !== champion && lost > 0 && pointsOf(name, rounds) + lost >= points;
  });
  if (rival === undefined) return { champion, clear: true, rule };
  return { champion, clear: false, rule, why: `matches of ${rival} that nobody decided could change it` };
}

export function adaptiveChampion({ best, ended, goal }: AdaptiveEnd): Champion {
  const rule = `at least ${percent(goal)} likely to be the best`;
  const champion = best.leader;
  if (ended === 'certain') return { champion, clear: true, rule };
  const why = `${reasons[ended]} when ${champion} was ${percent(best.probabilityBest)} likely to be the best`;
  return { champion, clear: false, rule, why };
}

const reasons: Readonly<Record<AdaptiveEnd['ended'], string>> = {
  certain: 'it was settled',
  calls: 'the calls were spent',
  questions: 'everything had been asked',
  budget: 'the budget was spent',
  parked: 'a judge ran out of quota',
};

function undecidedOf(name: string, matches: readonly PlayedMatch[]): readonly PlayedMatch[] {
  return matches.filter(({ how, pair }) => how === 'undecided' && pair.includes(name));
}

function openText(champion: string, open: readonly PlayedMatch[]): string {
  const against = open.map(
    ({ pair, why }) => `${pair.find((name) => name !== champion)} (${why ?? 'undecided'})`,
  );
  return `nobody decided ${champion} against ${against.join(', ')}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
