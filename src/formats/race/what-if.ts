// What if the weights were others: as people write them, the race ranked anew from what was measured, where each weight turns
// the winner, and how that is told.
import type { Weights } from '../../domain/check-spec.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { type Document, figureColumns, gist, list, text } from '../../views/document.ts';
import type { RaceResult } from './result.ts';
import {
  countedSignals,
  type RaceContext,
  type RaceInput,
  type RaceRanking,
  type RaceSignal,
  raceScore,
  rankRace,
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
    ranking: ranked(inputs, changed),
    turns: countedSignals(changed).map((signal) => turnsOf(signal, inputs, changed)),
  };
}

function turnsOf(signal: RaceSignal, inputs: readonly RaceInput[], context: RaceContext): WeightTurns {
  const winnerAt = (weight: number) => ranked(inputs, withWeight(context, signal, weight)).winner;
  const weight = context.weights[signal] ?? 0;
  const first = ranked(inputs, context).order[0]?.name;
  const meetings = meetingWeights(signal, inputs, { context, first });
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
    below: down,
    above: up,
  };
}

function ranked(inputs: readonly RaceInput[], context: RaceContext): RaceRanking {
  return rankRace(
    inputs.map((input) => raceScore(input, context)),
    context,
  );
}

function withWeight(context: RaceContext, signal: RaceSignal, weight: number): RaceContext {
  return { ...context, weights: { ...context.weights, [signal]: weight } };
}

/** Totals are rounded: closer than this, they may count as equal. */
const rounding = 0.000_1;

/**
 * The weights at which a rival draws level with the first, and at which rounding begins and ceases to hide it. All
 * totals are shares of the same sum, so that the lead of one over another is (a + b w) / (c + w): it only ever grows
 * or only ever shrinks, and it takes a given value at one weight at most.
 */
function meetingWeights(
  signal: RaceSignal,
  inputs: readonly RaceInput[],
  { context, first }: { readonly context: RaceContext; readonly first: string | undefined },
): readonly number[] {
  const without = withWeight(context, signal, 0);
  const lines = inputs.map((input) => {
    const { signals } = raceScore(input, without);
    return { name: input.name, value: signals[signal] ?? 0, rest: weighed(signals, without) };
  });
  const leader = lines.find((line) => line.name === first);
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

type WinnerAt = (weight: number) => string | undefined;

/**
 * The nearest weight with another winner. Two entries draw level on the way from one winner to the next, so a tie counts as
 * a turn only if no other winner follows.
 */
function firstTurn(from: number, stops: readonly number[], winnerAt: WinnerAt): Turn | undefined {
  const winner = winnerAt(from);
  const isOther = (weight: number) => ![undefined, winner].includes(winnerAt(weight));
  return (
    turnWhere(isOther, { from, stops, winnerAt }) ??
    turnWhere((weight) => winnerAt(weight) !== winner, { from, stops, winnerAt })
  );
}

/** Walks away from the weight as it is, then halves between the last stop that hasn't turned and the first that has. */
function turnWhere(
  hasTurned: (weight: number) => boolean,
  {
    from,
    stops,
    winnerAt,
  }: { readonly from: number; readonly stops: readonly number[]; readonly winnerAt: WinnerAt },
): Turn | undefined {
  const at = stops.findIndex(hasTurned);
  const first = stops[at];
  if (first === undefined) return undefined;
  let turned = first;
  let same = stops[at - 1] ?? from;
  for (let step = 0; step < 60; step += 1) {
    const middle = (same + turned) / 2;
    if (hasTurned(middle)) turned = middle;
    else same = middle;
  }
  // Rounding can part two totals early and make them equal again a little further on.
  const weight = [shortened(turned, from), shortened(first, from)].find(hasTurned) ?? turned;
  const next = winnerAt(weight);
  return next === undefined ? { weight } : { weight, winner: next };
}

/** To 4 places, away from where it came: what is shown can be typed in and does what it says. */
function shortened(weight: number, from: number): number {
  const round = weight > from ? Math.ceil : Math.floor;
  return round(Number((weight * 10_000).toPrecision(12))) / 10_000;
}

const signals = ['lint', 'readiness', 'tests', 'diff', 'judge'] as const satisfies readonly (keyof Weights)[];
const hint = `Write it as tests=0.5,diff=0; the signals are ${signals.join(', ')}, and a weight is a number from 0 on.`;

/** Weights to try on a race that was played, as people write them: `tests=0.5,diff=0`. */
export function readWhatIf(text: string): Partial<Weights> {
  const weights: Partial<Weights> = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    const equals = part.indexOf('=');
    if (equals === -1) throw refused(part === '' ? 'a weight is missing' : `"${part}" gives no weight`);
    const name = part.slice(0, equals).trim();
    const signal = signals.find((each) => each === name);
    if (signal === undefined) throw refused(`there is no signal "${name}"`);
    if (weights[signal] !== undefined) throw refused(`the weight of ${signal} is given twice`);
    weights[signal] = readWeight(signal, part.slice(equals + 1).trim());
  }
  return weights;
}

function readWeight(signal: string, text: string): number {
  if (/^-\d/.test(text)) throw refused(`the weight of ${signal} is negative: ${text}`);
  const weight = /^(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(weight)) throw refused(`the weight of ${signal} is not a number: "${text}"`);
  return weight;
}

function refused(what: string): JoustError {
  return new JoustError(what, { code: 'usage', hint });
}

/**
 * How a race weighed anew is told: the order as it was beside the order with other weights, and where each weight
 * turns the winner.
 */
export function whatIfDocument(result: RaceResult, whatIf: WhatIf): Document {
  const { ranking, turns } = whatIf;
  return [
    gist(winners(result, whatIf)),
    {
      type: 'table',
      columns: figureColumns(['as it was', 'total', 'what if', 'total']),
      rows: ranking.order.map(({ name, total, rank }, at) => {
        const was = result.rows[at];
        return [
          was === undefined ? '' : place(was.rank, was.contestant),
          was?.total.toFixed(2) ?? '',
          place(rank, name),
          total.toFixed(2),
        ];
      }),
    },
    text(changedWeights(result, whatIf), checksFirst(whatIf)),
    list('Where the winner changes, one weight at a time:', turns.map(turnText)),
  ];
}

function winners({ winner }: RaceResult, { ranking: { winner: now } }: WhatIf): string {
  if (now === undefined)
    return winner === undefined
      ? 'With these weights there is still no winner.'
      : `With these weights there is no winner; it was ${winner}.`;
  if (winner === undefined) return `With these weights the winner is ${now}; there was none.`;
  if (winner === now) return `With these weights the winner stays: ${now}.`;
  return `With these weights the winner is ${now} instead of ${winner}.`;
}

function place(rank: number | undefined, name: string): string {
  return `${rank ?? '-'} ${name}`;
}

function changedWeights({ score }: RaceResult, { weights }: WhatIf): string {
  const before: Readonly<Record<string, number | undefined>> = score.context.weights;
  const changes = Object.entries(weights).flatMap(([signal, weight]) => {
    const old = before[signal] ?? 0;
    return old === weight ? [] : [`${signal} ${old} -> ${weight}`];
  });
  return changes.length === 0 ? 'No weight differs.' : `Weights: ${changes.join(', ')}`;
}

/** Said where somebody with a higher total stands below. */
function checksFirst({ ranking: { order } }: WhatIf): string | undefined {
  const able = order.filter(({ cannotWin }) => cannotWin === undefined);
  if (able.every(({ total }, at) => total >= (able[at + 1]?.total ?? 0))) return undefined;
  const passed = able.map((one) => `${one.name} ${one.passed ?? 0}`);
  return `Required checks passed come before the total, whatever the weights: ${passed.join(', ')}.`;
}

function turnText({ signal, weight, below, above }: WeightTurns): string {
  const next = ({ winner }: Turn) => winner ?? 'no winner';
  const turns = [
    ...(below === undefined ? [] : [`at ${below.weight} and below: ${next(below)}`]),
    ...(above === undefined ? [] : [`at ${above.weight} and above: ${next(above)}`]),
  ];
  const told = turns.length === 0 ? 'no weight changes the winner' : turns.join('; ');
  return `${signal} (now ${weight}): ${told}`;
}
