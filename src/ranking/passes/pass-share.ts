// How often tasks are passed, and how far that may be off: trials of one task are alike, so what counts is how many tasks there are.
import { studentQuantile } from '../agreement/measured.ts';

/** Trials of one task that came to a yes or a no. */
export interface TaskPasses {
  readonly passed: number;
  readonly of: number;
}

export interface PassShare {
  readonly value: number;
  /** Between which it lies with 95 % certainty, for tasks like these. */
  readonly low: number;
  readonly high: number;
  readonly tasks: number;
  readonly trials: number;
}

/** The chance that at least one of `k` trials drawn from the `of` there are has passed: unbiased. Needs `k` of them. */
export function passAtK({ passed, of }: TaskPasses, k: number): number {
  let noneOfThem = 1;
  for (let drawn = 0; drawn < k; drawn += 1)
    noneOfThem *= Math.max(0, of - passed - drawn) / Math.max(1, of - drawn);
  return 1 - noneOfThem;
}

/**
 * pass@k over tasks, each counting the same; those with fewer trials than that are left out, and nothing is said of none at all.
 * Wilson's interval on as many tasks as the spread between tasks makes these worth, with Student's quantile.
 */
export function passShare(all: readonly TaskPasses[], k = 1): PassShare | undefined {
  const tasks = all.filter(({ of }) => of >= k);
  if (tasks.length === 0) return undefined;
  const shares = tasks.map((task) => passAtK(task, k));
  const value = mean(shares);
  const trials = tasks.reduce((sum, { of }) => sum + of, 0);
  const counts = { tasks: tasks.length, trials };
  if (tasks.length === 1) return { value, low: 0, high: 1, ...counts };
  const lone = mean(tasks.map(({ of }) => k / of));
  const quantile = studentQuantile(tasks.length - 1);
  return { value, ...wilson(value, worthOf(shares, lone), quantile), ...counts };
}

/**
 * How many independent tasks, each passed or not, would spread as much. With as many tasks' worth of the rarer side as make the
 * spread known it is taken as found; with few of them it is taken for that of tasks whose trials are all alike.
 */
function worthOf(shares: readonly number[], lone: number): number {
  const count = shares.length;
  const value = mean(shares);
  const most = value * (1 - value);
  if (most <= 0) return count - 1;
  const spread = shares.reduce((sum, share) => sum + (share - value) ** 2, 0) / count;
  const rarer = count * Math.min(value, 1 - value);
  const unknown = 1 / (1 + rarer ** 2);
  // Trials that happen to spread less than chance would say so for half of that at most.
  const alike = unknown + (1 - unknown) * Math.max(spread / most, lone / 2);
  return (count - 1) / Math.min(1, alike);
}

function wilson(value: number, n: number, quantile: number): { readonly low: number; readonly high: number } {
  const square = quantile ** 2 / n;
  const centre = (value + square / 2) / (1 + square);
  const half = Math.sqrt(square * (value * (1 - value) + square / 4)) / (1 + square);
  return {
    low: Math.max(0, Math.min(centre - half, rarest(value * n) / n)),
    high: Math.min(1, Math.max(centre + half, 1 - rarest((1 - value) * n) / n)),
  };
}

/** Wilson's bound lies too far in where one or two tell: Poisson's one-sided for one of them; from three on it is Wilson's again. */
function rarest(count: number): number {
  return -Math.log(0.95) * count ** 3;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
