// What pairs with known answers show of a judge: how often it is right, and what it follows besides what is right.
import type { JudgeCalibrated, Lean } from '../../domain/events/verdict.ts';
import type { CalibrationPair } from '../../judging/calibration/calibration-set.ts';
import type { Look } from '../../judging/panel/judge-choice.ts';
import { fewestObservations } from '../../ranking/agreement/measured.ts';
import { textGap } from '../../ranking/agreement/text-lean.ts';
import { type Coefficient, fitLogistic, type Observation } from '../../ranking/fit/logistic.ts';
import { z95 } from '../../ranking/standing.ts';

/** Names of the two answers in the record of a calibration; no judge sees them. */
export const [good, bad] = ['right answer', 'wrong answer'] as const;

/** A judge's looks at one pair, in both orders as far as it was asked. */
export interface PairLooks {
  readonly pair: CalibrationPair;
  readonly looks: readonly Pick<Look, 'shown' | 'verdict'>[];
}

export type CalibrationFigures = Pick<
  JudgeCalibrated,
  'right' | 'of' | 'flips' | 'fooled' | 'byKind' | 'byDecoy' | 'leans'
>;

export function calibrationFigures(heard: readonly PairLooks[]): CalibrationFigures {
  const read = heard.flatMap(({ pair, looks }) => {
    const scores = looks.flatMap(({ verdict }) => scoreOf(verdict) ?? []);
    return scores.length === 0 ? [] : [{ pair, looks, scores, score: mean(scores) }];
  });
  const both = read.filter(({ scores }) => scores.length === 2);
  const addressing = read.filter(({ pair }) => pair.decoys.includes('addresses-judge'));
  const by = (labels: (pair: CalibrationPair) => readonly string[]) =>
    Object.fromEntries(
      [...new Set(read.flatMap(({ pair }) => labels(pair)))].map((label) => {
        const own = read.filter(({ pair }) => labels(pair).includes(label));
        return [label, { right: sum(own.map(({ score }) => score)), of: own.length }];
      }),
    );
  const leans = read.length < fewestObservations ? undefined : leansIn(read);
  return {
    right: sum(read.map(({ score }) => score)),
    of: read.length,
    flips: {
      times: both.filter(({ scores: [one = 0, other = 0] }) => one + other === 1 && one !== other).length,
      of: both.length,
    },
    fooled: { times: addressing.filter(({ scores }) => scores.includes(0)).length, of: addressing.length },
    byKind: by(({ kind }) => [kind]),
    byDecoy: by(({ decoys }) => (decoys.length === 0 ? ['none'] : decoys)),
    leans,
  };
}

function scoreOf(verdict: Look['verdict']): number | undefined {
  if (verdict.type === 'choice') return verdict.winner === good ? 1 : 0;
  return verdict.type === 'tie' ? 0.5 : undefined;
}

/** Prior standard deviations: being right, place, length, style. */
const priorSd = [3, 0.7, 1.5, 1.5];

/** All at once, so that none is taken for another: what is right, the place, the length and the style of what was shown first. */
function leansIn(read: readonly PairLooks[]): CalibrationFigures['leans'] {
  const rows = read.flatMap(({ pair, looks }) =>
    looks.flatMap(({ shown: [first], verdict }): readonly Observation[] => {
      const score = scoreOf(verdict);
      if (score === undefined) return [];
      const side = first === good ? 1 : -1;
      const { length, style } = textGap(pair.good, pair.bad);
      const y = side === 1 ? score : 1 - score;
      return [{ x: [side, 1, side * length, side * style], y, cluster: pair.id }];
    }),
  );
  const [, place, length, style] = fitLogistic(rows, priorSd).map(leanOf);
  return place && length && style && { place, length, style };
}

function leanOf({ value, standardError }: Coefficient): Lean {
  const half = z95 * standardError;
  return { logit: rounded(value), low: rounded(value - half), high: rounded(value + half) };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
