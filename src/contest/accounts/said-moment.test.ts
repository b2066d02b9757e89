// Any time at all, in the words of different programs and in many zones; and any text at all.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resetTime } from './reset-time.ts';
import { wallTime } from './said-moment.ts';

const now = new Date('2026-11-15T12:00:00Z');
const timeZone = 'Europe/Berlin';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];
const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The same moment in the words of different programs. */
const spellings: Readonly<Record<string, (at: Date, zone: string) => string>> = {
  iso: (at) => `reset at ${at.toISOString()}`,
  http: (at) => `Retry-After: ${at.toUTCString()}`,
  epoch: (at) => `usage limit reached|${at.getTime() / 1000}`,
  claude(at, zone) {
    const { month, day, hour, minute } = wallTime(at, zone);
    return `resets ${monthNames[month - 1]} ${day}, ${hour % 12 || 12}:${pad(minute)}${hour < 12 ? 'am' : 'pm'} (${zone})`;
  },
  codex(at, zone) {
    const { year, month, day, hour, minute } = wallTime(at, zone);
    return `try again at ${monthNames[month - 1]} ${day}th, ${year} ${hour % 12 || 12}:${pad(minute)} ${hour < 12 ? 'AM' : 'PM'}.`;
  },
  agy: (at, zone) => `resume using this model at ${at.toLocaleString('en-US', { timeZone: zone })}.`,
  plain(at, zone) {
    const { year, month, day, hour, minute } = wallTime(at, zone);
    return `will reset at ${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:00`;
  },
};

/** These name the instant itself. */
const exact = new Set(['iso', 'http', 'epoch']);

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

describe('any time', () => {
  const minute = 60_000;

  test('comes back to the minute, however it is said', () => {
    const cases = fc.record({
      said: moments,
      minutes: fc.integer({ min: 1, max: 34 * 24 * 60 }),
      zone: fc.constantFrom(...zones),
      spelling: fc.constantFrom(...Object.keys(spellings)),
    });
    const comesBack = fc.property(cases, ({ said, minutes, zone, spelling }) => {
      const at = new Date((Math.floor(said.getTime() / minute) + minutes + 1) * minute);
      const text = `Limit reached, ${spellings[spelling]?.(at, zone)}`;
      const found = resetTime(text, { now: said, timeZone: zone });
      expect(found && wallTime(found, zone)).toEqual(wallTime(at, zone));
      // Where the clocks go back, the earlier of the two is as right.
      expect(at.getTime() - (found?.getTime() ?? 0)).toBeOneOf([0, 30 * minute, 60 * minute]);
      if (exact.has(spelling)) expect(found).toEqual(at);
    });
    fc.assert(comesBack, { numRuns: 300 });
  });

  test('of day is the next one', () => {
    fc.assert(
      fc.property(
        moments,
        fc.integer({ min: 0, max: 1439 }),
        fc.constantFrom(...zones),
        (said, minutes, zone) => {
          const [hour, rest] = [Math.floor(minutes / 60), minutes % 60];
          const text = `resets ${hour % 12 || 12}:${pad(rest)}${hour < 12 ? 'am' : 'pm'} (${zone})`;
          const found = resetTime(text, { now: said, timeZone: 'UTC' });
          const ahead = (found?.getTime() ?? 0) - said.getTime();
          expect(ahead).toBeGreaterThan(0);
          // A day without this time, or one hour longer.
          expect(ahead).toBeLessThanOrEqual(25 * 60 * minute);
          const wall = wallTime(found ?? said, zone);
          expect([0, 30, 60]).toContain((wall.hour * 60 + wall.minute - minutes + 1440) % 1440);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('text never throws, and takes no time', () => {
    const words = [
      'resets ',
      'retry-after: ',
      'try again ',
      'at ',
      'in ',
      '5',
      ':',
      'pm',
      ' Mar ',
      '(A/B)',
      '+',
      '9',
    ];
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: fc.constantFrom(...words, '\n', 'é', ' ') }), (text) => {
        const found = resetTime(text, { now, timeZone });
        if (found !== undefined) expect(found.getTime()).toBeGreaterThan(now.getTime());
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, zone) => void resetTime(text, { now, timeZone: zone })),
    );
    expect(resetTime('resets 3pm', { now: new Date(Number.NaN), timeZone })).toBeUndefined();
  });

  test.each([
    'retry ',
    'reset\n',
    'reset 2020-01-01T00:00 A/B ',
    'wait in ',
    'reset Feb 30 ',
    'a',
    '1',
    'in ',
    // No clock is asked: what is not linear would run into the limit of the test.
  ])('is looked for in a megabyte of %j at once', (piece) => {
    const flood = piece.repeat(Math.ceil((1024 * 1024) / piece.length));
    for (const text of [flood, `resets ${flood}`, `resets ${' \n'.repeat(4000)}`])
      expect(() => resetTime(text, { now, timeZone })).not.toThrow();
  });
});
