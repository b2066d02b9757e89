// Text measured in the columns of a terminal: cut, wrapped, lined up. Wide characters count as the terminal counts them.
import stringWidth from 'string-width';
import { type Column, figureColumns } from '../document.ts';

/** Cuts text to a number of terminal columns. */
export function clip(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (stringWidth(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes().segment(text)) {
    used += stringWidth(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Rows that lines take on a terminal of this width. One that was made narrower wraps its lines again. */
export function rowsTaken(lines: readonly string[], columns: number): number {
  const rows = (line: string) => Math.max(1, Math.ceil(stringWidth(line) / Math.max(1, columns)));
  return lines.reduce((sum, line) => sum + rows(line), 0);
}

/** Made when it is first needed, for it takes 10 ms. */
let segmenter: Intl.Segmenter | undefined;
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter;
}

/** Columns that line up, the first to the left and the others to the right. */
export function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return aligned(figureColumns(Array.from({ length: count }, () => '')), rows);
}

export function aligned(columns: readonly Column[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => stringWidth(row[at] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const fill = ' '.repeat(Math.max(0, (widths[at] ?? 0) - stringWidth(cell)));
        return columns[at]?.align === 'right' ? fill + cell : cell + fill;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** At spaces; what follows the first line is set in further than that. A single long word is cut. */
export function wrapped(line: string, columns: number | undefined): readonly string[] {
  if (columns === undefined || stringWidth(line) <= columns) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  const lines: string[] = [];
  let now = '';
  for (const word of line.slice(indent.length).split(' ')) {
    const longer = now === '' ? `${indent}${word}` : `${now} ${word}`;
    if (stringWidth(longer) > columns && now.trim() !== '') {
      lines.push(now);
      now = `${indent}  ${clip(word, columns - indent.length - 2)}`;
    } else now = clip(longer, columns);
  }
  return [...lines, now];
}
