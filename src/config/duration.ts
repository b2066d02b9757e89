// Durations as people write them: seconds as a number, or "90s", "15m", "1h30m".

export const durationShape = /^(?=\d)(?:\d+(?:\.\d+)?h)?(?:\d+(?:\.\d+)?m)?(?:\d+(?:\.\d+)?s)?$/;
/** Timers of the platform end at about 24 days. */
export const maxDurationSeconds = 7 * 24 * 3600;

const unitSeconds: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

/** Milliseconds, at least 1; undefined for what is no duration or out of range. */
export function durationMs(value: string | number): number | undefined {
  const seconds = typeof value === 'number' ? value : secondsIn(value);
  if (seconds === undefined || !(seconds > 0) || seconds > maxDurationSeconds) return undefined;
  return Math.max(1, Math.round(seconds * 1000));
}

function secondsIn(text: string): number | undefined {
  if (text.length > 40 || !durationShape.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)([hms])/g))
    seconds += Number(amount) * (unitSeconds[unit ?? ''] ?? 0);
  return seconds;
}
