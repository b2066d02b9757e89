// Several texts beside each other on a wide terminal, as many in a row as stay readable.
import stringWidth from 'string-width';

const narrowest = 44;
const gap = 3;

/** How wide each of them may be, and how many stand in a row. */
export function paneRoom(count: number, columns: number): { readonly width: number; readonly inRow: number } {
  const inRow = Math.max(1, Math.min(count, Math.floor((columns + gap) / (narrowest + gap))));
  return { inRow, width: Math.floor((columns - gap * (inRow - 1)) / inRow) };
}

/** Each pane is the lines of one text, no wider than `paneRoom` says; lines that are wider push their neighbours on. */
export function sideBySide(panes: readonly (readonly string[])[], columns: number): readonly string[] {
  const { width, inRow } = paneRoom(panes.length, columns);
  return Array.from({ length: Math.ceil(panes.length / inRow) }, (_, row) => {
    const beside = panes.slice(row * inRow, (row + 1) * inRow);
    const height = Math.max(...beside.map((lines) => lines.length));
    const lines = Array.from({ length: height }, (_line, at) =>
      beside
        .map((pane) => filled(pane[at] ?? '', width + gap))
        .join('')
        .trimEnd(),
    );
    return row === 0 ? lines : ['', ...lines];
  }).flat();
}

function filled(line: string, width: number): string {
  return line + ' '.repeat(Math.max(1, width - stringWidth(line)));
}
