// A played tournament as its result tells it: matches, the order from all comparisons, who is not ranked, and the judges.
import type { AttemptResult } from '../../contest/handle/step.ts';
import type { PairVerdict } from '../../judging/panel/judge-pair.ts';
import { judgeReports } from '../../judging/panel/judge-reports.ts';
import { rankPairs, reliabilities, weightsOf } from '../../judging/panel/rank-pairs.ts';
import type { Asked } from './ask-one.ts';
import type { Champion } from './champion.ts';
import type { TournamentOptions } from './options.ts';
import type { AdaptiveEnd } from './play-adaptive.ts';
import type { Played, PlayedMatch } from './play-rounds.ts';
import { pointsOf } from './points.ts';
import type { TournamentResult } from './result.ts';
import type { PlayedRound } from './system.ts';

export interface Told {
  /** Those who played, in the order of the seeds. */
  readonly field: readonly string[];
  readonly options: TournamentOptions;
  readonly played: Played;
  readonly champion: Champion;
  readonly results: readonly AttemptResult[];
  readonly calls: number;
}

export function toldTournament(
  { field, options, played, champion, results, calls }: Told,
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
    ...(answer !== undefined && { answer }),
    matches: matches.map(toldMatch),
    byes: rounds.flatMap(({ byes }, at) => byes.map((contestant) => ({ round: at + 1, contestant }))),
    ...orderOf(field, { played, system: options.system }, random),
    unranked: results.filter(({ contestant }) => !field.includes(contestant.name)).map(toldUnranked),
    judges: panel.judges.map((judge) => ({ ...judge })),
    ...(panel.agreement !== undefined && { agreement: panel.agreement }),
    calls,
  };
}

function toldUnranked(result: AttemptResult): TournamentResult['unranked'][number] {
  const contestant = result.contestant.name;
  if (result.state === 'parked') return { contestant, outcome: 'parked', reason: result.parked.reason };
  const { outcome, reason } = result.end;
  return { contestant, outcome, ...(reason !== undefined && { reason }) };
}

function toldMatch(match: PlayedMatch): TournamentResult['matches'][number] {
  const { round, part, pair, winner, how, why, verdicts } = match;
  return {
    round,
    pair: [...pair],
    how,
    ...(part !== undefined && { part }),
    ...(winner !== undefined && { winner }),
    ...(why !== undefined && { why }),
    ...(verdicts.some(({ ownFamily }) => ownFamily) && { ownFamily: true }),
    words: verdicts.flatMap(toldWords),
  };
}

function toldWords({ words }: PairVerdict): TournamentResult['matches'][number]['words'] {
  return words.map(({ judge, word, flipped, setAside, looks }) => {
    const rationale = looks.find((look) => look.rationale !== undefined)?.rationale;
    return {
      judge,
      word: typeof word === 'object' ? word.winner : word,
      flipped,
      ...(setAside !== undefined && { setAside }),
      ...(rationale !== undefined && { rationale }),
    };
  });
}

/** By the ratings where the verdicts give them, else by points and seed. */
function orderOf(
  field: readonly string[],
  { played: { matches, rounds }, system }: { played: Played; system: TournamentOptions['system'] },
  random: () => number,
): Pick<TournamentResult, 'order' | 'unfit'> {
  const verdicts = matches.flatMap((match) => match.verdicts);
  const weights = weightsOf(reliabilities(verdicts));
  const question = { contestants: field, verdicts, matches: system !== 'adaptive', weights };
  const { rows, unfit } = rankPairs(question, random);
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
    ...(unfit !== undefined && field.length > 1 && { unfit }),
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
