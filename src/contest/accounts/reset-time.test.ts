// When a quota is back, as the CLIs and APIs say it; and what only looks like it.
import { describe, expect, test } from 'vitest';
import { resetTime } from './reset-time.ts';

/** A Sunday, 13:00 in Berlin and 7:00 in New York. */
const now = new Date('2026-11-15T12:00:00Z');
const timeZone = 'Europe/Berlin';

function read(text: string, at: Date | string = now, zone = timeZone): string | undefined {
  return resetTime(text, { now: new Date(at), timeZone: zone })?.toISOString();
}

function iso(time: string): string {
  return new Date(time).toISOString();
}

describe('what the CLIs say', () => {
  test.each([
    ["You've hit your session limit · resets 3pm (Europe/Berlin)", '2026-11-15T14:00Z'],
    ["You've hit your session limit · resets 8:30pm (Asia/Tokyo)", '2026-11-16T11:30Z'],
    ["You've hit your session limit · resets 3:45pm", '2026-11-15T14:45Z'],
    ["You've hit your weekly limit · resets Nov 20, 10am (America/New_York)", '2026-11-20T15:00Z'],
    ["You've hit your weekly limit · resets Dec 3 at 3pm", '2026-12-03T14:00Z'],
    ["You've hit your weekly limit · resets Nov 19", '2026-11-18T23:00Z'],
    ["You've hit your weekly limit · resets Mon 12:00am", '2026-11-15T23:00Z'],
    ["You've hit your weekly limit · resets Mon 9am (Asia/Jerusalem)", '2026-11-16T07:00Z'],
    ["You've hit your weekly limit · resets Monday", '2026-11-15T23:00Z'],
    ["You've hit your session limit · resets in 1d 5h", '2026-11-16T17:00Z'],
    ["You've hit your Opus limit · resets in 5 days", '2026-11-20T12:00Z'],
    ['5-hour limit reached ∙ resets 3pm (Asia/Seoul)', '2026-11-16T06:00Z'],
    ['Claude AI usage limit reached|1794758400', '2026-11-15T16:00Z'],
    ['Claude usage limit reached. Your limit will reset at 1pm (Etc/GMT+5).', '2026-11-15T18:00Z'],
    ["You've hit your usage limit. Upgrade to Pro or try again at 3:05 PM.", '2026-11-15T14:05Z'],
    ["You've hit your usage limit. Visit x or try again at Nov 20th, 2026 9:12 AM.", '2026-11-20T08:12Z'],
    ["You've hit your usage limit. Upgrade, or try again at Nov 20, 2026, 11:12 AM.", '2026-11-20T10:12Z'],
    ["You've hit your usage limit. Try again in 3 days 5 hours 4 minutes.", '2026-11-18T17:04Z'],
    ['or try again in 5 days 22 hours 11\nminutes.', '2026-11-21T10:11Z'],
    ['{"type":"usage_limit_reached","resets_at":1794758400,"resets_in_seconds":14400}', '2026-11-15T16:00Z'],
    ['{"type":"usage_limit_reached","resets_in_seconds":14400}', '2026-11-15T16:00Z'],
    ['You have exhausted your capacity. Your quota will reset after 13h20m5s.', '2026-11-16T01:20:05Z'],
    ['Your quota will reset after 146h52m11s. Baseline refreshes on 11/24/2026', '2026-11-21T14:52:11Z'],
    ['Usage limit reached for all Pro models.\nAccess resets at 10:57 PM GMT-3.', '2026-11-16T01:57Z'],
    ['Access resets at 11:00\u202fAM GMT+2.', '2026-11-16T09:00Z'],
    ['Please retry in 32.5s', '2026-11-15T12:00:32.500Z'],
    ['\\"retryDelay\\": \\"37s\\"', '2026-11-15T12:00:37Z'],
    ['"quotaResetDelay":"1h2m3.5s"', '2026-11-15T13:02:03.500Z'],
    ['You can resume using this model at 11/22/2026, 7:17:17 PM.', '2026-11-22T18:17:17Z'],
    ['Please try again in 51 hours. Please review our Terms', '2026-11-17T15:00Z'],
    [
      'Sorry, you have been rate-limited. Please wait 57 seconds before trying again.',
      '2026-11-15T12:00:57Z',
    ],
    ['Please wait 587 hours 33 minutes before trying again.', '2026-12-09T23:33Z'],
    ["Sorry, you've exceeded your session limits. Please retry after 2733 seconds.", '2026-11-15T12:45:33Z'],
    ['Usage limit reached for 5 hour. Your limit will reset at 2026-11-15 18:55:29', '2026-11-15T17:55:29Z'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(iso(expected));
  });
});

describe('what the APIs say', () => {
  test.each([
    ['Rate limit reached for gpt-x. Please try again in 1h12m57.6s. Visit y', '2026-11-15T13:12:57.600Z'],
    ['Please try again in 6ms.', '2026-11-15T12:00:00.006Z'],
    ['Retry-After: 3600', '2026-11-15T13:00Z'],
    ['retry-after-ms: 1500', '2026-11-15T12:00:01.500Z'],
    ['"retry_after": 30,', '2026-11-15T12:00:30Z'],
    ['Retry-After: Wed, 18 Nov 2026 07:28:00 GMT', '2026-11-18T07:28Z'],
    ['x-ratelimit-reset-tokens: 6m0s', '2026-11-15T12:06Z'],
    ['RateLimit-Reset: 90', '2026-11-15T12:01:30Z'],
    ['X-RateLimit-Reset: 1794758400000', '2026-11-15T16:00Z'],
    ['anthropic-ratelimit-requests-reset: 2026-11-15T15:00:00Z', '2026-11-15T15:00Z'],
    ['reset at 2026-11-15T15:00:00Z', '2026-11-15T15:00Z'],
    ['reset at 2026-11-15T15:00:00.250+02:00', '2026-11-15T13:00:00.250Z'],
    ['Suggested retry after 3600s.]', '2026-11-15T13:00Z'],
    ['Free quota resets daily at midnight Pacific time', '2026-11-16T08:00Z'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(iso(expected));
  });
});

describe('other ways to say it', () => {
  test.each([
    ['back in about an hour', '2026-11-15T13:00Z'],
    ['available again in 5 minutes', '2026-11-15T12:05Z'],
    ['try again in 1 hour, 5 minutes and 3 seconds', '2026-11-15T13:05:03Z'],
    ['resets in 1 week', '2026-11-22T12:00Z'],
    ['try again tomorrow at 9am', '2026-11-16T08:00Z'],
    ['resets at 9am tomorrow', '2026-11-16T08:00Z'],
    ['resets today at 18:00', '2026-11-15T17:00Z'],
    ['resets Monday 9:00 AM', '2026-11-16T08:00Z'],
    ['resets at 10am on Thursday', '2026-11-19T09:00Z'],
    ['resets Sunday 1:30 PM', '2026-11-15T12:30Z'],
    ['resets Sunday 12:30 PM', '2026-11-22T11:30Z'],
    ['resets at 15:30', '2026-11-15T14:30Z'],
    ['resets at 11:30', '2026-11-16T10:30Z'],
    ['resets at midnight', '2026-11-15T23:00Z'],
    ['resets at noon', '2026-11-16T11:00Z'],
    ['resets 12am', '2026-11-15T23:00Z'],
    ['resets 12pm', '2026-11-16T11:00Z'],
    ['resets 12:30 a.m. PST', '2026-11-16T08:30Z'],
    ['resets 3pm on Nov 20', '2026-11-20T14:00Z'],
    ['resets on 20 November 2026 at 15:00 CET', '2026-11-20T14:00Z'],
    ['rate limited until 15:30', '2026-11-15T14:30Z'],
    ['Try again later. The limit resets at 3pm.', '2026-11-15T14:00Z'],
    ['resets 25/11/2026, 10:00', '2026-11-25T09:00Z'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(iso(expected));
  });

  test.each([
    ['UTC', '15:00'],
    ['GMT', '15:00'],
    ['Z', '15:00'],
    ['PST', '23:00'],
    ['PDT', '22:00'],
    ['EST', '20:00'],
    ['EDT', '19:00'],
    ['CET', '14:00'],
    ['CEST', '13:00'],
    ['+02:00', '13:00'],
    ['(UTC+2)', '13:00'],
    ['UTC-5:30', '20:30'],
    ['+0530', '09:30 of the next day'],
    ['(No/Where)', '14:00'],
    ['XYZ', '14:00'],
  ])('in the zone %s', (zone, expected) => {
    const day = expected.includes('next') ? '16' : '15';
    expect(read(`resets at 15:00 ${zone}`)).toBe(iso(`2026-11-${day}T${expected.slice(0, 5)}Z`));
  });
});

describe('the calendar', () => {
  test.each([
    ['resets Jan 1, 12am', '2026-12-31T20:00Z', '2026-12-31T23:00Z'],
    ['resets 12am', '2026-11-30T20:00Z', '2026-11-30T23:00Z'],
    ['resets 12am', '2028-02-28T22:30Z', '2028-02-28T23:00Z'],
    ['resets Feb 29, 10am', '2028-02-20T12:00Z', '2028-02-29T09:00Z'],
    ['resets Feb 29, 10am', '2027-02-20T12:00Z', undefined],
    ['resets Feb 30, 10am', '2028-02-20T12:00Z', undefined],
    ['resets Nov 31', '2026-11-15T12:00Z', undefined],
    ['resets 2026-13-05', '2026-12-15T12:00Z', undefined],
    ['resets Nov 14, 10am', '2026-11-15T12:00Z', undefined],
    ['reset at 2026-11-15T11:59:59Z', '2026-11-15T12:00Z', undefined],
    ['Claude AI usage limit reached|1755806400', '2026-11-15T12:00Z', undefined],
    ['Your quota will reset after 0s.', '2026-11-15T12:00Z', undefined],
    ['try again in 34 days', '2026-11-15T12:00Z', '2026-12-19T12:00Z'],
    ['try again in 36 days', '2026-11-15T12:00Z', undefined],
    ['resets Mar 5, 10am', '2026-11-15T12:00Z', undefined],
    ['reset at 2026-12-25', '2026-11-15T12:00Z', undefined],
  ])('%s, said at %s', (text, at, expected) => {
    expect(read(text, at)).toBe(expected === undefined ? undefined : iso(expected));
  });

  test('a time that the clocks skip is as much later', () => {
    expect(read('resets 2:30am', '2026-03-29T00:00Z')).toBe(iso('2026-03-29T01:30Z'));
    expect(read('resets 2:30am (America/New_York)', '2026-03-08T05:00Z')).toBe(iso('2026-03-08T07:30Z'));
  });

  test('of a time that comes twice the next one counts', () => {
    expect(read('resets 2:30am', '2026-10-25T00:00Z')).toBe(iso('2026-10-25T00:30Z'));
    expect(read('resets 2:30am', '2026-10-25T00:45Z')).toBe(iso('2026-10-25T01:30Z'));
  });

  test('an unknown zone of ours is UTC', () => {
    expect(read('resets 3pm', now, 'Moon/Crater')).toBe(iso('2026-11-15T15:00Z'));
  });
});

describe('no reset time', () => {
  test.each([
    'limit 5 reached',
    'error 429',
    'You have 5 minutes of video and 3pm meetings',
    'Error: 429 Too Many Requests (request id 1794758400)',
    'exceeded retry limit, last status: 429 Too Many Requests, request id: 5m',
    'retried 5 times (total retry wait time: 53.10 seconds) Last error: 429 x',
    'rate limit of 50,000 input tokens per minute',
    'Retry 3 of 5',
    'retry after 3 attempts',
    'try again (attempt 2)',
    'resets in 5 files',
    'resets monthly',
    'resets in 4:32',
    'resets at 5',
    'resets 25:00',
    'resets 13pm',
    'resets 3:75pm',
    'try again in a few minutes',
    'Please try again later.\n12:30:05 server started',
    'ECONNRESET 15:30',
    'connection reset at 15:30',
    'presets 3pm',
    'available until 5pm',
    '',
  ])('%j', (text) => {
    expect(read(text)).toBeUndefined();
  });

  test('of text that comes too late', () => {
    expect(read(`${'x '.repeat(2048)}resets 3pm`)).toBeUndefined();
  });
});
