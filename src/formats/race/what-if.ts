// What if the weights were others: the race ranked anew from what was measured, and where each weight turns the winner.
import type { Weights } from '../../domain/check-spec.ts';
import { type RaceRanking, rankRace } from './rank.ts';
import {
  countedSignals,
  type RaceContext,
  type RaceInput,
  type RaceSignal,
  raceScore,
  weighed,
} from './weigh.ts';

/** From here on another wins; nobody, when absent. */
export interface Turn {
  readonly weight: number;
  readonly winner?: string;
}

export interface WeightTurns {
  readonly signal: RaceSignal;
  readonly weight: number;
  /** The next weight below at which the winner is another; absent: no smaller weight does it. */
  readonly below?: Turn;
  /** The same above; absent: no weight up to `maxWeight` does it. */
  readonly above?: Turn;
}

export interface WhatIf {
  readonly weights: Weights;
  readonly ranking: RaceRanking;
  /** One for each signal that counts in this race. */
  readonly turns: readonly WeightTurns[];
}

/** With a thousand times the usual weight, a signal all but decides alone. */
export const maxWeight = 1_000;

export function whatIf(
  inputs: readonly RaceInput[],
  context: RaceContext,
  changes: Partial<Weights>,
): WhatIf {
  const changed: RaceContext = { ...context, weights: { ...context.weights, ...changes } };
  return {
    weights: changed.weights,
    ranking: rankRace(inputs.map((input) => raceScore(input, changed))),
    turns: countedSignals(changed).map((signal) => turnsOf(signal, inputs, changed)),
  };
}

function turnsOf(signal: RaceSignal, inputs: readonly RaceInput[], context: RaceContext): WeightTurns {
  const winnerAt = (weight: number) =>
    rankRace(inputs.map((input) => raceScore(input, withWeight(context, signal, weight)))).winner;
  const weight = context.weights[signal] ?? 0;
  const meetings = meetingWeights(signal, inputs, { context, winner: winnerAt(weight) });
  const below = [...meetings.filter((each) => each > 0 && each < weight), 0].sort((a, b) => b - a);
  const above = [...meetings.filter((each) => each > weight && each < maxWeight), maxWeight];
  const down = weight > 0 ? firstTurn(weight, below, winnerAt) : undefined;
  const up = firstTurn(
    weight,
    above.sort((a, b) => a - b),
    winnerAt,
  );
  return {
    signal,
    weight,
    ...(down === undefined ? {} : { below: down }),
    ...(up === undefined ? {} : { above: up }),
  };
}

function withWeight(context: RaceContext, signal: RaceSignal, weight: number): RaceContext {
  return { ...context, weights: { ...context.weights, [signal]: weight } };
}

/** Totals are rounded: closer than this, they may count as equal and lines and names decide. */
const rounding = 0.000_1;

/**
 * The weights at which a rival draws level with the winner, and at which rounding begins and ceases to hide it. All
 * totals are shares of the same sum, so that the lead of one over another is (a + b w) / (c + w): it only ever grows
 * or only ever shrinks, and it takes a given value at one weight at most.
 */
function meetingWeights(
  signal: RaceSignal,
  inputs: readonly RaceInput[],
  { context, winner }: { readonly context: RaceContext; readonly winner: string | undefined },
): readonly number[] {
  const without = withWeight(context, signal, 0);
  const lines = inputs.map((input) => {
    const { signals } = raceScore(input, without);
    return { name: input.name, value: signals[signal] ?? 0, rest: weighed(signals, without) };
  });
  const leader = lines.find((line) => line.name === winner);
  if (leader === undefined) return [];
  return lines
    .filter((line) => line !== leader)
    .flatMap((rival) =>
      [-rounding, 0, rounding].map(
        (lead) =>
          (lead * leader.rest.of - (rival.rest.sum - leader.rest.sum)) / (rival.value - leader.value - lead),
      ),
    )
    .filter(Number.isFinite);
}

/** Walks away from the weight as it is; between the last stop with the same winner and the first with another, halves. */
function firstTurn(
  from: number,
  stops: readonly number[],
  winnerAt: (weight: number) => string | undefined,
): Turn | undefined {
  const winner = winnerAt(from);
  let same = from;
  const other = stops.find((stop) => {
    if (winnerAt(stop) !== winner) return true;
    same = stop;
    return false;
  });
  if (other === undefined) return undefined;
  let turned = other;
  for (let step = 0; step < 60; step += 1) {
    const middle = (same + turned) / 2;
    if (winnerAt(middle) === winner) same = middle;
    else turned = middle;
  }
  const weight = [shortened(turned, from), turned].find((each) => winnerAt(each) !== winner) ?? turned;
  const next = winnerAt(weight);
  return next === undefined ? { weight } : { weight, winner: next };
}

/** To 4 places, away from where it came: what is shown can be typed in and does what it says. */
function shortened(weight: number, from: number): number {
  const round = weight > from ? Math.ceil : Math.floor;
  return round(Number((weight * 10_000).toPrecision(12))) / 10_000;
}
