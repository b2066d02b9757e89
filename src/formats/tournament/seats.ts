// Who judges a match: impartial judges by turns, and who is asked when they do not decide it. Pure.
import type { Judge, SelfJudging } from '../../judging/entry.ts';

export interface Bench {
  readonly judges: readonly Judge[];
  /** How many sit on each match; 0: all. */
  readonly panel: number;
  readonly selfJudging: SelfJudging;
}

export interface Seats {
  readonly panel: readonly Judge[];
  /** Impartial ones that do not sit. */
  readonly others: readonly Judge[];
  /** The families' own judges have to vote. */
  readonly partial: boolean;
}

/** `turn` is any number that differs from match to match. */
export function seatJudges(bench: Bench, families: readonly [string, string], turn: number): Seats {
  const impartial = bench.judges.filter(
    (judge) => bench.selfJudging !== 'exclude' || !isPartial(judge, families),
  );
  // All of them then, whatever the size of the panel: each family its own voice.
  if (impartial.length === 0) return { panel: bench.judges, others: [], partial: true };
  const start = turn % impartial.length;
  const order = [...impartial.slice(start), ...impartial.slice(0, start)];
  const seats = bench.panel === 0 ? order.length : bench.panel;
  return { panel: order.slice(0, seats), others: order.slice(seats), partial: false };
}

function isPartial({ family }: Judge, [first, second]: readonly [string, string]): boolean {
  return (first === family) !== (second === family);
}

/** One more verdict: another judge's, else a third call to those who sit, all of them so that no side is asked alone. */
export function oneMore({ panel, others }: Seats): {
  readonly judges: readonly Judge[];
  readonly another: boolean;
} {
  const [another] = others;
  return another === undefined ? { judges: panel, another: false } : { judges: [another], another: true };
}
