// A small terminal: what a person would see of what was sent, and where the cursor is. It knows what joust may send, and nothing more.
import stringWidth from 'string-width';

export interface Seen {
  /** Lines from the first one on, those that scrolled away included; without blanks at their ends. */
  readonly lines: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
  /** Sequences a board has no business sending. */
  readonly strange: readonly string[];
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const sequence = /\x1b\[([0-9;?]*)([A-Za-z])|\x1b[^[]|\r\n|[\x00-\x1f\x7f-\x9f]/y;

export function screenOf(output: string, columns: number): Seen {
  const cells: string[][] = [[]];
  const strange: string[] = [];
  let [row, column] = [0, 0];
  const line = () => {
    while (cells.length <= row) cells.push([]);
    return cells[row] ?? [];
  };
  const control = (whole: string, number: string, letter: string) => {
    if (whole === '\r') column = 0;
    else if (whole === '\n') row += 1;
    else if (whole === '\r\n') [row, column] = [row + 1, 0];
    else if (letter === 'A') row = Math.max(0, row - Number(number || 1));
    else if (letter === 'J' && (number === '' || number === '0')) {
      line().length = column;
      cells.length = row + 1;
    } else if (letter !== 'm') strange.push(JSON.stringify(whole));
  };
  for (let at = 0; at < output.length; ) {
    sequence.lastIndex = at;
    const found = sequence.exec(output);
    if (found !== null) {
      control(found[0], found[1] ?? '', found[2] ?? '');
      at = sequence.lastIndex;
      continue;
    }
    const end = output.slice(at).search(/[\x00-\x1f\x7f-\x9f]/);
    const text = output.slice(at, end === -1 ? undefined : at + end);
    for (const { segment } of graphemes.segment(text)) {
      const width = stringWidth(segment);
      if (column + width > columns) [row, column] = [row + 1, 0];
      line()[column] = segment;
      for (let next = 1; next < width; next += 1) line()[column + next] = '';
      column += width;
    }
    at += text.length;
  }
  const lines = cells.map((cell) =>
    Array.from(cell, (one) => one ?? ' ')
      .join('')
      .trimEnd(),
  );
  return { lines, cursor: { row, column }, strange };
}

/** The widest line of everything that was ever drawn. */
export function widest(output: string): number {
  const plain = output.replaceAll(/\x1b\[[0-9;?]*[A-Za-z]/g, '\n').split(/[\r\n]+/);
  return Math.max(...plain.map((text) => stringWidth(text)));
}
