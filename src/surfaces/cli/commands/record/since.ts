// --since: from when on, by an age or a day.
import { JoustError } from '../../../../domain/joust-error.ts';
import { type CommandInput, text } from '../../grammar/command.ts';

const ageMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** An age back from now, or a day of UTC, which is what the list shows. */
export function sinceOf(input: CommandInput, now: Date): string | undefined {
  const said = text(input, 'since');
  if (said === undefined) return undefined;
  const [, amount, unit = ''] = /^(\d{1,5})([hdw])$/.exec(said) ?? [];
  if (amount !== undefined)
    return new Date(now.getTime() - Number(amount) * (ageMs[unit] ?? 0)).toISOString();
  const day = /^\d{4}-\d{2}-\d{2}$/.test(said) ? new Date(`${said}T00:00:00Z`) : undefined;
  // The 31st of February is a date to JavaScript, and another one.
  if (day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(said))
    return day.toISOString();
  throw new JoustError(`--since ${said} is neither an age nor a date`, {
    code: 'usage',
    hint: 'Write an age such as 12h, 30d or 8w, or a day such as 2026-11-01.',
  });
}
