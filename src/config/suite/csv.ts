// Rows of a CSV text: quotes, line breaks within them, and a first row with the names of the columns.
import type { YamlProblem } from '../brief/yaml-text.ts';

export interface CsvLimits {
  readonly maxRows: number;
  readonly maxColumns: number;
}

interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}

export function csvRows(text: string, { maxRows, maxColumns }: CsvLimits) {
  const { rows, open } = parsed(text.replace(/^\uFEFF/, ''), { maxRows: maxRows + 1, maxColumns });
  const [head, ...body] = rows;
  const names = head?.cells.map((name) => name.trim()) ?? [];
  const problems: YamlProblem[] = [];
  const say = (line: number, said: string) =>
    problems.push({
      line,
      text: said,
      hint: 'Write the names of the columns in the first row, then one task a row.',
    });
  if (open !== undefined) say(open, 'a quote that begins here does not end, or stands within a cell');
  if (rows.some(({ cells }) => cells.length > maxColumns)) say(1, `it has more than ${maxColumns} columns`);
  else if (body.length === 0) say(1, 'it has no rows');
  else if (body.length > maxRows) say(1, `it has more than ${maxRows} rows`);
  else if (names.includes('') || new Set(names).size < names.length)
    say(1, 'a column has no name, or two have the same');
  else
    for (const { cells, line } of body)
      if (cells.length !== names.length)
        say(line, `it has ${cells.length} cells, and there are ${names.length} columns`);
  if (problems.length > 0) return { rows: [], problems };
  return {
    rows: body.map(({ cells, line }) => ({
      line,
      values: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])),
    })),
    problems,
  };
}

/** A quoted cell, in which two quotes are one, or a plain one; and what ends it. */
const cellShape = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*)?)(,|\r\n|\n|\r|$)/y;

/** What is beyond a limit is not read to its end; `open`: the line of a cell that cannot be read. */
function parsed(
  text: string,
  { maxRows, maxColumns }: CsvLimits,
): { readonly rows: readonly CsvRow[]; readonly open?: number } {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [line, begins] = [1, 1];
  cellShape.lastIndex = 0;
  while (cellShape.lastIndex < text.length && rows.length <= maxRows) {
    const found = cellShape.exec(text);
    if (found === null) return { rows, open: line };
    const [whole, quoted, plain = '', end] = found;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (cells.length > maxColumns) return { rows: [{ cells, line: begins }] };
    if (end === ',') continue;
    if (cells.length > 1 || cells[0] !== '') rows.push({ cells, line: begins });
    cells = [];
    begins = line;
  }
  // A comma at the very end has an empty cell behind it.
  return { rows: cells.length === 0 ? rows : [...rows, { cells: [...cells, ''], line: begins }] };
}
