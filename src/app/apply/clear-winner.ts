// Whether the result of a race names a winner that may be applied without asking.
import type { AnyResult } from '../../formats/all.ts';

/** Undefined where somebody else did as well, in as many lines: only the name decided. */
export function clearWinner(result: AnyResult): string | undefined {
  if (result.type !== 'race') return undefined;
  const best = result.rows.find(({ contestant }) => contestant === result.winner);
  const equals = result.rows.filter(
    ({ rank, total, added, removed }) =>
      rank !== undefined && total === best?.total && added + removed === best.added + best.removed,
  );
  return equals.length === 1 ? result.winner : undefined;
}

/** Whether somebody changed something. */
export function hasChanges(result: AnyResult): boolean {
  return result.type === 'race' && result.rows.some(({ files }) => files > 0);
}
