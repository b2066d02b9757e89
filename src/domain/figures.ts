// Figures: how people read them, and sums that keep the unknown unknown. Every start of joust loads this file.
import type { Usage } from './usage.ts';

/** A whole number as people read it: 75,000. By hand, since the platform's formatter takes milliseconds to load. */
export function thousands(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 round`, `2 rounds`, `1,200 files`; `many` where an s is not all. */
export function plural(count: number, what: string, many = `${what}s`): string {
  return `${thousands(count)} ${count === 1 ? what : many}`;
}

/** `1 byte`, `12.5 kB`, `3 MB`. */
export function byteCount(bytes: number): string {
  if (bytes < 1000) return plural(bytes, 'byte');
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1).replace(/\.0$/, '')} ${units[power - 1]}`;
}

/** Of what is known; undefined: nothing is. */
export function median(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const [low, high] = [known[Math.floor((known.length - 1) / 2)], known[Math.floor(known.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** All tokens of an attempt, or undefined where one of the two sides is unknown. */
export function totalTokens(usage: Usage | undefined): number | undefined {
  if (usage?.inputTokens === undefined || usage.outputTokens === undefined) return undefined;
  return usage.inputTokens + usage.outputTokens;
}
