// The tables of a race: the contestants with every signal, best first, and whose added tests passed on whose code.
import { type Block, figureColumns, shortened, text } from '../../views/document.ts';
import { dollars, duration, tokens } from '../../views/units.ts';
import type { RaceResult, RaceRow } from './result.ts';

interface Figure {
  readonly title: string;
  /** Absent: unknown, or there is no such thing. */
  cell(row: RaceRow): string | undefined;
}

/** A column that nobody has anything in is left out. */
export function raceTable(result: RaceResult): Block {
  const { rows } = result;
  const figures = figuresOf(result).filter(({ cell }) => rows.some((row) => cell(row) !== undefined));
  return {
    type: 'table',
    columns: figureColumns(['', ...figures.map(({ title }) => title)]),
    rows: rows.map((row) => [
      `${row.rank ?? '-'} ${row.contestant}`,
      ...figures.map(({ cell }) => cell(row) ?? 'unknown'),
    ]),
    legend: weightsText(result),
  };
}

export function crossBlock({ cross, rows }: RaceResult): Block {
  if (cross === undefined) return text();
  const tested = new Set(cross.rows.flatMap(({ on }) => Object.keys(on)));
  const names = rows.map(({ contestant }) => contestant).filter((name) => tested.has(name));
  const columns = [...names, ...[...tested].filter((name) => !names.includes(name))];
  const onBase = cross.rows.some((row) => row.onBase !== undefined);
  return {
    type: 'table',
    title: `Added tests on everybody's code (check ${cross.check}):`,
    columns: figureColumns(['tests of', ...columns, ...(onBase ? ['the base'] : [])]),
    rows: cross.rows.map(({ author, on, onBase: base }) => [
      author,
      ...columns.map((name) => (Object.hasOwn(on, name) ? (on[name] ?? '') : 'not run')),
      ...(onBase ? [base ?? 'not run'] : []),
    ]),
    legend: cross.rows.flatMap(({ author, files, suspect }) =>
      suspect === undefined ? [] : [`suspect: the tests of ${author} (${filesText(files)}): ${suspect}`],
    ),
  };
}

function figuresOf(result: RaceResult): readonly Figure[] {
  return [
    { title: 'total', cell: ({ total }) => total.toFixed(4) },
    ...signalsOf(result).map((signal) => ({
      title: signal,
      cell: ({ signals }: RaceRow) => signals[signal]?.toFixed(2),
    })),
    { title: 'checks', cell: (row) => checksPassed(result, row) },
    { title: 'lines', cell: ({ added, removed }) => `+${added} -${removed}` },
    { title: 'files', cell: ({ files }) => String(files) },
    { title: 'time', cell: ({ ranMs }) => (ranMs === undefined ? undefined : duration(ranMs)) },
    { title: 'tokens', cell: (row) => (row.tokens === undefined ? undefined : tokens(row.tokens)) },
    { title: 'cost', cell: ({ costUsd }) => (costUsd === undefined ? undefined : dollars(costUsd)) },
    { title: 'ended', cell: ended },
  ];
}

const order = ['lint', 'readiness', 'tests', 'diff', 'judge'];

function signalsOf({ rows }: RaceResult): readonly string[] {
  const found = new Set(rows.flatMap(({ signals, unknown }) => [...Object.keys(signals), ...unknown]));
  return [
    ...order.filter((signal) => found.has(signal)),
    ...[...found].filter((one) => !order.includes(one)),
  ];
}

/** Of those that count. */
function checksPassed({ checks }: RaceResult, row: RaceRow): string | undefined {
  const counting = new Set(checks.filter(({ ignored }) => ignored === undefined).map(({ name }) => name));
  if (counting.size === 0) return undefined;
  const passed = row.checks.filter(({ name, outcome }) => counting.has(name) && outcome === 'passed').length;
  return row.checks.length === 0 ? 'not run' : `${passed}/${counting.size}`;
}

function ended({ outcome, partial, adopted }: RaceRow): string {
  return [outcome, ...(partial === true ? ['partial'] : []), ...(adopted === true ? ['adopted'] : [])].join(
    ', ',
  );
}

function weightsText({ score, dropped, rows }: RaceResult): readonly string[] {
  const { weights, rules } = score.context;
  const counted = Object.entries(weights).filter(
    ([signal]) => !dropped.includes(signal) && rows.some((row) => isIn(row, signal)),
  );
  return [
    `Weights: ${counted.map(([signal, weight]) => `${signal} ${weight}`).join(', ')}${rules === 'charm' ? ' (charm rules)' : ''}`,
    ...dropped.map((signal) => `No ${signal} check: its weight is spread over the others.`),
  ];
}

function isIn({ signals, unknown }: RaceRow, signal: string): boolean {
  return Object.hasOwn(signals, signal) || unknown.includes(signal);
}

function filesText(files: readonly string[]): string {
  const shown = files.slice(0, 5).map((path) => shortened(path, 80));
  const more = files.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
