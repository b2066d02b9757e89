// Who is how good over many contests: strengths with intervals and tie sets from what judges and people said.
import type { Contestant } from '../domain/contestant.ts';
import type { ContestOpened, JoustEvent, VerdictGiven } from '../domain/event.ts';
import { everybody } from '../domain/everybody.ts';
import { median } from '../domain/median.ts';
import { fitBradleyTerry } from '../ranking/fit-bradley-terry.ts';
import { standing } from '../ranking/standing.ts';
import { type PairVerdict, tally } from '../ranking/tally.ts';

export const verdictSources = ['judges', 'people', 'checks'] as const;
export type VerdictSource = (typeof verdictSources)[number];

export interface ContestRecord {
  readonly id: string;
  readonly events: readonly JoustEvent[];
}

export interface LeaderboardRow {
  readonly contestant: string;
  /** Absent: it was never compared, or with nobody the others were compared with. */
  readonly rating?: number;
  readonly low?: number;
  readonly high?: number;
  readonly rank?: number;
  readonly probabilityBest?: number;
  readonly tiedForBest: boolean;
  /** Comparisons it took part in, and the part of them it won; ties are half. */
  readonly comparisons: number;
  readonly winRate?: number;
  readonly medianUsd?: number;
  readonly medianMs?: number;
}

export interface Leaderboard {
  readonly rows: readonly LeaderboardRow[];
  readonly contests: number;
  /** Why there are no ratings. */
  readonly unfit?: string;
  /** How often each judge said the same as a person about the same pair. */
  readonly judges: readonly { readonly judge: string; readonly agreed: number; readonly pairs: number }[];
}

/** One opinion on one pair in one contest, whatever order it was shown in. */
interface Opinion {
  readonly contest: string;
  readonly judge: string;
  readonly person: boolean;
  readonly first: string;
  readonly second: string;
  readonly choice: 'first' | 'second' | 'tie';
}

/** The judge of what a person said. */
export const personJudge = 'person';

export function leaderboard(
  records: readonly ContestRecord[],
  { source, random }: { source?: VerdictSource | undefined; random: () => number },
): Leaderboard {
  const all = records.flatMap(opinionsIn);
  const counted = all.filter(({ person }) => source === undefined || (source === 'people') === person);
  const opinions = source === 'checks' ? [] : counted;
  const names = [...new Set(opinions.flatMap(({ first, second }) => [first, second]))].sort();
  const verdicts: PairVerdict[] = opinions.map(({ contest, judge, first, second, choice }) => ({
    first,
    second,
    choice,
    judge,
    cluster: contest,
  }));
  const fit = fitBradleyTerry(tally(verdicts, names), { lambda: 1 });
  const ranked = fit.kind === 'fitted' ? standing(fit, { random, draws: 4000 }) : [];
  const figures = figuresOf(records);
  const rows = names.map((contestant): LeaderboardRow => {
    const place = ranked.find((row) => row.contestant === contestant);
    return { ...placed(place), ...won(contestant, opinions), ...figures(contestant), contestant };
  });
  return {
    rows: rows.sort((a, b) => (b.rating ?? 0) - (a.rating ?? 0) || (b.winRate ?? 0) - (a.winRate ?? 0)),
    contests: new Set(opinions.map(({ contest }) => contest)).size,
    ...(fit.kind !== 'fitted' && { unfit: fit.kind }),
    judges: agreementWithPeople(all),
  };
}

/** The same agent, model and effort are the same contestant, whatever it was called. */
export function identityOf({ agent, model, effort }: Contestant): string {
  return `${agent}${model === undefined ? '' : `/${model}`}${effort === undefined ? '' : ` (${effort})`}`;
}

function opinionsIn({ id, events }: ContestRecord): readonly Opinion[] {
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined) return [];
  const looks = events.filter((event) => event.type === 'verdict.given');
  const groups = Map.groupBy(
    looks.filter((look) => look.shown.length === 2 && look.setAside === undefined && isSide(look)),
    ({ judge, shown }) => JSON.stringify([judge, shown.map(({ contestant }) => contestant).sort()]),
  );
  const said = [...groups.values()].flatMap((group) => opinionOf(id, opened, group));
  return [...said, ...overrideIn(id, opened, events)];
}

function isSide({ verdict }: VerdictGiven): boolean {
  return verdict.type === 'choice' || verdict.type === 'tie' || verdict.type === 'both-bad';
}

/** Looks of one judge at one pair: the same each time, or a tie. */
function opinionOf(
  contest: string,
  opened: ContestOpened,
  looks: readonly VerdictGiven[],
): readonly Opinion[] {
  const [look] = looks;
  const [one, other] = (look?.shown ?? []).map(({ contestant }) => contestant).sort();
  if (look === undefined || one === undefined || other === undefined) return [];
  const words = new Set(looks.map(({ verdict }) => (verdict.type === 'choice' ? verdict.winner : 'tie')));
  const [word] = words;
  const side = word === one ? 'first' : 'second';
  const choice = words.size > 1 || (word !== one && word !== other) ? 'tie' : side;
  const judged = everybody(opened).find(({ name }) => name === look.judge);
  const [first, second] = [named(opened, one), named(opened, other)];
  if (first === undefined || second === undefined || first === second) return [];
  const person = look.judge === personJudge && judged === undefined;
  return [
    { contest, person, judge: judged === undefined ? look.judge : identityOf(judged), first, second, choice },
  ];
}

/** A person's word beats every other's entry in that contest. */
function overrideIn(
  contest: string,
  opened: ContestOpened,
  events: readonly JoustEvent[],
): readonly Opinion[] {
  const last = events.findLast((event) => event.type === 'winner.overridden');
  const winner = last?.type === 'winner.overridden' ? named(opened, last.winner) : undefined;
  if (winner === undefined) return [];
  const ok = new Set(events.flatMap(handedIn));
  return opened.roster
    .filter(({ name }) => ok.has(name))
    .map(identityOf)
    .filter((other) => other !== winner)
    .map((second) => ({ contest, person: true, judge: personJudge, first: winner, second, choice: 'first' }));
}

/** Whose entries there were: handed in here, or judged here. */
function handedIn(event: JoustEvent): readonly string[] {
  if (event.type === 'verdict.given') return event.shown.map(({ contestant }) => contestant);
  return event.type === 'attempt.ended' && event.outcome === 'ok' ? [event.contestant] : [];
}

function named({ roster }: ContestOpened, name: string): string | undefined {
  const found = roster.find((one) => one.name === name);
  return found === undefined ? undefined : identityOf(found);
}

function placed(place: ReturnType<typeof standing>[number] | undefined) {
  if (place === undefined) return { tiedForBest: false };
  const { rating, low, high, rank, probabilityBest, tiedForBest } = place;
  return {
    rating: Math.round(rating),
    low: Math.round(low),
    high: Math.round(high),
    rank,
    probabilityBest,
    tiedForBest,
  };
}

function won(contestant: string, opinions: readonly Opinion[]): { comparisons: number; winRate?: number } {
  const scores = opinions.flatMap(({ first, second, choice }) => {
    if (first !== contestant && second !== contestant) return [];
    if (choice === 'tie') return [0.5];
    return [(choice === 'first' ? first : second) === contestant ? 1 : 0];
  });
  const sum = scores.reduce((total, score) => total + score, 0);
  return { comparisons: scores.length, ...(scores.length > 0 && { winRate: sum / scores.length }) };
}

function figuresOf(records: readonly ContestRecord[]) {
  const ends = records.flatMap(({ events }) => {
    const opened = events.find((event) => event.type === 'contest.opened');
    return events.flatMap((event) => {
      if (opened === undefined || event.type !== 'attempt.ended' || event.role !== undefined) return [];
      const identity = event.outcome === 'ok' ? named(opened, event.contestant) : undefined;
      return identity === undefined ? [] : [{ identity, usd: event.cost?.usd, ranMs: event.timing.ranMs }];
    });
  });
  return (contestant: string) => {
    const own = ends.filter(({ identity }) => identity === contestant);
    const medianUsd = median(own.map(({ usd }) => usd));
    const medianMs = median(own.map(({ ranMs }) => ranMs));
    return { ...(medianUsd !== undefined && { medianUsd }), ...(medianMs !== undefined && { medianMs }) };
  };
}

function agreementWithPeople(opinions: readonly Opinion[]): Leaderboard['judges'] {
  const pairOf = ({ contest, first, second }: Opinion) => JSON.stringify([contest, [first, second].sort()]);
  const winnerOf = ({ choice, first, second }: Opinion) => ({ first, second, tie: undefined })[choice];
  const people = new Map(opinions.filter(({ person }) => person).map((one) => [pairOf(one), winnerOf(one)]));
  const judged = opinions.filter((one) => !one.person && people.has(pairOf(one)));
  return [...Map.groupBy(judged, ({ judge }) => judge)].map(([judge, own]) => ({
    judge,
    pairs: own.length,
    agreed: own.filter((one) => winnerOf(one) === people.get(pairOf(one))).length,
  }));
}
