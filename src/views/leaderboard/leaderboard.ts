// Who is how good over many contests: strengths with intervals and tie sets from what judges and people said.
import type { ContestOpened } from '../../domain/event.ts';
import { median } from '../../domain/figures.ts';
import { identityOf } from '../../domain/roster.ts';
import { boardGroups } from '../../ranking/rating-board.ts';
import type { StandingRow } from '../../ranking/standing.ts';
import { type PairVerdict, tally } from '../../ranking/tally.ts';
import { type ContestRecord, namedIn, type Opinion, opinionsIn, type VerdictSource } from './opinions.ts';

export interface LeaderboardRow {
  readonly contestant: string;
  /** This and the next five are about its group: those it met, directly or through others. */
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
  /** Contestants who can be compared with each other, those with the most comparisons first; across groups nothing can. */
  readonly groups: readonly (readonly string[])[];
  /** How often each judge said the same as a person about the same pair. */
  readonly judges: readonly { readonly judge: string; readonly agreed: number; readonly pairs: number }[];
  /** Who was compared with whom, each pair once; wins and losses are those of `first`. */
  readonly pairs: readonly PairTally[];
  /** How many there are of each source, also of those that were not asked for. */
  readonly verdicts: Readonly<Record<VerdictSource, number>>;
}

/** With what it can be asked for by. */
export interface FilteredLeaderboard extends Leaderboard {
  readonly filters: Readonly<Record<'formats' | 'projects' | 'tags' | 'sources', readonly string[]>>;
}

export interface PairTally {
  readonly first: string;
  readonly second: string;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** What one contest says of who is how good. */
export interface BoardPart {
  readonly opinions: readonly Opinion[];
  /** Of the answers that were handed in. */
  readonly answers: readonly {
    readonly contestant: string;
    readonly usd?: number | undefined;
    readonly ranMs?: number | undefined;
  }[];
}

export function boardPart(record: ContestRecord): BoardPart {
  const { events } = record;
  const opened = events.find((event) => event.type === 'contest.opened');
  const answers = events.flatMap((event) => {
    if (opened === undefined || event.type !== 'attempt.ended' || event.role !== undefined) return [];
    const contestant = event.outcome === 'ok' ? namedIn(opened, event.contestant) : undefined;
    return contestant === undefined ? [] : [{ contestant, usd: event.cost?.usd, ranMs: event.timing.ranMs }];
  });
  return { opinions: opinionsIn(record), answers };
}

export function leaderboard(
  parts: readonly BoardPart[],
  { source, random }: { source?: VerdictSource | undefined; random: () => number },
): Leaderboard {
  const all = parts.flatMap((part) => part.opinions);
  // A program may speak for itself, or for whoever pays it: its word counts where it is asked for.
  const opinions = all.filter((one) =>
    source === undefined ? one.source !== 'programs' : source === one.source,
  );
  const names = [...new Set(opinions.flatMap(({ first, second }) => [first, second]))].sort();
  const verdicts: PairVerdict[] = opinions.map(({ contest, judge, first, second, choice }) => ({
    first,
    second,
    choice,
    judge,
    cluster: contest,
  }));
  const groups = boardGroups(tally(verdicts, names), random);
  const figures = figuresOf(parts);
  const of = (kind: VerdictSource) => all.filter((one) => one.source === kind).length;
  const rows = groups.flat().map((row): LeaderboardRow => {
    const { contestant } = row;
    return { ...placed(row), ...won(contestant, opinions), ...figures(contestant), contestant };
  });
  return {
    rows,
    groups: groups.map((group) => group.map(({ contestant }) => contestant)),
    contests: new Set(opinions.map(({ contest }) => contest)).size,
    judges: agreementWithPeople(all),
    pairs: pairsIn(opinions),
    verdicts: {
      judges: of('judges'),
      people: of('people'),
      programs: of('programs'),
      checks: of('checks'),
    },
  };
}

function pairsIn(opinions: readonly Opinion[]): readonly PairTally[] {
  const groups = Map.groupBy(opinions, ({ first, second }) => JSON.stringify([first, second].sort()));
  return [...groups].map(([pair, own]) => {
    const [first, second] = JSON.parse(pair) as [string, string];
    const ties = own.filter(({ choice }) => choice === 'tie').length;
    const wins = own.filter((one) => one.choice !== 'tie' && one[one.choice] === first).length;
    return { first, second, wins, ties, losses: own.length - ties - wins };
  });
}

function placed({ rating, low, high, rank, probabilityBest, tiedForBest }: StandingRow) {
  return {
    rating: Math.round(rating),
    low: Math.round(low),
    high: Math.round(high),
    rank,
    probabilityBest: Math.round(probabilityBest * 10_000) / 10_000,
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
  return { comparisons: scores.length, winRate: scores.length > 0 ? sum / scores.length : undefined };
}

function figuresOf(parts: readonly BoardPart[]) {
  const byContestant = Map.groupBy(
    parts.flatMap(({ answers }) => answers),
    ({ contestant }) => contestant,
  );
  return (contestant: string) => {
    const own = byContestant.get(contestant) ?? [];
    const medianUsd = median(own.map(({ usd }) => usd));
    const medianMs = median(own.map(({ ranMs }) => ranMs));
    return { medianUsd, medianMs };
  };
}

function agreementWithPeople(opinions: readonly Opinion[]): Leaderboard['judges'] {
  const pairOf = ({ contest, first, second }: Opinion) => JSON.stringify([contest, [first, second].sort()]);
  const winnerOf = ({ choice, first, second }: Opinion) => ({ first, second, tie: undefined })[choice];
  const said = opinions.filter(({ source }) => source === 'people');
  const people = new Map(said.map((one) => [pairOf(one), winnerOf(one)]));
  const judged = opinions.filter((one) => one.source === 'judges' && people.has(pairOf(one)));
  return [...Map.groupBy(judged, ({ judge }) => judge)].map(([judge, own]) => ({
    judge,
    pairs: own.length,
    agreed: own.filter((one) => winnerOf(one) === people.get(pairOf(one))).length,
  }));
}

export function hasTag(opened: Pick<ContestOpened, 'options'>, tag: string): boolean {
  return tagsOf(opened).includes(tag);
}

export function tagsOf({ options }: Pick<ContestOpened, 'options'>): readonly string[] {
  const { tag: own, tags } = options as { readonly tag?: unknown; readonly tags?: unknown };
  return [own, ...(Array.isArray(tags) ? tags : [])].filter((tag) => typeof tag === 'string');
}

export interface BestInRaces {
  /** As the contestant is written. */
  readonly spec: string;
  /** Those it can't be compared with. */
  readonly neverMet: readonly string[];
}

/** Best first, in the order of the groups; empty: nothing is known. Simulated races tell nothing. */
export function bestInRaces(
  records: readonly ContestRecord[],
  { tag, random }: { readonly tag: string | undefined; readonly random: () => number },
): readonly BestInRaces[] {
  const races = records.flatMap(({ id, events }) => {
    const opened = events.find((event) => event.type === 'contest.opened');
    if (opened === undefined || opened.format !== 'race' || opened.simulated) return [];
    return tag === undefined || hasTag(opened, tag) ? [{ id, events, opened }] : [];
  });
  const specs = new Map(
    races.flatMap(({ opened }) =>
      // The number of a copy is no part of how it is written.
      opened.roster.map((one) => [identityOf(one), one.name.replace(/#\d+$/, '')] as const),
    ),
  );
  const { groups } = leaderboard(races.map(boardPart), { random });
  const written = groups.map((group) => group.flatMap((contestant) => specs.get(contestant) ?? []));
  return written.flatMap((group) =>
    group.map((spec) => ({ spec, neverMet: written.filter((other) => other !== group).flat() })),
  );
}
