// What many pair verdicts come to: strengths with their uncertainty, who is tied with the best, and how each judge did.
import { flipRate } from '../ranking/flip-rate.ts';
import { krippendorffAlpha } from '../ranking/krippendorff-alpha.ts';
import type { Measured } from '../ranking/measured.ts';
import { positionLean } from '../ranking/position-lean.ts';
import type { Entry } from './entry.ts';
import { type JudgeLeans, judgeLeans } from './judge-leans.ts';
import type { PairVerdict, Word } from './judge-pair.ts';
import { type LooksRow, looksStanding, rankedLook } from './looks-standing.ts';
import { reliabilities, weightsOf } from './reliability.ts';

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
  readonly rows: readonly LooksRow[];
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
  const { rows, unfit } = looksStanding({ contestants, verdicts, matches: true, weights }, random);
  const beatAll = contestants.find((one) => beatsAll(one, contestants, verdicts));
  const agreement = agreementOf(verdicts);
  return {
    rows,
    ...(unfit !== undefined && { unfit }),
    ...(beatAll !== undefined && { beatAll }),
    judges: judgeFigures(verdicts, entries).map((figures) => {
      const known = reliability.get(figures.judge);
      return known === undefined ? figures : { ...figures, reliability: round(known) };
    }),
    ...(agreement !== undefined && { agreement: Math.round(agreement * 1000) / 1000 }),
  };
}

function choiceOf(word: Word, [first]: readonly [string, string]): 'first' | 'second' | 'tie' | 'none' {
  if (typeof word !== 'object') return word;
  return word.winner === first ? 'first' : 'second';
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

function judgeFigures(verdicts: readonly PairVerdict[], entries: readonly Entry[]): readonly JudgeFigures[] {
  const all = verdicts.flatMap(({ words }) => words.flatMap(({ looks }) => looks.flatMap(rankedLook)));
  const families = new Map(
    verdicts.flatMap(({ words }) => words.map(({ judge, family }) => [judge, family])),
  );
  const byJudge = Map.groupBy(
    verdicts.flatMap(({ key, words }) => words.map((word) => ({ key, ...word }))),
    ({ judge }) => judge,
  );
  return [...byJudge].map(([judge, words]) => {
    const looks = words.flatMap(({ looks: seen }) => seen.flatMap(rankedLook));
    const flips = shareOf(flipRate(looks).flipRate);
    const lean = shareOf(positionLean(looks).lean);
    return {
      judge,
      verdicts: looks.length,
      unread: looks.filter(({ choice }) => choice === 'none').length,
      setAside: words.filter(({ setAside }) => setAside !== undefined).length,
      flips: words.filter(({ flipped }) => flipped).length,
      ...(flips !== undefined && { flipRate: flips }),
      ...(lean !== undefined && { firstLean: lean }),
      ...judgeLeans({ judge, looks: all, entries, families }),
    };
  });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function shareOf(measured: Measured): number | undefined {
  return measured.kind === 'measured' ? Math.round(measured.value * 1000) / 1000 : undefined;
}

function agreementOf(verdicts: readonly PairVerdict[]): number | undefined {
  const items = verdicts.map(({ words, pair }) =>
    words.flatMap(({ word }) =>
      word === 'none' ? [] : [{ first: 1, tie: 0, second: -1 }[choiceOf(word, pair) as 'first']],
    ),
  );
  return krippendorffAlpha(items, 'ordinal');
}
