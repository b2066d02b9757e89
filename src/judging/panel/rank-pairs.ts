// Ranks entries by single looks at pairs: each judge's lean to a place is taken out, so that one order is enough, and each judge
// counts as far as it can be trusted.

import type { WeighedJudge } from '../../ranking/agreement/judge-record.ts';
import { reliabilities, trustOf } from '../../ranking/agreement/judge-trust.ts';
import { leanOffset } from '../../ranking/agreement/text-lean.ts';
import { fitBradleyTerry } from '../../ranking/fit/fit-bradley-terry.ts';
import type { Offset } from '../../ranking/fit/rating-model.ts';
import { fitForBest } from '../../ranking/pairing/best.ts';
import { rankedRows, withChances } from '../../ranking/ranked-rows.ts';
import type { RankedRow } from '../../ranking/standing.ts';
import { type PairVerdict as RankedVerdict, tally } from '../../ranking/tally.ts';
import type { Entry } from '../entry.ts';
import { evenStyle } from '../text/even-style.ts';
import type { Look, PairVerdict, Weights } from './judge-choice.ts';

interface RankedPairs {
  /** Strongest first; empty where the verdicts give none. */
  readonly rows: readonly RankedRow[];
  /** Why they give none. */
  readonly unfit?: 'no-verdicts' | 'unconnected' | 'unbounded';
}

interface RankQuestion {
  readonly contestants: readonly string[];
  readonly verdicts: readonly PairVerdict[];
  /** Looks at one pair depend on each other, as in a match; otherwise each stands for itself. */
  readonly matches: boolean;
  /** How much each judge counts, at most 1; absent: all of them the same. */
  readonly weights?: Weights;
  /** What each judge is known to favour besides worth and place: it is taken out. */
  readonly lean?: Offset | undefined;
  /** P(best) and ties as they were told before: drawn from the fit the ratings are of. */
  readonly drawn?: boolean;
  /** Each verdict counts whole, as in contests before version 5. */
  readonly whole?: boolean;
}

export function rankPairs(
  { contestants, verdicts, matches, weights, lean: offset, drawn = false, whole = false }: RankQuestion,
  random: () => number,
): RankedPairs {
  const looks = verdicts
    .flatMap(({ words }) =>
      words.flatMap((word) => (word.setAside === undefined ? word.looks.flatMap(rankedLook) : [])),
    )
    .map(({ cluster, ...look }) => ({
      ...look,
      cluster: matches && cluster !== undefined ? cluster : undefined,
      weight: weights?.get(look.judge ?? '') ?? 1,
    }));
  const judges = new Set(looks.map(({ judge }) => judge)).size;
  const position = judges > 1 ? 'per-judge' : 'shared';
  const counted = tally(looks, contestants);
  const fit = fitBradleyTerry(counted, {
    lambda: 1,
    position,
    offset,
    basis: whole ? 'clustered' : undefined,
  });
  if (fit.kind !== 'fitted') return { rows: [], unfit: fit.kind };
  const rows = rankedRows(fit, random);
  return { rows: drawn ? rows : withChances(rows, fitForBest(counted, { position, offset }) ?? fit) };
}

/** The lean to length and style that judges' records tell of, on these entries; `even`: judges saw them evened out. */
export function knownLean(
  weighed: readonly Pick<WeighedJudge, 'judge' | 'leans'>[] = [],
  entries: Iterable<Entry>,
  even = false,
): Offset | undefined {
  const leans = weighed.flatMap(({ judge, leans: own }) =>
    own === undefined ? [] : [[judge, own] as const],
  );
  const texts = [...entries].map(
    ({ contestant, text }) => [contestant, even ? evenStyle(text) : text] as const,
  );
  return leanOffset(new Map(leans), new Map(texts));
}

export function looksIn(verdicts: readonly PairVerdict[]): readonly RankedVerdict[] {
  return verdicts.flatMap(({ words }) => words.flatMap(({ looks }) => looks.flatMap(rankedLook)));
}

/** One look as the ranking counts it; looks at one pair are a cluster. */
export function rankedLook({ shown: [first, second], verdict, judge }: Look): readonly RankedVerdict[] {
  if (first === undefined || second === undefined) return [];
  const cluster = JSON.stringify([first, second].sort());
  return [{ first, second, cluster, judge: judge.contestant.name, choice: choiceOf(verdict, first) }];
}

function choiceOf(verdict: Look['verdict'], first: string): RankedVerdict['choice'] {
  if (verdict.type !== 'choice') return verdict.type;
  return verdict.winner === first ? 'first' : 'second';
}

/**
 * At most 1, for a fit: by what was known of them. A contest of before there were records (`weighed` undefined) learned that
 * from its own verdicts.
 */
export function panelWeights(
  verdicts: readonly PairVerdict[],
  weighed: readonly Pick<WeighedJudge, 'judge' | 'weight'>[] | undefined,
): Weights {
  return trustOf(
    weighed === undefined
      ? reliabilities(looksIn(verdicts))
      : new Map(weighed.map(({ judge, weight }) => [judge, weight])),
  );
}
