// Who beat whom, as a table: each row is how that one did against everybody else.
import type { Leaderboard } from '../../../views/leaderboard/leaderboard.ts';
import { visibleLine } from '../../../views/visible.ts';
import { Scroll } from '../design/parts.tsx';
import { type PairCell, pairWords, winMatrix } from './win-matrix.ts';

export function WinTable({ board }: { readonly board: Leaderboard }) {
  const matrix = winMatrix(board);
  return (
    <div className="card stack tight">
      <Scroll label="Pairs" className="sticky-first">
        <table className="win-table">
          <thead>
            <tr>
              <th scope="col">won against</th>
              {matrix.map(({ name }) => (
                <th key={name} scope="col" className="win-column">
                  {visibleLine(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{visibleLine(name)}</th>
                {cells.map((cell, at) => (
                  <PairTd key={matrix[at]?.name} cell={cell} name={name} other={matrix[at]?.name ?? ''} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p className="muted small">
        Won and lost by the one of the row, as judges, people and checks said; ties below.
      </p>
    </div>
  );
}

interface PairProps {
  readonly cell: PairCell | null | undefined;
  readonly name: string;
  readonly other: string;
}

function PairTd({ cell, name, other }: PairProps) {
  if (cell === null) return <td className="win-cell win-self" />;
  if (cell === undefined)
    return (
      <td className="win-cell muted">
        <span aria-hidden="true">·</span>
        <span className="unseen">never compared</span>
      </td>
    );
  const { wins, ties, losses, share } = cell;
  const strength = Math.round(Math.abs(share - 0.5) * 44);
  const colour = share >= 0.5 ? 'ok' : 'bad';
  return (
    <td
      className="win-cell"
      title={pairWords(visibleLine(name), visibleLine(other), cell)}
      style={{ background: `color-mix(in srgb, var(--${colour}) ${strength}%, var(--card))` }}
    >
      <span aria-hidden="true">
        {wins}–{losses}
        {ties > 0 && <span className="win-ties small">{ties} tied</span>}
      </span>
      <span className="unseen">
        {wins} won, {ties} tied, {losses} lost
      </span>
    </td>
  );
}
