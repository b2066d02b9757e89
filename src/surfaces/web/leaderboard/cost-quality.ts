// Cost against quality: what is drawn, who is on the frontier, and where names stand so that none covers another.
import type { Leaderboard, LeaderboardRow } from '../../../views/leaderboard/leaderboard.ts';

export interface CostPoint {
  readonly name: string;
  readonly usd: number;
  readonly quality: number;
  readonly low: number;
  readonly high: number;
  /** Nobody is better for less. */
  readonly isFrontier: boolean;
}

export interface CostQuality {
  /** What quality is: ratings, or the part that was won where there are none. */
  readonly measure: 'rating' | 'won';
  /** By cost. */
  readonly points: readonly CostPoint[];
  /** Whose cost or quality is not known. */
  readonly unknown: readonly string[];
  /** Those who can't be compared with the ones drawn. */
  readonly neverMet: readonly string[];
}

/** Of the group with the most comparisons: ratings of another group are on another scale. */
export function costQuality({ rows: all, groups }: Pick<Leaderboard, 'rows' | 'groups'>): CostQuality {
  const [drawn, ...others] = groups;
  const rows = all.filter(({ contestant }) => drawn?.includes(contestant));
  const measure = rows.some(({ rating }) => rating !== undefined) ? 'rating' : 'won';
  const found = rows.map((row) => pointOf(row, measure));
  const points = found
    .filter((point) => point !== undefined)
    .toSorted((one, other) => one.usd - other.usd || other.quality - one.quality);
  return {
    measure,
    points: points.map((point) => ({ ...point, isFrontier: !points.some((other) => beats(other, point)) })),
    unknown: rows.flatMap(({ contestant }, at) => (found[at] === undefined ? [contestant] : [])),
    neverMet: others.flat(),
  };
}

type Point = Omit<CostPoint, 'isFrontier'>;

function pointOf(row: LeaderboardRow, measure: CostQuality['measure']): Point | undefined {
  const { contestant: name, medianUsd: usd, winRate, rating } = row;
  const quality = measure === 'rating' ? rating : winRate;
  if (usd === undefined || quality === undefined) return undefined;
  const { low = quality, high = quality } = measure === 'rating' ? row : {};
  return { name, usd, quality, low, high };
}

function beats(one: Point, other: Point): boolean {
  const isNoWorse = one.usd <= other.usd && one.quality >= other.quality;
  return isNoWorse && (one.usd < other.usd || one.quality > other.quality);
}

/** From 0 to 1. Powers of ten where they lie far apart, and where none is free. */
export function costScale(points: readonly Pick<CostPoint, 'usd'>[]): (usd: number) => number {
  const [least, most] = [
    Math.min(...points.map(({ usd }) => usd)),
    Math.max(...points.map(({ usd }) => usd)),
  ];
  if (least <= 0 || most / least < 8) return (usd) => (most <= 0 ? 0 : usd / (most * 1.1));
  const [from, to] = [Math.log10(least / 1.3), Math.log10(most * 1.3)];
  return (usd) => (Math.log10(usd) - from) / (to - from);
}

/** Round figures that lie on the scale: 1, 2 and 5 of every power of ten, as few as tell. */
export function costTicks(points: readonly Pick<CostPoint, 'usd'>[]): readonly number[] {
  const most = Math.max(...points.map(({ usd }) => usd));
  if (most <= 0) return [0];
  const place = costScale(points);
  const power = Math.floor(Math.log10(most));
  const all = [-4, -3, -2, -1, 0, 1].flatMap((step) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${power + step}`)),
  );
  const ticks: number[] = [];
  for (const usd of all) {
    const at = place(usd);
    const last = ticks.at(-1);
    if (at < 0 || at > 1 || (last !== undefined && at - place(last) < 0.16)) continue;
    if (at >= 0.08) ticks.push(usd);
  }
  return ticks;
}

export interface Label {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Moved up or down until none covers another; the highest stays. */
export function spreadLabels<T extends Label>(labels: readonly T[], height: number): readonly T[] {
  const placed: T[] = [];
  for (const label of labels.toSorted((one, other) => one.y - other.y)) {
    let { y } = label;
    const near = placed.filter((one) => one.x < label.x + label.width && label.x < one.x + one.width);
    for (const { y: taken } of near) if (Math.abs(taken - y) < height) y = taken + height;
    placed.push({ ...label, y });
  }
  return placed;
}
