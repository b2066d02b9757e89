// Values on one scale, each with the bounds between which it may lie.
import type { IntervalsBlock } from '../../../views/document.ts';
import { scaleOf, valueText } from '../../../views/render/intervals.ts';
import { visibleLine } from '../../../views/visible.ts';

export function Intervals({ block }: { readonly block: IntervalsBlock }) {
  const place = scaleOf(block);
  const at = (value: number) => `${(100 * place(value)).toFixed(2)}%`;
  return (
    <dl className="intervals">
      {block.rows.map(({ name, value, low = value, high = value, strong }) => (
        <div key={name} className={strong ? 'strong-row' : undefined} style={{ display: 'contents' }}>
          <dt className={strong ? 'strong' : undefined}>{visibleLine(name)}</dt>
          <dd className="track" aria-hidden="true">
            <span
              className="whisker"
              style={{ left: at(low), width: `${(100 * (place(high) - place(low))).toFixed(2)}%` }}
            />
            <span className="point" style={{ left: at(value) }} />
          </dd>
          <dd className="figure">
            {valueText(value, block.unit)}
            <span className="unseen">
              , between {valueText(low, block.unit)} and {valueText(high, block.unit)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
