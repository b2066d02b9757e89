// When a provider says to come back: in the headers of its refusal, or by the pause a CLI makes for it.
import { text } from './decoder.ts';

export interface Wait {
  readonly retryAfterMs?: number;
  readonly resetAt?: string;
}

/** A date is measured against the server's own clock where it tells its time, and is handed on where it does not. */
export function waitIn(headers: Readonly<Record<string, unknown>>): Wait {
  const exactMs = numberIn(headers['retry-after-ms']);
  if (exactMs !== undefined) return { retryAfterMs: exactMs };
  const seconds = numberIn(headers['retry-after']);
  if (seconds !== undefined) return { retryAfterMs: Math.round(seconds * 1000) };
  const until = dateIn(headers['retry-after']);
  if (until === undefined) return {};
  const now = dateIn(headers['date']);
  if (now === undefined) return { resetAt: new Date(until).toISOString() };
  return { retryAfterMs: Math.max(0, until - now) };
}

const shortestWaitMs = 60_000;

/** A CLI's own pause between two tries grows from seconds and says nothing about a quota; a long one obeys the provider. */
export function longPause(pauseMs: number | undefined): Wait {
  return pauseMs === undefined || pauseMs < shortestWaitMs ? {} : { retryAfterMs: pauseMs };
}

function numberIn(value: unknown): number | undefined {
  const said = text(value)?.trim() ?? '';
  return /^\d{1,12}(?:\.\d{1,12})?$/.test(said) ? Number(said) : undefined;
}

/** The engine would read a year into almost any number. */
function dateIn(value: unknown): number | undefined {
  const said = text(value)?.trim() ?? '';
  const ms = /^[a-z]{3,9},? .* GMT$|^\d{4}-\d{2}-\d{2}T/i.test(said) ? Date.parse(said) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
