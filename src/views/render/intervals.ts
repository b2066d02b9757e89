// Values on one scale with the bounds between which each may lie: with characters for terminals and Markdown, as lines of a
// drawing for a page.
import stringWidth from 'string-width';
import type { IntervalsBlock } from '../document.ts';
import { visibleLine } from '../visible.ts';
import { clip } from './columns.ts';

const widestName = 24;
const narrowestScale = 12;

/** `ann  ····├───●──┤···  81.2 %`. */
export function intervalDrawing(block: IntervalsBlock, columns: number): readonly string[] {
  const names = block.rows.map(({ name }) => clip(visibleLine(name), widestName));
  const width = Math.max(...names.map((name) => stringWidth(name)));
  const values = block.rows.map(({ value }) => valueText(value, block.unit));
  const longest = Math.max(...values.map((text) => text.length));
  const room = Math.max(narrowestScale, Math.min(48, columns - width - longest - 4));
  const place = scaleOf(block);
  const at = (value: number) => Math.round(place(value) * (room - 1));
  return block.rows.map(({ value, low = value, high = value }, row) => {
    const name = names[row] ?? '';
    const bar = Array.from({ length: room }, (_, column) => {
      if (column === at(value)) return '●';
      if (column < at(low) || column > at(high)) return '·';
      if (column === at(low)) return '├';
      return column === at(high) ? '┤' : '─';
    });
    const fill = ' '.repeat(width - stringWidth(name));
    return `${name}${fill}  ${bar.join('')}  ${(values[row] ?? '').padStart(longest)}`;
  });
}

/** Where on the scale, from 0 to 1. */
export function scaleOf(block: IntervalsBlock): (value: number) => number {
  const [least, most] = rangeOf(block);
  return (value) => (most === least ? 0.5 : Math.min(1, Math.max(0, (value - least) / (most - least))));
}

export function rangeOf({ range, rows }: IntervalsBlock): readonly [number, number] {
  const all = rows.flatMap(({ value, low = value, high = value }) => [low, value, high]);
  return range ?? [Math.min(...all), Math.max(...all)];
}

export function valueText(value: number, unit: string): string {
  return unit === '' ? String(Math.round(value)) : `${value.toFixed(1)} ${unit}`;
}
