// A bracket as a drawing: elbows from left to right, the winners' path in the accent's colour. A match opens where it can.
import { type BracketBlock, shortened } from '../../../views/document.ts';
import { type BracketJoin, bracketLayout } from '../../../views/render/bracket.ts';

const cell = { width: 176, height: 22, letters: 19, letter: 8 } as const;
const x = (column: number) => column * cell.width;
const y = (row: number) => row * cell.height + cell.height / 2;

interface Props {
  readonly block: BracketBlock;
  /** Where the match of this number is shown; absent: nowhere. */
  readonly hrefOf?: (match: number) => string;
  readonly openAt?: number;
}

export function Bracket({ block, hrefOf, openAt }: Props) {
  const { places, joins, rows, columns } = bracketLayout(block);
  const [width, height] = [x(columns), rows * cell.height];
  return (
    <div className="bracket">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing with links in it */}
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="group" aria-label="Bracket">
        {joins.map((join) => (
          <Elbows key={`${join.to.column} ${join.to.row}`} join={join} />
        ))}
        {places.map(({ row, column, name, mark, match }) => {
          const at = match === undefined ? -1 : block.matches.indexOf(match);
          const words = (
            <text
              x={x(column)}
              y={y(row) + 5}
              className={at >= 0 && at === openAt ? 'open-match' : undefined}
            >
              {shortened(name, cell.letters)}
              {mark}
            </text>
          );
          if (match === undefined || hrefOf === undefined) return <g key={`${column} ${row}`}>{words}</g>;
          return (
            <a
              key={`${column} ${row}`}
              href={hrefOf(at)}
              aria-label={`${match.pair.join(' against ')}: ${name}`}
            >
              {words}
            </a>
          );
        })}
      </svg>
      {(block.legend ?? []).map((line) => (
        <p key={line} className="muted small">
          {line}
        </p>
      ))}
    </div>
  );
}

function Elbows({ join: { from, to, won } }: { readonly join: BracketJoin }) {
  return from.map((place, at) => {
    const letters = Math.min(cell.letters, [...place.name, ...place.mark].length);
    const start = x(place.column) + Math.min(letters * cell.letter + 6, cell.width - 24);
    const way = `M${start} ${y(place.row)}H${x(to.column) - 12}V${y(to.row)}H${x(to.column) - 4}`;
    return <path key={place.row} className={won === at ? 'won' : undefined} d={way} />;
  });
}
