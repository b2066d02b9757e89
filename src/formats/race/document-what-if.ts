// How a race weighed anew is told: the order as it was beside the order with other weights, and where each weight turns the
// winner.
import { type Document, figureColumns, gist, list, text } from '../../views/document.ts';
import type { RaceResult } from './result.ts';
import type { Turn, WeightTurns, WhatIf } from './what-if.ts';

export function whatIfDocument(result: RaceResult, whatIf: WhatIf): Document {
  const { ranking, turns } = whatIf;
  return [
    gist(winners(result, whatIf)),
    {
      type: 'table',
      columns: figureColumns(['as it was', 'total', 'what if', 'total']),
      rows: ranking.order.map(({ name, total, cannotWin }, at) => {
        const was = result.rows[at];
        return [
          was === undefined ? '' : place(was.rank === undefined ? undefined : at, was.contestant),
          was?.total.toFixed(4) ?? '',
          place(cannotWin === undefined ? at : undefined, name),
          total.toFixed(4),
        ];
      }),
    },
    text(changedWeights(result, whatIf)),
    list('Where the winner changes, one weight at a time:', turns.map(turnText)),
  ];
}

function winners({ winner = 'nobody' }: RaceResult, { ranking }: WhatIf): string {
  const now = ranking.winner ?? 'nobody';
  if (winner === now) return `With these weights the winner stays: ${now}.`;
  return `With these weights the winner is ${now} instead of ${winner}.`;
}

function place(at: number | undefined, name: string): string {
  return `${at === undefined ? '-' : at + 1} ${name}`;
}

function changedWeights({ score }: RaceResult, { weights }: WhatIf): string {
  const before: Readonly<Record<string, number | undefined>> = score.context.weights;
  const changes = Object.entries(weights).flatMap(([signal, weight]) => {
    const old = before[signal] ?? 0;
    return old === weight ? [] : [`${signal} ${old} -> ${weight}`];
  });
  return changes.length === 0 ? 'No weight differs.' : `Weights: ${changes.join(', ')}`;
}

function turnText({ signal, weight, below, above }: WeightTurns): string {
  const next = ({ winner }: Turn) => winner ?? 'nobody';
  const turns = [
    ...(below === undefined ? [] : [`at ${below.weight} and below: ${next(below)}`]),
    ...(above === undefined ? [] : [`at ${above.weight} and above: ${next(above)}`]),
  ];
  const told = turns.length === 0 ? 'no weight changes the winner' : turns.join('; ');
  return `${signal} (now ${weight}): ${told}`;
}
