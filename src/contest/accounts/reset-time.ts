// When a quota is back, read from a provider's or CLI's own message about it.
import {
  instantsOf,
  isTimeZone,
  matchAt,
  type SaidMoment,
  saidMoment,
  type WallTime,
  wallTime,
} from './said-moment.ts';

export interface ResetContext {
  readonly now: Date;
  /** Where the message was written; counts where it names no zone of its own. */
  readonly timeZone: string;
}

const textLimit = 4096;
const cueLimit = 64;
const dayMs = 86_400_000;
const farthestMs = 35 * dayMs;

/** The first time behind a word such as "resets", "try again" or "retry"; undefined: none is said, or none that is ahead. */
export function resetTime(text: string, { now, timeZone }: ResetContext): Date | undefined {
  if (!(Math.abs(now.getTime()) < 8e15)) return undefined;
  const said = text.slice(0, textLimit);
  const context = { now, timeZone: isTimeZone(timeZone) ? timeZone : 'UTC' };
  let tried = 0;
  for (const match of said.matchAll(cue)) {
    if (tried === cueLimit) return undefined;
    tried += 1;
    const end = match.index + match[0].length;
    const filler = matchAt(fillers, said, end)?.[0] ?? '';
    const place = { text: said, position: end + filler.length, lead: match[0] + filler };
    const found = timesAt(place, context).find((time) => isAhead(time, now));
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Place {
  readonly text: string;
  readonly position: number;
  /** The words right before. */
  readonly lead: string;
}

const attached =
  '(?:[-_]?(?:at|in|on|after|time|stamp|delay|date|seconds|secs|requests|tokens|input|output|ms)){0,4}';

/** A connection that was reset and the time already spent waiting say nothing about a quota. */
const cue = new RegExp(
  [
    `(?:rate-?limit-(?:[a-z]{1,20}-)?)?(?<!p|n|connection )(?:resets|reset)${attached}`,
    `(?<![a-z])(?:retrying|retry(?:[-_ ]?after)?)${attached}`,
    '(?<![a-z])(?:try(?:ing)? again|available|back|refresh(?:es)?|resumes?)(?![a-z])',
    '(?<![a-z])wait(?:ing)?(?! time)(?: for| until| till)?(?![a-z])',
    '(?:limited|limit|blocked|paused|locked|exhausted) (?:until|till)(?![a-z])',
    'limit reached(?=\\|)',
  ].join('|'),
  'gi',
);

const fillers =
  /(?:[^\S\r\n]|[:;,"'=|([{~_\\·∙•]|[-–—](?=[^\S\r\n])|(?:again|later|after|at|in|on|by|about|around|approximately|approx|roughly|another|least|the|your|this|next|each|every|day|daily|weekly|access|requests?|using|models?|limits?|quota|seconds|time|date|is|will|be|becomes|from|only)(?![a-z\d]))*/iy;

/** All that what stands here may mean, the likeliest first. */
function timesAt(place: Place, context: ResetContext): readonly Date[] {
  const epoch = epochAt(place);
  if (epoch !== undefined) return [epoch];
  const waitMs = durationAt(place) ?? bareNumberAt(place);
  if (waitMs !== undefined) return [new Date(context.now.getTime() + waitMs)];
  // "In 4:32" is a countdown, not a time of day.
  if (/(?:^|[^a-z])in[^a-z]*$/i.test(place.lead)) return [];
  const moment = saidMoment(place.text, place.position);
  return moment === undefined ? [] : instantsFor(moment, context);
}

/** Seconds, or milliseconds, since 1970. */
function epochAt({ text, position }: Place): Date | undefined {
  const digits = matchAt(/\d{10}(?:\d{3})?(?![\w:-])/y, text, position)?.[0];
  if (digits === undefined) return undefined;
  return new Date(Number(digits) * (digits.length === 10 ? 1000 : 1));
}

const unitsMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: dayMs,
  w: 7 * dayMs,
};

/** "3 days 5 hours 4 minutes", "13h20m5s", "32.5s", "an hour". */
function durationAt({ text, position }: Place): number | undefined {
  const part =
    /\s{0,4},?\s{0,4}(?:and\s{1,4})?(?<amount>\d{1,9}(?:\.\d{1,9})?|an?|one)\s{0,4}(?<unit>ms|milliseconds?|msecs?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])/iy;
  let total: number | undefined;
  for (let at = position; ; at = part.lastIndex) {
    const { amount, unit } = matchAt(part, text, at)?.groups ?? {};
    if (amount === undefined || unit === undefined) return total;
    total = (total ?? 0) + (/^\d/.test(amount) ? Number(amount) : 1) * unitMs(unit.toLowerCase());
  }
}

function unitMs(unit: string): number {
  const milli = unit.startsWith('ms') || unit.startsWith('milli');
  return milli ? 1 : (unitsMs[unit.slice(0, 1)] ?? 0);
}

/** Headers and fields count in seconds unless they say otherwise. A number in prose that goes on counts something else. */
function bareNumberAt({ text, position, lead }: Place): number | undefined {
  if (!/^rate|(?:retry[-_ ]?after|seconds|secs|ms)\W*$/i.test(lead)) return undefined;
  const number = matchAt(
    /\d{1,9}(?:\.\d{1,9})?(?=[^\S\r\n]*(?:$|[\r\n,;)\]}"'\\]|\.(?!\d)))/y,
    text,
    position,
  )?.[0];
  if (number === undefined) return undefined;
  return Number(number) * (/ms\W*$/i.test(lead) ? 1 : 1000);
}

function instantsFor(moment: SaidMoment, { now, timeZone }: ResetContext): readonly Date[] {
  const zone = moment.timeZone ?? timeZone;
  const clock = moment.clock ?? { hour: 0, minute: 0, second: 0 };
  return datesFor(moment, wallTime(now, zone)).flatMap((date) => instantsOf({ ...date, ...clock }, zone));
}

type DateOnly = Pick<WallTime, 'year' | 'month' | 'day'>;

function datesFor({ dates, daysAhead, weekday }: SaidMoment, today: DateOnly): readonly DateOnly[] {
  if (dates !== undefined)
    return dates.flatMap(({ year, month, day }) =>
      (year === undefined ? [today.year, today.year + 1] : [year]).map((of) => ({ year: of, month, day })),
    );
  return daysAheadOf({ daysAhead, weekday }, today)
    .map((count) => new Date(Date.UTC(today.year, today.month - 1, today.day + count)))
    .map((date) => ({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }));
}

function daysAheadOf(
  { daysAhead, weekday }: Record<'daysAhead' | 'weekday', number | undefined>,
  { year, month, day }: DateOnly,
): readonly number[] {
  if (daysAhead !== undefined) return [daysAhead];
  if (weekday === undefined) return [0, 1];
  const until = (weekday - new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 7) % 7;
  return [until, until + 7];
}

function isAhead(time: Date, now: Date): boolean {
  const ms = time.getTime() - now.getTime();
  return ms > 0 && ms <= farthestMs;
}
