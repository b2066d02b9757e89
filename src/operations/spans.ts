// Spans of time and folders as people write them, for operations over many contests.
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { JoustError } from '../domain/joust-error.ts';

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** Ages such as 12h, 30d and 8w. */
export const ageRule = {
  type: 'text',
  shape: /^\d{1,5}[hdw]$/,
  expected: 'an age such as 12h, 30d or 8w',
} as const;

/** An age, a day of UTC, or a moment as programs write it. */
export const sinceRule = {
  type: 'text',
  shape: /^(?:\d{1,5}[hdw]|\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z)?)$/,
  expected: 'an age such as 12h, 30d or 8w, or a day such as 2026-11-01',
} as const;

/** The moment so long ago, in ISO 8601. */
export function agoOf(age: string, now: Date): string {
  const [, amount, unit = ''] = /^(\d{1,5})([hdw])$/.exec(age) ?? [];
  if (amount !== undefined)
    return new Date(now.getTime() - Number(amount) * (unitMs[unit] ?? 0)).toISOString();
  throw new JoustError(`"${age}" is not an age`, {
    code: 'usage',
    hint: 'Write a number and h, d or w, such as 30d.',
  });
}

/** When a span begins, in ISO 8601. */
export function sinceOf(said: string, now: Date): string {
  if (/[hdw]$/.test(said)) return agoOf(said, now);
  const [day = '', time = '00:00:00Z'] = said.split('T');
  const moment = new Date(`${day}T${time}`);
  // JavaScript reads the 31st of February as another day.
  if (!Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)) return moment.toISOString();
  throw new JoustError(`there is no day ${said}`, {
    code: 'usage',
    setting: 'since',
    hint: 'Write an age such as 12h, 30d or 8w, or a day such as 2026-11-01.',
  });
}

/** A folder under the name it was given and its real one: a contest may be on record with either. */
export function folderNames(said: string, cwd: string): readonly string[] {
  const path = resolve(cwd, said);
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    // A folder that is gone may still have contests.
    return [path];
  }
}
