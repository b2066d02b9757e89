// How much a judge leans to the entry shown first, the strengths of the entries taken out: delta on the logit scale.
import { z95 } from './compare-strengths.ts';
import { connectivity } from './connectivity.ts';
import { fitBradleyTerry } from './fit-bradley-terry.ts';
import { fewestObservations, type Measured } from './measured.ts';
import { restrictTally } from './restrict-tally.ts';
import { type PairVerdict, tally } from './tally.ts';

export type PositionReport = {
  /** Positive leans to the first shown. */
  readonly lean: Measured;
  /** `warn` where delta is beyond .5 either way; undefined where there is too little. */
  readonly alarm: 'none' | 'warn' | undefined;
};

/** Verdicts of one judge. Those on the same pair of one cluster depend on each other and are treated so. */
export function positionLean(verdicts: readonly PairVerdict[]): PositionReport {
  const read = verdicts.filter(({ choice }) => choice !== 'none');
  const paired = read.map((verdict) => ({
    ...verdict,
    cluster: JSON.stringify([verdict.cluster, [verdict.first, verdict.second].sort()]),
  }));
  const counted = tally(paired);
  // Groups that never met each other share the judge's lean, but one fit cannot hold them: the largest is used.
  const largest = [...connectivity(counted).groups].sort((a, b) => b.length - a.length)[0] ?? [];
  const group = restrictTally(counted, largest);
  const n = new Set(group.cluster).size;
  if (n < fewestObservations)
    return { lean: { kind: 'too-few', n, needed: fewestObservations }, alarm: undefined };
  const fit = fitBradleyTerry(group, { position: 'shared', lambda: 1 });
  const found = fit.kind === 'fitted' ? fit.positions[0] : undefined;
  if (found === undefined)
    return { lean: { kind: 'too-few', n, needed: fewestObservations }, alarm: undefined };
  const { delta, standardError } = found;
  const half = z95 * standardError;
  return {
    lean: { kind: 'measured', value: delta, low: delta - half, high: delta + half, n },
    alarm: Math.abs(delta) > 0.5 ? 'warn' : 'none',
  };
}
