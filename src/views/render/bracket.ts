// A bracket from left to right: who came in, who went on, who is left. Where everything stands, and that drawn as text.
import stringWidth from 'string-width';
import type { BracketBlock, BracketMatch } from '../document.ts';
import { visibleLine } from '../visible.ts';
import { clip } from './columns.ts';

export interface BracketPlace {
  readonly row: number;
  /** 0: it came in here; else the round it came out of. */
  readonly column: number;
  readonly name: string;
  readonly mark: string;
  /** The one it came out of. */
  readonly match?: BracketMatch;
}

/** Two places from which one went on. */
export interface BracketJoin {
  readonly from: readonly [BracketPlace, BracketPlace];
  readonly to: BracketPlace;
  /** Which of the two it was; -1: neither yet. */
  readonly won: number;
}

export interface BracketLayout {
  readonly places: readonly BracketPlace[];
  readonly joins: readonly BracketJoin[];
  readonly rows: number;
  readonly columns: number;
}

export function bracketLayout({ matches, seeds }: Pick<BracketBlock, 'matches' | 'seeds'>): BracketLayout {
  const rounds = Math.max(0, ...matches.map(({ round }) => round));
  const places: BracketPlace[] = [];
  const joins: BracketJoin[] = [];
  let leaves = 0;

  const put = (place: BracketPlace): BracketPlace => {
    places.push(place);
    return place;
  };
  /** The match this name came out of before the round, or where it came in. */
  const branch = (name: string, before: number): BracketPlace => {
    const last = matches.findLast(({ pair, round }) => round < before && pair.includes(name));
    if (last !== undefined) return node(last);
    leaves += 1;
    const shown = `${seeds.indexOf(name) + 1} ${visibleLine(name)}`;
    return put({ row: 2 * (leaves - 1), column: 0, name: shown, mark: '' });
  };
  const node = (match: BracketMatch): BracketPlace => {
    const { pair, round, winner, mark } = match;
    const from = [branch(pair[0], round), branch(pair[1], round)] as const;
    const row = Math.floor((from[0].row + from[1].row) / 2);
    const to = put({
      row,
      column: round,
      name: winner === undefined ? '?' : visibleLine(winner),
      mark,
      match,
    });
    joins.push({ from, to, won: winner === undefined ? -1 : pair.indexOf(winner) });
    return to;
  };

  const last = matches.findLast(({ round }) => round === rounds);
  if (last !== undefined) node(last);
  return { places, joins, rows: Math.max(0, 2 * leaves - 1), columns: rounds + 1 };
}

const widest = 28;

interface Piece {
  readonly row: number;
  readonly x: number;
  readonly text: string;
}

/** No line is wider than `columns`. */
export function bracketDrawing(
  bracket: Pick<BracketBlock, 'matches' | 'seeds'>,
  columns: number,
): readonly string[] {
  const layout = bracketLayout(bracket);
  const width = Math.min(widest, Math.floor(columns / layout.columns));
  const label = ({ row, column, name, mark }: BracketPlace): Piece => ({
    row,
    x: column === 0 ? 0 : column * width + 1,
    text: `${clip(name, Math.max(1, width - 3 - stringWidth(mark)))}${mark}`,
  });
  const arms = ({ from: [upper, lower], to }: BracketJoin): readonly Piece[] => {
    const x = to.column * width - 1;
    const arm = (place: BracketPlace, corner: string): Piece => {
      const end = label(place);
      const from = end.x + stringWidth(end.text);
      return { row: place.row, x: from, text: ` ${'─'.repeat(Math.max(0, x - from - 1))}${corner}` };
    };
    const between = Array.from({ length: lower.row - upper.row - 1 }, (_, at) => upper.row + 1 + at);
    return [
      arm(upper, '┐'),
      arm(lower, '┘'),
      ...between.map((row) => ({ row, x, text: row === to.row ? '├' : '│' })),
    ];
  };
  return drawn([...layout.places.map(label), ...layout.joins.flatMap(arms)], layout.rows);
}

function drawn(pieces: readonly Piece[], count: number): readonly string[] {
  const rows = Map.groupBy(pieces, ({ row }) => row);
  return Array.from({ length: count }, (_, row) => {
    let line = '';
    for (const { x, text } of (rows.get(row) ?? []).toSorted((a, b) => a.x - b.x))
      line += ' '.repeat(Math.max(0, x - stringWidth(line))) + text;
    return line.trimEnd();
  });
}
