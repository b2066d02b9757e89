// What many pair verdicts come to: strengths with their uncertainty, who is tied with the best, and how each judge did.
import type { Entry } from '../entry.ts';
import type { PairVerdict } from './judge-pair.ts';
import { type JudgeLeans, judgeLeans, judgeReports, type PanelReport } from './judge-reports.ts';
import { type RankedRow, rankedLook, rankPairs, reliabilities, weightsOf } from './rank-pairs.ts';

export interface JudgeFigures extends JudgeLeans {
  readonly judge: string;
  readonly verdicts: number;
  readonly unread: number;
  readonly setAside: number;
  readonly flips: number;
  /** Of the pairs it saw both ways; absent: too few. */
  readonly flipRate?: number;
  /** Above 0: leans to the first shown; absent: too few. */
  readonly firstLean?: number;
  /** How far it is better than a coin, as the panel's votes tell; absent: too few judges or pairs. */
  readonly reliability?: number;
}

export interface PairStanding {
  /** Strongest first; empty where the verdicts give none, and why. */
  readonly rows: readonly RankedRow[];
  readonly unfit?: string;
  /** Who won every comparison with the others. */
  readonly beatAll?: string;
  readonly judges: readonly JudgeFigures[];
  /** Of the judges with each other; absent: not enough of them. */
  readonly agreement?: number;
}

export function pairStanding(
  entries: readonly Entry[],
  verdicts: readonly PairVerdict[],
  random: () => number,
): PairStanding {
  const contestants = entries.map(({ contestant }) => contestant);
  const reliability = reliabilities(verdicts);
  const weights = weightsOf(reliability);
  const { rows, unfit } = rankPairs({ contestants, verdicts, matches: true, weights }, random);
  const beatAll = contestants.find((one) => beatsAll(one, contestants, verdicts));
  const report = judgeReports(verdicts.map((verdict) => [verdict]));
  return {
    rows,
    ...(unfit !== undefined && { unfit }),
    ...(beatAll !== undefined && { beatAll }),
    judges: judgeFigures(report, verdicts, entries).map((figures) => {
      const known = reliability.get(figures.judge);
      return known === undefined ? figures : { ...figures, reliability: round(known) };
    }),
    ...(report.agreement !== undefined && { agreement: report.agreement }),
  };
}

function beatsAll(one: string, contestants: readonly string[], verdicts: readonly PairVerdict[]): boolean {
  return contestants.every(
    (other) =>
      other === one ||
      verdicts.some(
        ({ pair, word }) =>
          pair.includes(one) && pair.includes(other) && typeof word === 'object' && word.winner === one,
      ),
  );
}

/** What every panel's judges are told by, and besides: flips, leans to length and family, reliability. */
function judgeFigures(
  { judges }: PanelReport,
  verdicts: readonly PairVerdict[],
  entries: readonly Entry[],
): readonly JudgeFigures[] {
  const words = verdicts.flatMap((verdict) => verdict.words);
  const looks = words.flatMap((word) => word.looks.flatMap(rankedLook));
  const families = new Map(words.map(({ judge, family }) => [judge, family]));
  return judges.map(({ judge, verdicts: heard, unread, setAside, flipRate, lean }) => ({
    judge,
    verdicts: heard,
    unread,
    setAside,
    flips: words.filter((word) => word.judge === judge && word.flipped).length,
    ...(flipRate.kind === 'measured' && { flipRate: flipRate.value }),
    ...(lean.kind === 'measured' && { firstLean: lean.value }),
    ...judgeLeans({ judge, looks, entries, families }),
  }));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
