// Columns that line up, the first to the left and the others to the right.
import stringWidth from 'string-width';

export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => stringWidth(row[at] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const fill = ' '.repeat(Math.max(0, (widths[at] ?? 0) - stringWidth(cell)));
        return at === 0 ? cell + fill : fill + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}
