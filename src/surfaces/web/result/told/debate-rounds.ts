// Who held which position when, from the turns of a debate.
import type { DebateResult } from '../../../../formats/debate/result.ts';

export interface PositionCell {
  readonly round: number;
  readonly outcome: string;
  /** Absent: the turn closes with none. */
  readonly position?: string;
  readonly changed: boolean;
  /** Whom it agreed with, without new argument. */
  readonly toward?: string;
}

export interface PositionRow {
  readonly speaker: string;
  /** One for each round from 1 on; absent: it had no turn. */
  readonly cells: readonly (PositionCell | undefined)[];
  /** How often it moved. */
  readonly moves: number;
}

export function positionsByRound({
  turns,
  warnings,
  rounds,
}: Pick<DebateResult, 'turns' | 'warnings' | 'rounds'>): readonly PositionRow[] {
  const last = Math.max(rounds, ...turns.map(({ round }) => round));
  return [...Map.groupBy(turns, ({ speaker }) => speaker)].map(([speaker, own]) => {
    const cells = Array.from({ length: last }, (_, at): PositionCell | undefined => {
      const turn = own.find(({ round }) => round === at + 1);
      if (turn === undefined) return undefined;
      const { round, outcome, position, changed = false } = turn;
      const warned = warnings.find((one) => one.speaker === speaker && one.round === round);
      return {
        round,
        outcome,
        changed,
        position,
        toward: warned?.toward,
      };
    });
    return { speaker, cells, moves: cells.filter((cell) => cell?.changed === true).length };
  });
}

/** The step of a turn. */
export function turnKey(round: number, speaker: string): string {
  return `turn/${round}/${speaker}`;
}
