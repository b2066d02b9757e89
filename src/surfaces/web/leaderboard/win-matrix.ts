// Who beat whom: a row and a column for everybody, from the pairs that were compared.
import type { Leaderboard } from '../../../views/leaderboard/leaderboard.ts';

export interface PairCell {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Of the comparisons, as the one of the row sees it; ties are half. */
  readonly share: number;
}

export interface MatrixRow {
  readonly name: string;
  /** Null: itself. Undefined: they were never compared. */
  readonly cells: readonly (PairCell | null | undefined)[];
}

/** In the order of the board. */
export function winMatrix({ rows, pairs }: Pick<Leaderboard, 'rows' | 'pairs'>): readonly MatrixRow[] {
  const names = rows.map(({ contestant }) => contestant);
  const found = new Map<string, PairCell>();
  for (const { first, second, wins, ties, losses } of pairs) {
    found.set(keyOf(first, second), cellOf({ wins, ties, losses }));
    found.set(keyOf(second, first), cellOf({ wins: losses, ties, losses: wins }));
  }
  return names.map((name) => ({
    name,
    cells: names.map((other) => (other === name ? null : found.get(keyOf(name, other)))),
  }));
}

function cellOf(counts: Omit<PairCell, 'share'>): PairCell {
  const { wins, ties, losses } = counts;
  const all = wins + ties + losses;
  return { ...counts, share: all === 0 ? 0.5 : (wins + ties / 2) / all };
}

const keyOf = (one: string, other: string): string => JSON.stringify([one, other]);

/** `ann against bob: 3 won, 1 tied, 2 lost`. */
export function pairWords(name: string, other: string, { wins, ties, losses }: PairCell): string {
  return `${name} against ${other}: ${wins} won, ${ties} tied, ${losses} lost`;
}
