// A suite for other programs: JSON with its figures, a line of JSON for each cell, and a table for spreadsheets.
import { joustVersion } from '../../domain/version.ts';
import { safeJson, visible } from '../visible.ts';
import { suiteFigures, type ToldCell, type ToldSuite } from './suite-figures.ts';

/** The whole of it; `joust suite compare` reads it again. */
export function suiteReport<Result extends ToldSuite>(contest: string, result: Result) {
  const { contestants, tasks, k, best } = suiteFigures(result);
  const figures = { k, best, contestants, tasks };
  return { type: 'suite-report' as const, v: 1 as const, joust: joustVersion, contest, figures, result };
}

export function suiteJson(contest: string, result: ToldSuite): string {
  return `${safeJson(suiteReport(contest, result), 2)}\n`;
}

export function suiteJsonLines(contest: string, { name, cells }: ToldSuite): string {
  return cells
    .map(
      ({ contest: child, ...cell }) => `${safeJson({ suite: name, in: contest, ...cell, contest: child })}\n`,
    )
    .join('');
}

const columns: readonly (readonly [title: string, of: (cell: ToldCell) => string | number | undefined])[] = [
  ['task', ({ task }) => task],
  ['contestant', ({ contestant }) => contestant],
  ['trial', ({ trial }) => trial],
  ['state', ({ state }) => state],
  ['outcome', ({ outcome }) => outcome],
  ['score', ({ score }) => score],
  ['usd', ({ usd }) => usd],
  ['tokens', ({ tokens }) => tokens],
  ['ms', ({ ranMs }) => (ranMs === undefined ? undefined : Math.round(ranMs))],
  ['passed asserts', (cell) => namesOf(cell, 'pass')],
  ['failed asserts', (cell) => namesOf(cell, 'fail')],
  ['errors', (cell) => namesOf(cell, 'error')],
  ['contest', ({ contest }) => contest],
];

/** A row a cell. What is unknown is empty, never zero. */
export function suiteCsv({ cells }: ToldSuite): string {
  const rows = [columns.map(([title]) => title), ...cells.map((cell) => columns.map(([, of]) => of(cell)))];
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function namesOf({ asserts }: ToldCell, is: 'pass' | 'fail' | 'error'): string {
  return asserts
    .filter((one) => one.is === is)
    .map(({ name, why }) => (why === undefined || is === 'pass' ? name : `${name}: ${why}`))
    .join('\n');
}

/** What a spreadsheet would take for a formula is text there: it gets an apostrophe before it, as spreadsheets write it themselves. */
function csvField(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const shown = visible(value);
  const safe = /^\s*[=+\-@|%＝＋－＠]/u.test(shown) ? `'${shown}` : shown;
  return /[",\n\r;']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
