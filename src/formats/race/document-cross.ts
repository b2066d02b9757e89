// Whose added tests passed on whose code, as a table; and which of these tests are not to be trusted.

import { clip } from '../../views/board.ts';
import { table } from '../../views/table.ts';
import { visibleLine } from '../../views/visible.ts';
import type { RaceResult } from './result.ts';

export function raceCrossText({ cross, rows }: RaceResult): readonly string[] {
  if (cross === undefined || cross.rows.length === 0) return [];
  const tested = new Set(cross.rows.flatMap(({ on }) => Object.keys(on)));
  const names = rows.map(({ contestant }) => contestant).filter((name) => tested.has(name));
  const others = [...tested].filter((name) => !names.includes(name));
  const columns = [...names, ...others];
  const onBase = cross.rows.some((row) => row.onBase !== undefined);
  return [
    `Added tests on everybody's code (check ${visibleLine(cross.check)}):`,
    ...table([
      ['tests of', ...columns.map(shortName), ...(onBase ? ['the base'] : [])],
      ...cross.rows.map(({ author, on, onBase: base }) => [
        shortName(author),
        ...columns.map((name) => (Object.hasOwn(on, name) ? (on[name] ?? '') : 'not run')),
        ...(onBase ? [base ?? 'not run'] : []),
      ]),
    ]),
    ...cross.rows.flatMap(({ author, files, suspect }) =>
      suspect === undefined
        ? []
        : [`suspect: the tests of ${visibleLine(author)} (${filesText(files)}): ${visibleLine(suspect)}`],
    ),
  ];
}

function shortName(name: string): string {
  return clip(visibleLine(name), 24);
}

function filesText(files: readonly string[]): string {
  const shown = files.slice(0, 5).map((path) => clip(visibleLine(path), 80));
  const more = files.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
