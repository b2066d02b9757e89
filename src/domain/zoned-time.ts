// What a clock on the wall shows in a time zone, and the instants it stands for.

export interface WallTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const dayMs = 86_400_000;

/**
 * Earliest first: two where the clocks go back over this time. A time they skip is as much later as they jumped.
 * None for a date that no calendar has.
 */
export function instantsOf(wall: WallTime, timeZone: string): readonly Date[] {
  const shown = utcOf(wall);
  const { day, month } = wallTime(new Date(shown), 'UTC');
  if (day !== wall.day || month !== wall.month) return [];
  const before = offsetAt(shown - dayMs, timeZone);
  const after = offsetAt(shown + dayMs, timeZone);
  const found = [...new Set([before, after])]
    .map((offset) => shown - offset)
    .filter((at) => at + offsetAt(at, timeZone) === shown);
  const instants = found.length === 0 ? [shown - before] : found;
  return instants.toSorted((one, other) => one - other).map((at) => new Date(at));
}

export function wallTime(at: Date, timeZone: string): WallTime {
  const parts = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((found) => found.type === type)?.value);
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

/** An IANA name or an offset such as "+02:00". */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Milliseconds the zone is ahead of UTC. */
function offsetAt(ms: number, timeZone: string): number {
  const second = Math.floor(ms / 1000) * 1000;
  return utcOf(wallTime(new Date(second), timeZone)) - second;
}

function utcOf({ year, month, day, hour, minute, second }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute) + Math.round(second * 1000);
}
