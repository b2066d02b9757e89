// Whether a project's value stays within the limit that holds without it.
import { durationMs } from './duration.ts';
import type { ConfigValue, Entry } from './entry.ts';
import { sizeBytes } from './size.ts';

const durations: ReadonlySet<string> = new Set(['timeout', 'idle', 'max_time', 'check_timeout']);
const sizes: ReadonlySet<string> = new Set(['max_disk']);

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
  const key = path[0] === 'lanes' ? '' : (path.at(-1) ?? '');
  if (sizes.has(key)) return measured(sizeBytes);
  return durations.has(key) ? measured(durationMs) : Number;
}

function measured(read: (value: string | number) => number | undefined): (value: ConfigValue) => number {
  return (value) =>
    (typeof value === 'string' || typeof value === 'number' ? read(value) : undefined) ?? Number.NaN;
}
