// Who is how good: ratings on one scale with the bounds between which each may lie, and what they rest on.
import type { Leaderboard, LeaderboardRow } from '../../../views/leaderboard/leaderboard.ts';
import { dollars, duration, percent } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import { Scroll } from '../design/parts.tsx';

export function RatingTable({ board }: { readonly board: Leaderboard }) {
  const { rows, groups } = board;
  const isRated = rows.some(({ rating }) => rating !== undefined);
  const isTied = rows.some(({ tiedForBest }) => tiedForBest);
  const place = scaleOf(rows);
  return (
    <div className="card stack tight">
      <Scroll label="Ratings, a table" className="sticky-first">
        <table className="rating-table">
          <thead>
            <tr>
              <th scope="col">contestant</th>
              {isRated && (
                <>
                  <th scope="col" className="rating-track">
                    <span className="unseen">on one scale</span>
                  </th>
                  <th scope="col" className="figure">
                    rating
                  </th>
                  <th scope="col" className="figure">
                    95 %
                  </th>
                  <th scope="col" className="figure">
                    is best
                  </th>
                </>
              )}
              <th scope="col" className="figure">
                won
              </th>
              <th scope="col" className="figure">
                compared
              </th>
              <th scope="col" className="figure">
                cost
              </th>
              <th scope="col" className="figure">
                time
              </th>
            </tr>
          </thead>
          {groups.map((names, at) => (
            <tbody key={names.join(' ')}>
              {groups.length > 1 && (
                <tr>
                  <th scope="rowgroup" colSpan={isRated ? 9 : 5} className="muted">
                    group {at + 1}
                  </th>
                </tr>
              )}
              {rows
                .filter(({ contestant }) => names.includes(contestant))
                .map((row) => (
                  <Row key={row.contestant} row={row} isRated={isRated} place={place} />
                ))}
            </tbody>
          ))}
        </table>
      </Scroll>
      <p className="muted small">
        {isTied && `= cannot be told apart from the best${groups.length > 1 ? ' of its group' : ''}. `}
        {isRated && 'is best: how likely it is. '}
        Cost and time are medians of the answers that came through.
      </p>
    </div>
  );
}

interface RowProps {
  readonly row: LeaderboardRow;
  readonly isRated: boolean;
  readonly place: (value: number) => number;
}

function Row({ row, isRated, place }: RowProps) {
  const { contestant, rank, rating, low, high, probabilityBest, winRate, comparisons, tiedForBest } = row;
  return (
    <tr className={tiedForBest ? 'is-best' : undefined}>
      <th scope="row">
        <span>
          <span className="muted">{rank ?? ''}</span>
          <span className={tiedForBest ? 'strong' : undefined}>
            {visibleLine(contestant)}
            {tiedForBest && ' ='}
          </span>
        </span>
      </th>
      {isRated && (
        <>
          <td className="rating-track" aria-hidden="true">
            {rating !== undefined && <Whisker value={rating} low={low} high={high} place={place} />}
          </td>
          <td className="figure strong">{rating ?? 'unknown'}</td>
          <td className="figure muted">
            {low === undefined || high === undefined ? '' : `${low} to ${high}`}
          </td>
          <td className="figure">{probabilityBest === undefined ? '' : percent(probabilityBest)}</td>
        </>
      )}
      <td className="figure">{winRate === undefined ? '' : percent(winRate)}</td>
      <td className="figure">{comparisons}</td>
      <td className="figure">{row.medianUsd === undefined ? 'unknown' : dollars(row.medianUsd)}</td>
      <td className="figure">{row.medianMs === undefined ? 'unknown' : duration(row.medianMs)}</td>
    </tr>
  );
}

interface WhiskerProps extends Pick<RowProps, 'place'> {
  readonly value: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

function Whisker({ value, low = value, high = value, place }: WhiskerProps) {
  const at = (one: number) => `${(2 + 96 * place(one)).toFixed(2)}%`;
  return (
    <svg width="100%" height="16" className="whisker" aria-hidden="true">
      <line x1="0" x2="100%" y1="8" y2="8" className="whisker-scale" />
      <line x1={at(low)} x2={at(high)} y1="8" y2="8" className="whisker-range" />
      <line x1={at(low)} x2={at(low)} y1="4" y2="12" className="whisker-range" />
      <line x1={at(high)} x2={at(high)} y1="4" y2="12" className="whisker-range" />
      <circle cx={at(value)} cy="8" r="4" />
    </svg>
  );
}

/** From 0 to 1. */
function scaleOf(rows: readonly LeaderboardRow[]): (value: number) => number {
  const all = rows.flatMap(({ rating, low = rating, high = rating }) =>
    low === undefined || high === undefined ? [] : [low, high],
  );
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return (value) => (most === least ? 0.5 : (value - least) / (most - least));
}
