// What a judge leans to besides the better entry: length, its own family, a place; and how often it contradicts itself.
import { connectivity } from '../fit/connectivity.ts';
import { fitBradleyTerry } from '../fit/fit-bradley-terry.ts';
import { z95 } from '../standing.ts';
import { type PairVerdict, restrictTally, scoreFor, tally } from '../tally.ts';
import { fewestObservations, type Measured, measuredMean, measuredShare } from './measured.ts';

type LengthVerdict = PairVerdict & { readonly firstLength: number; readonly secondLength: number };

/**
 * How often the longer of two is preferred: .5 is no lean; part of any lean may be that longer entries are better.
 * Verdicts of one judge on entries of different length; a tie counts half. Each pair of one cluster counts once, as the mean
 * of its verdicts, so that asking again adds no certainty.
 */
export function lengthLean(verdicts: readonly LengthVerdict[]): Measured {
  const pairs = new Map<string, number[]>();
  for (const { first, second, cluster, choice, firstLength, secondLength } of verdicts) {
    if (firstLength === secondLength) continue;
    const score = scoreFor(choice, firstLength > secondLength ? 'first' : 'second');
    if (score === undefined) continue;
    const key = JSON.stringify([cluster, [first, second].sort()]);
    pairs.set(key, [...(pairs.get(key) ?? []), score]);
  }
  const measured = measuredMean([...pairs.values()].map((scores) => 2 * mean(scores) - 1));
  if (measured.kind === 'too-few') return measured;
  const share = (value: number) => (value + 1) / 2;
  return {
    ...measured,
    value: share(measured.value),
    low: share(measured.low),
    high: share(measured.high),
  };
}

type FamilyQuestion = {
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

type PositionReport = {
  /** Positive leans to the first shown. */
  readonly lean: Measured;
  /** `warn` where delta is beyond .5 either way; undefined where there is too little. */
  readonly alarm: 'none' | 'warn' | undefined;
};

/**
 * How much the entry shown first gains by it, the strengths of the entries taken out: delta on the logit scale.
 * Verdicts of one judge. Those on the same pair of one cluster depend on each other and are treated so.
 */
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
  const fit = fitBradleyTerry(group, { position: 'shared', lambda: 1, basis: 'clustered' });
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

type FlipReport = {
  /** Share of pairs shown both ways on which the two verdicts differ. */
  readonly flipRate: Measured;
  /** `drop` below a consistency of .5, `warn` below .7; undefined where there are too few pairs. */
  readonly alarm: 'none' | 'warn' | 'drop' | undefined;
};

/** How often the same two shown the other way round get another verdict. Those of one cluster on one pair are matched, first with first, where both ways were read. */
export function flipRate(verdicts: readonly PairVerdict[]): FlipReport {
  const matched = [...shownBothWays(verdicts)];
  const flips = matched.filter(([one, other]) => scoreFor(one, 'first') !== scoreFor(other, 'second')).length;
  const measured = measuredShare(flips, matched.length);
  const alarm = measured.kind === 'measured' ? alarmOf(1 - measured.value) : undefined;
  return { flipRate: measured, alarm };
}

type Matched = readonly [PairVerdict['choice'], PairVerdict['choice']];

function* shownBothWays(verdicts: readonly PairVerdict[]): Generator<Matched> {
  const waiting = new Map<string, PairVerdict['choice'][]>();
  for (const { first, second, cluster, judge, choice } of verdicts) {
    if (choice === 'none') continue;
    const opposite = waiting.get(JSON.stringify([judge, cluster, second, first]))?.shift();
    if (opposite !== undefined) yield [opposite, choice];
    else {
      const key = JSON.stringify([judge, cluster, first, second]);
      waiting.set(key, [...(waiting.get(key) ?? []), choice]);
    }
  }
}

function alarmOf(consistency: number): 'none' | 'warn' | 'drop' {
  if (consistency < 0.5) return 'drop';
  return consistency < 0.7 ? 'warn' : 'none';
}

type LogitLean = { readonly logit: number; readonly low: number; readonly high: number };
type Leans<Lean> = { readonly place: Lean; readonly length: Lean; readonly style: Lean };
type LeanShare = { readonly share: number; readonly low: number; readonly high: number };

/** How far apart two are by which a lean is told: shown first or not, twice as long, three times as many marks. */
const told: Leans<number> = { place: 1, length: 1 / 3, style: 1 / 2 };

/** How often a judge takes that one of two that are equally right; .5 is no lean. */
export function leanShares({ place, length, style }: Leans<LogitLean>): Leans<LeanShare> {
  const shares = ({ logit, low, high }: LogitLean, apart: number) => {
    const share = (value: number) => Math.round(1000 / (1 + Math.exp(-value * apart))) / 1000;
    return { share: share(logit), low: share(low), high: share(high) };
  };
  return {
    place: shares(place, told.place),
    length: shares(length, told.length),
    style: shares(style, told.style),
  };
}
