// How many verdicts it takes to tell two contestants apart (two-sided 95 %, power 80 %), from the share of wins, losses and the ties between.

/** Undefined where the shares are equal: no number is enough. */
export function verdictsNeeded(wins: number, losses: number): number | undefined {
  const gap = wins - losses;
  if (gap === 0) return undefined;
  const variance = (wins + losses - gap ** 2) / 4;
  return Math.max(1, Math.ceil((7.85 * variance) / (gap / 2) ** 2));
}
