// A usage report by day as figures to draw: one measure, every day of the span, the largest agents first.
import type { UsageGroup } from '../../../views/usage-report.ts';
import type { DayFigures } from './usage-bars.tsx';

/** Billed, list price of subscriptions and what may be either are never added up. */
export const measures = [
  ['billed', 'Billed'],
  ['list-price', 'Subscription'],
  ['unknown', 'Billed or not'],
  ['tokens', 'Tokens'],
] as const;
export type Measure = (typeof measures)[number][0];

/** Undefined: nobody knows. */
export function figureOf(
  { costs, inputTokens, outputTokens }: UsageGroup,
  measure: Measure,
): number | undefined {
  if (measure === 'tokens') {
    const known = [inputTokens.sum, outputTokens.sum].filter((sum) => sum !== undefined);
    return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
  }
  const own = costs.filter(({ basis }) => basis === measure);
  return own.length === 0 ? undefined : own.reduce((sum, { usd }) => sum + usd, 0);
}

/** Those of which something is known. */
export function measuresIn(total: UsageGroup): readonly (typeof measures)[number][] {
  return measures.filter(([measure]) => figureOf(total, measure) !== undefined);
}

interface Drawn {
  readonly names: readonly string[];
  readonly days: readonly DayFigures[];
}

/** `count` days that end with the last one on record; days without anything are there too. */
export function daysOf(groups: readonly UsageGroup[], measure: Measure, count: number): Drawn {
  const dated = groups.filter((group): group is UsageGroup & { name: string } => group.name !== undefined);
  const last = dated.at(-1)?.name;
  if (last === undefined) return { names: [], days: [] };
  const first = dayBefore(last, count - 1);
  const shown = dated.filter(({ name }) => name >= first);
  const sums = new Map<string, number>();
  for (const part of shown.flatMap(({ parts = [] }) => parts)) {
    const value = figureOf(part, measure) ?? 0;
    if (value > 0) sums.set(part.name ?? 'unknown', (sums.get(part.name ?? 'unknown') ?? 0) + value);
  }
  const names = [...sums].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const days: DayFigures[] = [];
  for (let day = first; day <= last; day = dayBefore(day, -1)) {
    const parts = shown.find(({ name }) => name === day)?.parts ?? [];
    const partOf = (name: string) => parts.find((part) => (part.name ?? 'unknown') === name);
    days.push({
      day,
      parts: names.map((name) => {
        const part = partOf(name);
        return part === undefined ? 0 : (figureOf(part, measure) ?? 0);
      }),
    });
  }
  return { names, days };
}

function dayBefore(day: string, count: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - count);
  return at.toISOString().slice(0, 10);
}
