// A race weighed anew: the order as it was beside the order with other weights, and where each weight turns the winner.

import { clip } from '../../views/board.ts';
import { table } from '../../views/table.ts';
import { visibleLine } from '../../views/visible.ts';
import type { RaceResult } from './result.ts';
import type { Turn, WeightTurns, WhatIf } from './what-if.ts';

export function raceWhatIfText(result: RaceResult, whatIf: WhatIf): string {
  const { ranking, turns } = whatIf;
  const parts = [
    [winners(result, whatIf)],
    table([
      ['as it was', 'total', 'what if', 'total'],
      ...ranking.order.map(({ name, total, cannotWin }, at) => {
        const was = result.rows[at];
        return [
          was === undefined ? '' : place(was.rank === undefined ? undefined : at, was.contestant),
          was?.total.toFixed(4) ?? '',
          place(cannotWin === undefined ? at : undefined, name),
          total.toFixed(4),
        ];
      }),
    ]),
    changedWeights(result, whatIf),
    turns.length === 0 ? [] : ['Where the winner changes, one weight at a time:', ...turns.map(turnText)],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function winners({ winner }: RaceResult, { ranking }: WhatIf): string {
  const now = ranking.winner === undefined ? 'nobody' : visibleLine(ranking.winner);
  if (winner === ranking.winner) return `With these weights the winner stays: ${now}.`;
  return `With these weights the winner is ${now} instead of ${winner === undefined ? 'nobody' : visibleLine(winner)}.`;
}

function place(at: number | undefined, name: string): string {
  return `${at === undefined ? '-' : at + 1} ${clip(visibleLine(name), 40)}`;
}

function changedWeights({ score }: RaceResult, { weights }: WhatIf): readonly string[] {
  const before: Readonly<Record<string, number | undefined>> = score.context.weights;
  const changes = Object.entries(weights).flatMap(([signal, weight]) => {
    const old = before[signal] ?? 0;
    return old === weight ? [] : [`${signal} ${old} -> ${weight}`];
  });
  return changes.length === 0 ? ['No weight differs.'] : [`Weights: ${changes.join(', ')}`];
}

function turnText({ signal, weight, below, above }: WeightTurns): string {
  const turns = [
    ...(below === undefined ? [] : [`at ${below.weight} and below: ${next(below)}`]),
    ...(above === undefined ? [] : [`at ${above.weight} and above: ${next(above)}`]),
  ];
  const told = turns.length === 0 ? 'no weight changes the winner' : turns.join('; ');
  return `  ${signal} (now ${weight}): ${told}`;
}

function next({ winner }: Turn): string {
  return winner === undefined ? 'nobody' : visibleLine(winner);
}
