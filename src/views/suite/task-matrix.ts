// The matrix of a suite in the width of a terminal: tasks down, contestants across; of many tasks those that tell them apart.
import { plural } from '../../domain/figures.ts';
import { type Block, figureColumns, shortened, type TableBlock, type Tone, text } from '../document.ts';
import type { SuiteFigures, TaskRow } from './figures-schema.ts';
import { cellText, lonelyText } from './suite-words.ts';

/** What a column of the matrix is called, and a row of the tables: letters where names would not fit. */
export interface Labels {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

const widestMatrix = 46;
const widestName = 26;

export function labelsOf(contestants: readonly string[]): Labels {
  const names = contestants.map((name) => shortened(name, widestName));
  const width = names.reduce((sum, name) => sum + 2 + Math.max(5, name.length), 0);
  if (width <= widestMatrix) return { columns: names, rows: names };
  const letters = contestants.map((_, at) => letter(at));
  return { columns: letters, rows: names.map((name, at) => `${letters[at]} ${name}`) };
}

function letter(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : `${letter(Math.floor(at / 26) - 1)}${letter(at % 26)}`;
}

/** How much of it is shown: of more tasks than this only those that differ, and so many of them. */
export interface MatrixMost {
  readonly tasks: number;
  readonly rows: number;
}

export function matrixBlocks(
  { tasks: rows, k: trials }: SuiteFigures,
  labels: Labels,
  most: MatrixMost,
): readonly Block[] {
  if (rows.length <= most.tasks) return [matrixTable('Tasks', rows, { labels, trials })];
  const differing = rows
    .filter(({ is }) => is === 'differs')
    .toSorted((a, b) => spreadOf(b) - spreadOf(a))
    .slice(0, most.rows);
  const left = rows.filter(({ is }) => is === 'differs').length - differing.length;
  const kind = (is: TaskRow['is']) => rows.filter((row) => row.is === is).map(({ id }) => id);
  const passed = kind('passed by all').length;
  return [
    matrixTable('Tasks they differ on, most of all first', differing, { labels, trials }),
    text(
      left > 0 ? `And ${plural(left, 'more task', 'more tasks')} they differ on.` : undefined,
      passed > 0 ? `Passed by all, every time: ${passed} of ${plural(rows.length, 'task')}.` : undefined,
      ...named('Passed by nobody', kind('passed by nobody')),
      ...named('Passed as often by all', kind('alike')),
      ...named('Not known yet', kind('unknown')),
    ),
  ];
}

function matrixTable(
  title: string,
  rows: readonly TaskRow[],
  { labels, trials }: { readonly labels: Labels; readonly trials: number },
): TableBlock {
  const told = trials === 1 ? lonelyText : cellText;
  const width = labels.columns.reduce((sum, name) => sum + 2 + Math.max(5, name.length), 0);
  const asTold = rows.some(({ cells }) => cells.some(({ errors: count }) => count > 0));
  return {
    type: 'table',
    title,
    columns: figureColumns(['', ...labels.columns]),
    rows: rows.map(({ id, cells }) => [shortened(id, Math.max(20, 78 - width)), ...cells.map(told)]),
    tones: rows.map(({ is }): Tone | undefined => (is === 'passed by nobody' ? 'bad' : undefined)),
    legend: [
      ...(trials > 1
        ? [`2/3: passed in two of three trials${asTold ? '; ! the others ended in errors' : ''}.`]
        : []),
    ],
  };
}

function spreadOf({ cells }: TaskRow): number {
  const shares = cells.flatMap(({ passed, of }) => (of === 0 ? [] : [passed / of]));
  return Math.max(...shares) - Math.min(...shares);
}

const mostNames = 8;

function named(title: string, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return [];
  const shown = ids.slice(0, mostNames).map((one) => shortened(one, 40));
  const more = ids.length > shown.length ? `, and ${ids.length - shown.length} more` : '';
  return [`${title}: ${plural(ids.length, 'task')} (${shown.join(', ')}${more}).`];
}
