// What a judge's reply says, piece by piece, and which piece is the verdict.

export interface Statement {
  /** The label it names; null is a tie. */
  readonly label: string | null;
  /** Where in the reply it stands. */
  readonly at: number;
  /** The words that make it a statement: what must not stand in an entry. */
  readonly words: string;
  /** Said in passing, said as a conclusion, stated on its own, or announced as the final word. */
  readonly weight: 'mention' | 'conclusion' | 'stated' | 'final';
  /** The judge's own reason beside it. */
  readonly reason?: string;
}

export type Settled =
  | { readonly type: 'settled'; readonly statement: Statement }
  | { readonly type: 'contradictory' }
  | { readonly type: 'unsaid' };

/** The heaviest statements decide, if they agree; nothing else breaks a contradiction. */
export function settle(statements: readonly Statement[]): Settled {
  for (const weight of ['final', 'stated', 'conclusion', 'mention'] as const) {
    const heaviest = statements.filter((statement) => statement.weight === weight);
    const last = heaviest.at(-1);
    if (last === undefined) continue;
    const agreed = heaviest.every(({ label }) => label === last.label);
    return agreed ? { type: 'settled', statement: last } : { type: 'contradictory' };
  }
  return { type: 'unsaid' };
}
