// Cost against quality, drawn: whoever is better for less lies on the line.
import { useEffect, useRef, useState } from 'react';
import type { Leaderboard } from '../../../views/leaderboard/leaderboard.ts';
import { dollars, percent } from '../../../views/units.ts';
import { visibleLine } from '../../../views/visible.ts';
import { Scroll } from '../design/parts.tsx';
import {
  type CostPoint,
  type CostQuality,
  costQuality,
  costScale,
  costTicks,
  spreadLabels,
} from './cost-quality.ts';

export function CostPlot({ board }: { readonly board: Leaderboard }) {
  const found = costQuality(board);
  const { points, unknown, neverMet, measure } = found;
  if (points.length === 0)
    return <p className="muted">The cost of nobody is known: there is nothing to draw.</p>;
  const frontier = points.filter(({ isFrontier }) => isFrontier).map(({ name }) => visibleLine(name));
  return (
    <div className="card stack tight">
      <p>
        Nobody is better for less than {frontier.join(', ')}
        {points.some(({ isFrontier }) => !isFrontier) ? ', on the line.' : '.'}
      </p>
      <Drawing found={found} />
      {unknown.length > 0 && (
        <p className="muted small">
          Not drawn, the cost is not known: {unknown.map(visibleLine).join(', ')}.
        </p>
      )}
      {neverMet.length > 0 && (
        <p className="muted small">
          Not drawn, because they never met these: {neverMet.map(visibleLine).join(', ')}.
        </p>
      )}
      <details>
        <summary className="small muted">As a table</summary>
        <Scroll label="Cost and quality, a table" className="folded">
          <table>
            <thead>
              <tr>
                <th scope="col">contestant</th>
                <th scope="col" className="figure">
                  cost
                </th>
                <th scope="col" className="figure">
                  {measure}
                </th>
                <th scope="col" className="figure">
                  95 %
                </th>
                <th scope="col">better for less</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ name, usd, quality, low, high, isFrontier }) => (
                <tr key={name}>
                  <td>{visibleLine(name)}</td>
                  <td className="figure">{dollars(usd)}</td>
                  <td className="figure">{qualityText(quality, measure)}</td>
                  <td className="figure">{low === high ? '' : `${low} to ${high}`}</td>
                  <td>{isFrontier ? 'nobody' : 'somebody'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </details>
    </div>
  );
}

const height = 320;
const edge = { top: 16, right: 24, bottom: 40, left: 56 } as const;
/** About what a letter takes at 12.5 px. */
const letter = 7;

function Drawing({ found }: { readonly found: CostQuality }) {
  const { points, measure } = found;
  const [box, width] = useWidth();
  const [least, most] = bounds(points);
  const cost = costScale(points);
  const x = (usd: number) => edge.left + cost(usd) * (width - edge.left - edge.right);
  const y = (quality: number) =>
    edge.top + ((most - quality) / (most - least)) * (height - edge.top - edge.bottom);
  const levels = [0, 0.25, 0.5, 0.75, 1].map((part) => least + part * (most - least));
  const frontier = points.filter(({ isFrontier }) => isFrontier);
  return (
    <div ref={box} className="cost-plot">
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`Cost against ${measure}, of ${points.length}: the same is in the table below`}
        >
          {levels.map((level) => (
            <g key={level}>
              <line
                x1={edge.left}
                x2={width - edge.right}
                y1={y(level)}
                y2={y(level)}
                className="plot-grid"
              />
              <text x={edge.left - 12} y={y(level) + 4} textAnchor="end" className="plot-tick">
                {qualityText(level, measure)}
              </text>
            </g>
          ))}
          {costTicks(points).map((usd) => (
            <text
              key={usd}
              x={x(usd)}
              y={height - edge.bottom + 20}
              textAnchor="middle"
              className="plot-tick"
            >
              {tickText(usd)}
            </text>
          ))}
          <text x={width - edge.right} y={height - 4} textAnchor="end" className="plot-tick">
            cost of an answer →
          </text>
          <path d={steps(frontier, x, y)} className="plot-frontier" />
          {points.map(({ name, usd, low, high, quality, isFrontier }) => (
            <g key={name} className={isFrontier ? 'on-frontier' : undefined}>
              <title>{`${name}: ${qualityText(quality, measure)} for ${dollars(usd)}`}</title>
              <line x1={x(usd)} x2={x(usd)} y1={y(high)} y2={y(low)} className="plot-whisker" />
              <circle cx={x(usd)} cy={y(quality)} r="5" className="plot-point" />
            </g>
          ))}
          {named(points, { x, y, width }).map(
            ({ name, x: left, y: top, width: wide, isRight, isFrontier }) => (
              <text
                key={name}
                x={isRight ? left : left + wide}
                y={top + 4}
                textAnchor={isRight ? 'start' : 'end'}
                className={isFrontier ? 'plot-name strong' : 'plot-name'}
              >
                {name}
              </text>
            ),
          )}
        </svg>
      )}
    </div>
  );
}

type Scale = (value: number) => number;

/** Above the line and right of the point, or left where there is no room. */
function named(
  points: readonly CostPoint[],
  { x, y, width }: { readonly x: Scale; readonly y: Scale; readonly width: number },
) {
  const labels = points.map(({ name, usd, quality, isFrontier }) => {
    const shown = visibleLine(name);
    const text = shown.length > 24 ? `${shown.slice(0, 23)}…` : shown;
    const wide = text.length * letter;
    const isRight = x(usd) + 8 + wide < width;
    const left = isRight ? x(usd) + 8 : x(usd) - 8 - wide;
    return { name: text, isFrontier, isRight, x: left, y: y(quality) - 10, width: wide };
  });
  return spreadLabels(labels, 16);
}

/** Level until the next one that is better. */
function steps(frontier: readonly CostPoint[], x: Scale, y: Scale): string {
  return frontier
    .map(({ usd, quality }, at) => (at === 0 ? `M${x(usd)} ${y(quality)}` : `H${x(usd)} V${y(quality)}`))
    .join(' ');
}

function bounds(points: readonly CostPoint[]): readonly [number, number] {
  const [least, most] = [
    Math.min(...points.map(({ low }) => low)),
    Math.max(...points.map(({ high }) => high)),
  ];
  const room = most === least ? Math.abs(most) * 0.1 || 0.1 : (most - least) * 0.06;
  return [least - room, most + room];
}

function qualityText(quality: number, measure: CostQuality['measure']): string {
  return measure === 'won' ? percent(quality) : String(Math.round(quality));
}

function tickText(usd: number): string {
  return `$${Number(usd.toPrecision(1))}`;
}

/** Of the place it is drawn in: letters keep their size. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (box.current === null) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, width] as const;
}
