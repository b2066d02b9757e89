// What each day took, stacked by agent: bars to look at, a slider to read day by day, and the same as a table.
import { useState } from 'react';

export interface DayFigures {
  /** `2026-11-16`. */
  readonly day: string;
  /** By agent, in the order of `names`. */
  readonly parts: readonly number[];
}

interface BarsProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly days: readonly DayFigures[];
  readonly format: (value: number) => string;
}

const [height, step, bar] = [160, 32, 24];

export function UsageBars({ title, names, days, format }: BarsProps) {
  const [at, setAt] = useState(days.length - 1);
  const shown = days[Math.min(at, days.length - 1)];
  const most = Math.max(...days.map(totalOf), 0);
  if (shown === undefined || most === 0)
    return <p className="muted">Nothing is known of it in these days.</p>;
  const told = `${shown.day}: ${totalOf(shown) === 0 ? 'nothing' : format(totalOf(shown))}`;
  return (
    <figure className="usage-bars stack tight">
      <div className="row spread small muted">
        <span>up to {format(most)} a day</span>
        <span>
          {days[0]?.day} to {days.at(-1)?.day}
        </span>
      </div>
      <svg
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title} by day; the slider and the table below tell the figures`}
      >
        {days.map((day, index) => (
          <Bar
            key={day.day}
            day={day}
            index={index}
            most={most}
            isShown={day === shown}
            onLook={() => setAt(index)}
          />
        ))}
      </svg>
      <input
        type="range"
        aria-label="Day"
        aria-valuetext={[told, ...partsOf(shown, names, format)].join(', ')}
        min={0}
        max={days.length - 1}
        value={days.indexOf(shown)}
        onChange={({ target }) => setAt(Number(target.value))}
      />
      <figcaption className="row legend">
        <span className="strong">{told}</span>
        {names.map((name, index) => (
          <span key={name} className="row small">
            <span className="swatch" style={{ background: colorOf(index) }} />
            {name} {(shown.parts[index] ?? 0) > 0 && format(shown.parts[index] ?? 0)}
          </span>
        ))}
      </figcaption>
      <DayTable title={title} names={names} days={days} format={format} />
    </figure>
  );
}

interface BarProps {
  readonly day: DayFigures;
  readonly index: number;
  readonly most: number;
  readonly isShown: boolean;
  readonly onLook: () => void;
}

function Bar({ day, index, most, isShown, onLook }: BarProps) {
  const x = index * step;
  let top = height;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the slider does the same
    <g onMouseEnter={onLook}>
      <rect x={x} y={0} width={step} height={height} className={isShown ? 'day shown' : 'day'} />
      {day.parts.map((value, part) => {
        const tall = (value / most) * (height - 8);
        top -= tall;
        return tall === 0 ? null : (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the name of the agent
            key={part}
            x={x + (step - bar) / 2}
            y={top}
            width={bar}
            height={Math.max(1, tall - 1)}
            fill={colorOf(part)}
          />
        );
      })}
    </g>
  );
}

function DayTable({ title, names, days, format }: BarsProps) {
  return (
    <details>
      <summary className="muted small">As a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className="scroll" aria-label={`${title} by day`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">day</th>
              {names.map((name) => (
                <th key={name} scope="col" className="figure">
                  {name}
                </th>
              ))}
              <th scope="col" className="figure">
                together
              </th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter((day) => totalOf(day) > 0)
              .map((day) => (
                <tr key={day.day}>
                  <th scope="row">{day.day}</th>
                  {names.map((name, index) => (
                    <td key={name} className="figure">
                      {(day.parts[index] ?? 0) === 0 ? '' : format(day.parts[index] ?? 0)}
                    </td>
                  ))}
                  <td className="figure">{format(totalOf(day))}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const totalOf = ({ parts }: DayFigures) => parts.reduce((sum, part) => sum + part, 0);

function partsOf({ parts }: DayFigures, names: readonly string[], format: BarsProps['format']) {
  return names.flatMap((name, index) =>
    (parts[index] ?? 0) > 0 ? [`${name} ${format(parts[index] ?? 0)}`] : [],
  );
}

const colors = ['accent', 'ok', 'warn', 'parked', 'bad', 'muted'];

function colorOf(index: number): string {
  const color = `var(--${colors[index % colors.length]})`;
  return index < colors.length ? color : `color-mix(in srgb, ${color} 55%, var(--card))`;
}
