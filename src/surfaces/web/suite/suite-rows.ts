// Which tasks of a suite are shown, and how a cell looks.
import type { TaskCell, TaskRow } from '../../../views/suite/figures-schema.ts';

export const filters = [
  ['all', 'All'],
  ['differing', 'Differing'],
  ['failed', 'Failed'],
  ['errors', 'Errors'],
  ['open', 'Open'],
] as const;
export type Filter = (typeof filters)[number][0];

export function filterNamed(name: string | undefined): Filter {
  return filters.find(([filter]) => filter === name)?.[0] ?? 'all';
}

export function rowsOf(rows: readonly TaskRow[], filter: Filter, words = ''): readonly TaskRow[] {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) => isShown(row, filter) && asked.every((word) => row.id.toLowerCase().includes(word)),
  );
}

function isShown({ is, cells }: TaskRow, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'differing':
      return is === 'differs';
    case 'failed':
      return cells.some(({ passed, of }) => passed < of);
    case 'errors':
      return cells.some(({ errors }) => errors > 0);
    case 'open':
      return cells.some(({ open }) => open > 0);
  }
}

export type CellLook = 'passed' | 'mixed' | 'failed' | 'error' | 'open';

/** What is first to be seen of it. */
export function lookOf({ passed, of, errors }: TaskCell): CellLook {
  if (of === 0) return errors > 0 ? 'error' : 'open';
  if (passed === of) return 'passed';
  return passed === 0 ? 'failed' : 'mixed';
}

/** In words, for whoever does not see it. */
export function cellWords({ passed, of, errors, open }: TaskCell): string {
  return [
    of > 0 ? `${passed} of ${of} passed` : '',
    errors > 0 ? `${errors} in error` : '',
    open > 0 ? `${open} not played yet` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** The one after it, round the end; the first or last where it is not among them. */
export function neighbour<T>(all: readonly T[], here: T | undefined, step: 1 | -1): T | undefined {
  const at = here === undefined ? -1 : all.indexOf(here);
  if (at < 0) return step > 0 ? all[0] : all.at(-1);
  return all[(at + step + all.length) % all.length];
}
