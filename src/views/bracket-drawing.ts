// A bracket drawn as text, from left to right: who came in, who went on, who is left.
import stringWidth from 'string-width';
import { clip } from './board.ts';

export interface DrawnMatch {
  readonly round: number;
  readonly pair: readonly [string, string];
  /** Absent: it is not settled yet. */
  readonly winner?: string | undefined;
  /** Behind the winner's name. */
  readonly mark: string;
}

interface Placed {
  readonly row: number;
  /** The last column of what stands there. */
  readonly from: number;
}

interface Piece {
  readonly row: number;
  readonly x: number;
  readonly text: string;
}

const widest = 28;

/** `seeds`: names in the order of the seeds. No line is wider than `columns`. */
export function bracketDrawing(
  matches: readonly DrawnMatch[],
  seeds: readonly string[],
  columns: number,
): readonly string[] {
  const rounds = Math.max(0, ...matches.map(({ round }) => round));
  const width = Math.min(widest, Math.floor(columns / (rounds + 1)));
  const pieces: Piece[] = [];
  let leaves = 0;

  const label = (
    text: string,
    { row, column, mark }: { row: number; column: number; mark: string },
  ): Placed => {
    const x = column === 0 ? 0 : column * width + 1;
    const shown = `${clip(text, Math.max(1, width - 3 - stringWidth(mark)))}${mark}`;
    pieces.push({ row, x, text: shown });
    return { row, from: x + stringWidth(shown) };
  };
  /** The match this name came out of before the round, or where it came in. */
  const branch = (name: string, before: number): Placed => {
    const last = matches.findLast(({ pair, round }) => round < before && pair.includes(name));
    if (last !== undefined) return node(last);
    leaves += 1;
    return label(`${seeds.indexOf(name) + 1} ${name}`, { row: 2 * (leaves - 1), column: 0, mark: '' });
  };
  const node = ({ pair, round, winner, mark }: DrawnMatch): Placed => {
    const [upper, lower] = [branch(pair[0], round), branch(pair[1], round)];
    const x = round * width - 1;
    for (const [end, corner] of [
      [upper, '┐'],
      [lower, '┘'],
    ] as const)
      pieces.push({
        row: end.row,
        x: end.from,
        text: ` ${'─'.repeat(Math.max(0, x - end.from - 1))}${corner}`,
      });
    const row = Math.floor((upper.row + lower.row) / 2);
    for (let between = upper.row + 1; between < lower.row; between += 1)
      pieces.push({ row: between, x, text: between === row ? '├' : '│' });
    return label(winner ?? '?', { row, column: round, mark });
  };

  const last = matches.findLast(({ round }) => round === rounds);
  if (last !== undefined) node(last);
  return drawn(pieces);
}

function drawn(pieces: readonly Piece[]): readonly string[] {
  const rows = Map.groupBy(pieces, ({ row }) => row);
  return Array.from({ length: Math.max(-1, ...rows.keys()) + 1 }, (_, row) => {
    let line = '';
    for (const { x, text } of (rows.get(row) ?? []).toSorted((a, b) => a.x - b.x))
      line += ' '.repeat(Math.max(0, x - stringWidth(line))) + text;
    return line.trimEnd();
  });
}
