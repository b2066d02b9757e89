// What judges said of a pair, a line each, and who leads where the figures cannot tell.
import { shortened } from './document.ts';

export interface ShownWord {
  readonly judge: string;
  /** A contestant, tie or none. */
  readonly word: string;
  readonly flipped: boolean;
  readonly setAside?: string | undefined;
  readonly rationale?: string | undefined;
}

const longestReason = 300;

/** `judy: ann (flipped with the order) - it is complete`. */
export function wordText({ judge, word, flipped, setAside, rationale }: ShownWord): string {
  const marks = [
    ...(flipped ? ['flipped with the order'] : []),
    ...(setAside === undefined ? [] : [`set aside: ${setAside}`]),
  ];
  const why = rationale === undefined ? '' : ` - ${shortened(rationale, longestReason)}`;
  return `${judge}: ${word}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}${why}`;
}

interface RatedRow {
  readonly contestant: string;
  readonly rating?: number | undefined;
  readonly tiedForBest: boolean;
}

/** Who won by the rules, and whether the figures below bear that out. */
export function winnerText(winner: string, rule: string | undefined, rows: readonly RatedRow[]): string {
  const why = rule === undefined ? '' : ` (${rule})`;
  const level = rows.filter(({ rating, tiedForBest }) => rating !== undefined && tiedForBest);
  const others = level.map(({ contestant }) => contestant).filter((name) => name !== winner);
  if (others.length === 0) return `Winner: ${winner}${why}.`;
  return `${winner} leads, not clear${why}: so few comparisons cannot tell it from ${others.join(', ')}.`;
}
