// The contestants of a race in columns, best first. A column that nobody has anything in is left out.

import { clip } from '../../views/board.ts';
import { duration, tokens } from '../../views/figures.ts';
import { table } from '../../views/table.ts';
import { visibleLine } from '../../views/visible.ts';
import type { RaceResult, RaceRow } from './result.ts';

interface Column {
  readonly title: string;
  /** Absent: unknown, or there is no such thing. */
  cell(row: RaceRow): string | undefined;
}

export function raceTable(result: RaceResult): readonly string[] {
  const { rows } = result;
  if (rows.length === 0) return [];
  const columns = columnsOf(result).filter(({ cell }) => rows.some((row) => cell(row) !== undefined));
  return table([
    ['', ...columns.map(({ title }) => title)],
    ...rows.map((row) => [
      `${row.rank ?? '-'} ${clip(visibleLine(row.contestant), 40)}`,
      ...columns.map(({ cell }) => cell(row) ?? 'unknown'),
    ]),
  ]);
}

function columnsOf(result: RaceResult): readonly Column[] {
  return [
    { title: 'total', cell: ({ total }) => total.toFixed(4) },
    ...signalsOf(result).map((signal) => ({
      title: visibleLine(signal),
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

function dollars(usd: number): string {
  return `$${usd.toFixed(usd >= 1 ? 2 : 4)}`;
}

function ended({ outcome, partial, adopted }: RaceRow): string {
  return [outcome, ...(partial === true ? ['partial'] : []), ...(adopted === true ? ['adopted'] : [])].join(
    ', ',
  );
}
