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
  return `${judge}: ${verdictText(word)}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}${why}`;
}

/** A contestant's name, tie, or that there is none. */
export function verdictText(word: string): string {
  return word === 'none' ? 'no verdict' : word;
}

/** Where nothing that any of them replied counts: a sentence in place of figures that would all be empty. */
export function unreadText(
  judges: readonly { readonly judge: string; readonly verdicts: number; readonly unread: number }[],
): string | undefined {
  if (judges.length === 0 || judges.some(({ verdicts, unread }) => unread < verdicts)) return undefined;
  const names = judges.map(({ judge }) => judge).join(' and ');
  return `No verdict: what ${names} replied could not be read as one. See it with joust show, or name another judge.`;
}

export function agreementText(agreement: number | undefined): string | undefined {
  return agreement === undefined
    ? undefined
    : `How far the judges agree: ${agreement.toFixed(2)} (1 is always, 0 no more than by chance).`;
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
