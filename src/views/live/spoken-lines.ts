// What several say at once, in whole lines: whose words they are stands before each.
import stringWidth from 'string-width';
import { visible, visibleLine } from '../visible.ts';
import { padded } from './board.ts';

const widestName = 20;

/** `claude | `, as wide for everybody. */
export function spokenPrefixes(names: readonly string[]): ReadonlyMap<string, string> {
  const width = Math.min(widestName, Math.max(0, ...names.map((name) => stringWidth(visibleLine(name)))));
  return new Map(names.map((name) => [name, `${padded(visibleLine(name), width)} | `]));
}

export interface Spoken {
  readonly lines: readonly string[];
  /** The beginning of the next line. */
  readonly rest: string;
}

/** `rest` is what was left the last time. With `columns` a longer line is wrapped at words, and does not wait for its end. */
export function spokenLines(rest: string, delta: string, columns = Number.POSITIVE_INFINITY): Spoken {
  const parts = `${rest}${delta}`.split('\n');
  const last = parts.pop() ?? '';
  const lines = parts.flatMap((line) => {
    const { rows, row } = wrappedAt(line.replace(/\r$/, ''), columns);
    return [...rows, row.trimEnd()];
  });
  // Its line feed may come with the next piece.
  const held = last.endsWith('\r') ? '\r' : '';
  const { rows, row } = wrappedAt(last.slice(0, last.length - held.length), columns);
  return { lines: [...lines, ...rows], rest: row + held };
}

/** Full rows, and the one that is not. A word that is wider stays whole. */
function wrappedAt(
  text: string,
  columns: number,
): { readonly rows: readonly string[]; readonly row: string } {
  const rows: string[] = [];
  let [row, width] = ['', 0];
  for (const word of visible(text).split(/(?<=\s)(?=\S)/)) {
    if (width > 0 && width + stringWidth(word.trimEnd()) > columns) {
      rows.push(row.trimEnd());
      [row, width] = ['', 0];
    }
    row += word;
    width += stringWidth(word);
  }
  return { rows, row };
}
