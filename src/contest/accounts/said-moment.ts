// Reads a date, a weekday, a time of day and a zone, in whatever order a sentence names them; and the instants a clock on the wall
// stands for in that zone.

export interface SaidMoment {
  /** More than one where the numbers can be read in two ways; the likelier first. */
  readonly dates?: readonly SaidDate[];
  /** 0 is Sunday. */
  readonly weekday?: number;
  /** 0 is today. */
  readonly daysAhead?: number;
  readonly clock?: Clock;
  readonly timeZone?: string;
}

interface SaidDate {
  readonly year?: number;
  readonly month: number;
  readonly day: number;
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

type Groups = Readonly<Record<string, string | undefined>>;
type Reading = readonly [
  name: keyof SaidMoment,
  pattern: RegExp,
  read: (groups: Groups) => Partial<SaidMoment> | undefined,
];

/** Undefined where nothing that names a time stands at the position. */
export function saidMoment(text: string, position: number): SaidMoment | undefined {
  let moment: SaidMoment = {};
  for (let at: number | undefined = position; at !== undefined; ) {
    const next = nextPart(text, at, moment);
    if (next !== undefined) moment = { ...moment, ...next.part };
    at = next?.end;
  }
  const { dates, weekday, daysAhead, clock } = moment;
  return [dates, weekday, daysAhead, clock].some((part) => part !== undefined) ? moment : undefined;
}

function nextPart(
  text: string,
  position: number,
  known: SaidMoment,
): { part: Partial<SaidMoment>; end: number } | undefined {
  const start = position + (matchAt(between, text, position)?.[0].length ?? 0);
  for (const [name, pattern, read] of readings) {
    const match = name in known ? null : matchAt(pattern, text, start);
    const part = match === null ? undefined : read(match.groups ?? {});
    if (match !== null && part !== undefined) return { part, end: start + match[0].length };
  }
  return undefined;
}

export function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

/** What may stand between two parts; the next line is another matter. */
const between = /(?:[^\S\r\n]|[,()[\]"'\\·∙•]|(?:at|on|of|the)(?![a-z]))*/iy;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = `(?<month>${months.join('|')})[a-z]{0,6}\\.?`;
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const year = '(?<year>\\d{4})(?![\\d:])';
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ends = '(?![a-z\\d])';

const readings: readonly Reading[] = [
  ['dates', /(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)T?/iy, numberedDate],
  ['dates', /(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?!\d)/iy, slashedDate],
  ['dates', new RegExp(`${month} ${day}(?![\\d:])(?:,? ${year})?`, 'iy'), namedDate],
  ['dates', new RegExp(`${day}[ -]${month}${ends}(?:,?[ -]${year})?`, 'iy'), namedDate],
  [
    'weekday',
    /(?<weekday>sun|mon|tue|wed|thu|fri|sat)(?:day|s|sday|nesday|r|rs|rsday|urday)?(?![a-z\d])\.?/iy,
    (groups) => ({ weekday: weekdays.indexOf(lower(groups['weekday'])) }),
  ],
  [
    'daysAhead',
    /(?<when>today|tonight|tomorrow)(?![a-z\d])/iy,
    (groups) => ({ daysAhead: lower(groups['when']) === 'tomorrow' ? 1 : 0 }),
  ],
  ['clock', /(?<word>midnight|noon)(?![a-z\d])/iy, wordClock],
  ['clock', /(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2}))?)?\s?(?<half>[ap])\.?m\b\.?/iy, clock],
  ['clock', /(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}(?:\.\d{1,9})?))?(?![\d:])/iy, clock],
  ['timeZone', /(?<name>[a-z_]{2,20}(?:\/[a-z\d_+-]{2,30}){1,2})/iy, zoneByName],
  ['timeZone', /(?:utc|gmt)\s?(?<sign>[-+−])(?<hours>\d{1,2})(?::?(?<minutes>\d{2}))?(?!\d)/iy, zoneByOffset],
  ['timeZone', /(?<sign>[-+−])(?<hours>\d{2})(?::?(?<minutes>\d{2}))?(?!\d)/iy, zoneByOffset],
  [
    'timeZone',
    /(?<name>pacific|mountain|central|eastern)(?:(?: standard| daylight)? time)?(?![a-z])/iy,
    zoneByLetters,
  ],
  ['timeZone', /(?<name>[a-z]{1,4})(?![a-z\d/])/iy, zoneByLetters],
];

function numberedDate(groups: Groups): Partial<SaidMoment> {
  return { dates: [dateOf(groups['year'], groups['month'], groups['day'])] };
}

/** As Americans write it, unless only the other order makes sense. */
function slashedDate({ year: y, month: first, day: second }: Groups): Partial<SaidMoment> {
  return { dates: [dateOf(y, first, second), dateOf(y, second, first)] };
}

function namedDate(groups: Groups): Partial<SaidMoment> {
  const number = months.indexOf(lower(groups['month'])) + 1;
  return { dates: [dateOf(groups['year'], String(number), groups['day'])] };
}

function dateOf(y: string | undefined, m: string | undefined, d: string | undefined): SaidDate {
  return { month: Number(m), day: Number(d), year: y === undefined ? undefined : Number(y) };
}

function wordClock(groups: Groups): Partial<SaidMoment> {
  return { clock: { hour: lower(groups['word']) === 'noon' ? 12 : 0, minute: 0, second: 0 } };
}

function clock({ hour: said, minute, second, half }: Groups): Partial<SaidMoment> | undefined {
  const found = { hour: Number(said), minute: Number(minute ?? 0), second: Number(second ?? 0) };
  if (found.minute > 59 || found.second >= 60) return undefined;
  if (half === undefined) return found.hour > 23 ? undefined : { clock: found };
  if (found.hour < 1 || found.hour > 12) return undefined;
  const hour = (found.hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return { clock: { ...found, hour } };
}

/** A name nobody knows is passed over. */
function zoneByName({ name = '' }: Groups): Partial<SaidMoment> {
  return isTimeZone(name) ? { timeZone: name } : {};
}

function zoneByOffset({ sign, hours = '', minutes = '00' }: Groups): Partial<SaidMoment> | undefined {
  const timeZone = `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
  return isTimeZone(timeZone) ? { timeZone } : undefined;
}

/** An abbreviation names an offset, summer or winter; those that mean several are left out. */
const letters: Readonly<Record<string, string>> = {
  z: '+00:00',
  utc: '+00:00',
  gmt: '+00:00',
  wet: '+00:00',
  west: '+01:00',
  cet: '+01:00',
  cest: '+02:00',
  eet: '+02:00',
  eest: '+03:00',
  msk: '+03:00',
  pst: '-08:00',
  pdt: '-07:00',
  mst: '-07:00',
  mdt: '-06:00',
  cst: '-06:00',
  cdt: '-05:00',
  est: '-05:00',
  edt: '-04:00',
  sgt: '+08:00',
  jst: '+09:00',
  kst: '+09:00',
  aest: '+10:00',
  aedt: '+11:00',
  pt: 'America/Los_Angeles',
  pacific: 'America/Los_Angeles',
  mt: 'America/Denver',
  mountain: 'America/Denver',
  ct: 'America/Chicago',
  central: 'America/Chicago',
  et: 'America/New_York',
  eastern: 'America/New_York',
};

function zoneByLetters({ name }: Groups): Partial<SaidMoment> | undefined {
  const key = lower(name);
  const timeZone = Object.hasOwn(letters, key) ? letters[key] : undefined;
  return timeZone === undefined ? undefined : { timeZone };
}

function lower(text = ''): string {
  return text.toLowerCase();
}

/** What a clock on the wall shows in a time zone. */
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
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
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
