// Whether a project's value stays within the limit that holds without it.
import { durationMs, sizeBytes } from '../domain/rule.ts';
import { ruleOf } from '../domain/settings.ts';
import type { ConfigValue, Entry } from './entry.ts';

/** Why it does not; undefined: it does. */
export function aboveLimit(
  { path, value }: Entry,
  limit: Entry | number | undefined,
  measure = measureOf(path),
): string | undefined {
  if (limit === undefined) return 'you have set no limit that it could lower';
  const own = typeof limit === 'number' ? limit : limit.value;
  return measure(value) <= measure(own) ? undefined : `it is above your ${String(own)}`;
}

function measureOf(path: readonly string[]): (value: ConfigValue) => number {
  const [section] = path;
  // Tables of names hold the same settings as the whole.
  const key = section === 'agents' || section === 'contestants' ? (path.at(-1) ?? '') : path.join('.');
  const type = ruleOf(key)?.type;
  if (type === 'size') return measured(sizeBytes);
  return type === 'duration' ? measured(durationMs) : Number;
}

function measured(read: (value: string | number) => number | undefined): (value: ConfigValue) => number {
  return (value) =>
    (typeof value === 'string' || typeof value === 'number' ? read(value) : undefined) ?? Number.NaN;
}
