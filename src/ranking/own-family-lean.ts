// Whether a judge favours its own family: its verdicts on pairs with one side of the family, beside other judges' on the same pairs.
import { type Measured, measuredMean } from './measured.ts';
import { scoreFor } from './score-for.ts';
import type { PairVerdict } from './tally.ts';

export type FamilyQuestion = {
  readonly judge: string;
  readonly family: string;
  readonly familyOf: (contestant: string) => string | undefined;
  /** Of other judges; those of the same family do not count as others. */
  readonly familyOfJudge: (judge: string) => string | undefined;
};

/**
 * Mean over pairs of (score this judge gives its family less the score the others give it), from -1 to 1; 0 is no lean.
 * Others may be wrong as well, so this is a difference, not yet a proof of bias.
 */
export function ownFamilyLean(verdicts: readonly PairVerdict[], question: FamilyQuestion): Measured {
  const pairs = new Map<string, { own: number[]; others: number[] }>();
  for (const verdict of verdicts) {
    const role = roleOf(verdict, question);
    const side = sideOf(verdict, question);
    const score = side === undefined ? undefined : scoreFor(verdict.choice, side);
    if (role === undefined || score === undefined) continue;
    const key = JSON.stringify([verdict.cluster, [verdict.first, verdict.second].sort()]);
    const pair = pairs.get(key) ?? { own: [], others: [] };
    pairs.set(key, pair);
    pair[role].push(score);
  }
  const compared = [...pairs.values()].filter(({ own, others }) => own.length > 0 && others.length > 0);
  return measuredMean(compared.map(({ own, others }) => mean(own) - mean(others)));
}

function roleOf({ judge }: PairVerdict, question: FamilyQuestion): 'own' | 'others' | undefined {
  if (judge === undefined) return undefined;
  if (judge === question.judge) return 'own';
  return question.familyOfJudge(judge) === question.family ? undefined : 'others';
}

/** The family's side, where exactly one is of the family. */
function sideOf({ first, second }: PairVerdict, question: FamilyQuestion): 'first' | 'second' | undefined {
  const firstIs = question.familyOf(first) === question.family;
  const secondIs = question.familyOf(second) === question.family;
  if (firstIs === secondIs) return undefined;
  return firstIs ? 'first' : 'second';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
