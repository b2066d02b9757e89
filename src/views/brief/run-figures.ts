// What runs took: time, tokens and cost, summed over what is known.
import { totalTokens } from '../../domain/figures.ts';
import { costText, duration, tokens } from '../units.ts';
import type { Spent } from '../usage-report.ts';

/** Sums of what is known, and how many runs are not in them. */
export interface Figures {
  readonly durationMs?: number;
  readonly tokens?: number;
  readonly unknownTokens: number;
  readonly usd?: number;
  readonly unknownCost: number;
}

export function figuresOf(runs: readonly Pick<Spent, 'end'>[]): Figures {
  return sumOf(
    runs.map(({ end }) => {
      const [ran, count, usd] = [end?.timing?.ranMs, totalTokens(end?.usage), end?.cost?.usd];
      return {
        unknownTokens: count === undefined ? 1 : 0,
        unknownCost: usd === undefined ? 1 : 0,
        durationMs: ran,
        tokens: count,
        usd,
      };
    }),
  );
}

export function sumOf(figures: readonly Figures[]): Figures {
  const sum = (pick: (one: Figures) => number | undefined) => {
    const known = figures.map(pick).filter((value) => value !== undefined);
    return known.length === 0 ? undefined : known.reduce((all, value) => all + value, 0);
  };
  const [durationMs, all, usd] = [
    sum((one) => one.durationMs),
    sum((one) => one.tokens),
    sum((one) => one.usd),
  ];
  return {
    unknownTokens: sum((one) => one.unknownTokens) ?? 0,
    unknownCost: sum((one) => one.unknownCost) ?? 0,
    durationMs,
    tokens: all,
    usd,
  };
}

/** Time, tokens, cost. */
export function figureCells({ durationMs, tokens: count, unknownTokens, usd, unknownCost }: Figures) {
  const more = unknownTokens > 0 ? '+' : '';
  return [
    durationMs === undefined ? 'unknown' : duration(durationMs),
    count === undefined ? 'unknown' : `${tokens(count)}${more}`,
    usd === undefined ? 'unknown' : `${costText({ usd, unknown: 0 })}${unknownCost > 0 ? '+' : ''}`,
  ];
}
