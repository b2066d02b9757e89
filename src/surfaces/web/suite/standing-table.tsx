// Who passes how often, between what bounds, and what that took.
import type { ContestantFigures, SuiteFigures } from '../../../views/suite/figures-schema.ts';
import { points, rangeText } from '../../../views/suite/suite-words.ts';
import { dollars, duration, percent, tokens } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import { Scroll } from '../design/parts.tsx';
import { TableHead } from '../design/table-head.tsx';

export function StandingTable({ figures: { k, contestants, best } }: { readonly figures: SuiteFigures }) {
  return (
    <div className="card stack tight">
      <Scroll label="Contestants" className="sticky-first">
        <table className="suite-standing">
          <TableHead
            columns={[
              'Contestant',
              'pass@1, 95 %',
              ...(k > 1 ? ([[`pass@${k}`, 'figure']] as const) : []),
              'To the best',
              ...(['Failed', 'Errors', 'Cost', 'A pass', 'Tokens', 'A cell'] as const).map(
                (title) => [title, 'figure'] as const,
              ),
            ]}
          />
          <tbody>
            {contestants.map((one) => (
              <Row key={one.name} one={one} k={k} isBest={one.name === best} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <p className="muted small">
        Intervals are for tasks like these, clustered by task. Compared over the same tasks; errors are left
        out.
      </p>
    </div>
  );
}

interface RowProps {
  readonly one: ContestantFigures;
  readonly k: number;
  readonly isBest: boolean;
}

function Row({ one, k, isBest }: RowProps) {
  return (
    <tr className={isBest ? 'is-best' : undefined}>
      <th scope="row" className={isBest ? 'strong' : undefined}>
        {visibleLine(one.name)}
      </th>
      <td>{one.pass === undefined ? <Unknown /> : <Share share={one.pass} />}</td>
      {k > 1 && (
        <td className="figure" title={one.passAtK && rangeText(one.passAtK)}>
          {one.passAtK === undefined ? <Unknown /> : percent(one.passAtK.value)}
        </td>
      )}
      <td className="suite-gap">{toBest(one, isBest)}</td>
      <td className="figure">{one.failed}</td>
      <td className={one.errors > 0 ? 'figure warn' : 'figure'}>{one.errors}</td>
      <td
        className="figure"
        title={one.unpriced > 0 ? `of ${one.unpriced} cells it is not known` : undefined}
      >
        {one.usd === undefined ? <Unknown /> : dollars(one.usd)}
        {one.usd !== undefined && one.unpriced > 0 && ' +'}
      </td>
      <td className="figure">
        {one.usd === undefined || one.passed === 0 ? <Unknown /> : dollars(one.usd / one.passed)}
      </td>
      <td className="figure">
        {one.tokens === undefined ? <Unknown /> : tokens(one.tokens).replace(' tok', '')}
      </td>
      <td className="figure">{one.medianMs === undefined ? <Unknown /> : duration(one.medianMs)}</td>
    </tr>
  );
}

function Unknown() {
  return (
    <span className="muted" title="not known">
      –
    </span>
  );
}

/** The share as a point between its bounds. */
function Share({ share }: { readonly share: NonNullable<ContestantFigures['pass']> }) {
  const at = (value: number) => `${(100 * value).toFixed(1)}%`;
  return (
    <span className="suite-share">
      <span className="figure">{percent(share.value)}</span>
      <svg className="whisker" height="12" width="100%" aria-hidden="true">
        <line className="whisker-scale" x1="0" x2="100%" y1="6" y2="6" />
        <line className="whisker-range" x1={at(share.low)} x2={at(share.high)} y1="6" y2="6" />
        <circle cx={at(share.value)} cy="6" r="3.5" />
      </svg>
      <span className="muted small">{rangeText(share)}</span>
    </span>
  );
}

function toBest({ behindBest }: ContestantFigures, isBest: boolean): string {
  if (isBest) return 'best';
  if (behindBest === undefined) return '–';
  const gap = points(-behindBest.value);
  return behindBest.told === 'cannot be told apart' ? `${gap}, ${behindBest.told}` : `${gap} points`;
}
