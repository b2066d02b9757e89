// The totals of a race in their order, each a bar of what its signals gave.
import type { Weights } from '../../../../domain/check-spec.ts';
import type { RaceResult } from '../../../../formats/race/result.ts';
import type { RaceRanking, RaceSignal } from '../../../../formats/race/weigh.ts';
import { percent } from '../../../../views/units.ts';
import { visibleLine } from '../../../../views/visible.ts';
import { Icon, Scroll } from '../../design/parts.tsx';

interface Props {
  readonly ranking: RaceRanking;
  readonly signals: readonly RaceSignal[];
  readonly weights: Weights;
  readonly result: RaceResult;
}

type Ranked = RaceRanking['order'][number];

export function TotalsTable({ ranking, signals, weights, result }: Props) {
  const sum = signals.reduce((total, signal) => total + (weights[signal] ?? 0), 0);
  return (
    <Scroll label="The order">
      <table className="totals">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">place</span>
            </th>
            <th scope="col">contestant</th>
            <th scope="col" className="total-column">
              what its signals give
            </th>
            <th scope="col" className="figure">
              total
            </th>
            {signals.map((signal) => (
              <th key={signal} scope="col" className="figure">
                {signal}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ranking.order.map((row) => (
            <tr key={row.name} className={row.name === ranking.winner ? 'open-row' : undefined}>
              <td className="figure muted">{row.rank ?? '–'}</td>
              <td>
                <span className="row">
                  <span className={row.name === ranking.winner ? 'strong' : undefined}>
                    {visibleLine(row.name)}
                  </span>
                  {row.name === ranking.winner && (
                    <span className="state small ok">
                      <Icon is="check" />
                      wins
                    </span>
                  )}
                </span>
                <Remarks row={row} result={result} />
              </td>
              <td className="middle">
                <Parts
                  row={row}
                  signals={signals}
                  share={(signal) => (sum > 0 ? (weights[signal] ?? 0) / sum : 0)}
                />
              </td>
              <td className="figure strong">{row.total.toFixed(3)}</td>
              {signals.map((signal) => (
                <td key={signal} className="figure">
                  {row.signals[signal]?.toFixed(2) ?? <span className="muted">unknown</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** Why it cannot win; and what comes before totals. */
function Remarks({ row, result }: { readonly row: Ranked; readonly result: RaceResult }) {
  const most = Math.max(0, ...result.score.inputs.map(({ passed = 0 }) => passed));
  const fewer = row.cannotWin === undefined && row.passed !== undefined && row.passed < most;
  if (row.cannotWin === undefined && !fewer) return null;
  return (
    <span className="small muted remark">
      {row.cannotWin === undefined
        ? `${row.passed} of ${most} required checks: they come before the total`
        : `cannot win: ${visibleLine(row.cannotWin)}`}
    </span>
  );
}

function Parts({
  row,
  signals,
  share,
}: {
  readonly row: Ranked;
  readonly signals: readonly RaceSignal[];
  readonly share: (signal: RaceSignal) => number;
}) {
  if (row.total === 0) return <span className="parts-bar" />;
  return (
    <span className="parts-bar" aria-hidden="true">
      {signals.map((signal) => (
        <span
          key={signal}
          className={signal}
          title={`${signal}: ${percent(share(signal) * (row.signals[signal] ?? 0))}`}
          style={{ width: `${(100 * share(signal) * (row.signals[signal] ?? 0)).toFixed(2)}%` }}
        />
      ))}
    </span>
  );
}
