// Settings as text: durations, counts, lists.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.ts';
import { allows, durationMs, readText, sizeBytes } from './rule.ts';
import { fieldOf } from './setting.ts';
import { configSettings, contestSettings, describedFormats, ruleOf } from './settings.ts';

const known = (key: string) => {
  const rule = ruleOf(key);
  if (rule === undefined) throw new Error(key);
  return rule;
};

describe('durations', () => {
  it.each([
    ['90s', 90_000],
    ['15m', 900_000],
    ['1h', 3_600_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['0.5s', 500],
    [90, 90_000],
    [0.0001, 1],
  ])('%j is %d ms', (text, ms) => expect(durationMs(text)).toBe(ms));

  it.each([
    '',
    'h',
    '1',
    '1d',
    '-1s',
    '1s1h',
    ' 1s',
    '0s',
    '169h',
    '1e3s',
    `${'9'.repeat(50)}s`,
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%j is none', (value) => expect(durationMs(value)).toBeUndefined());

  it('of any whole seconds reads the same as number and as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 604_800 }), (s) => durationMs(s) === durationMs(`${s}s`)),
    );
  });
});

describe('sizes', () => {
  it.each([
    ['5GB', 5_000_000_000],
    ['500MB', 500_000_000],
    ['500 mb', 500_000_000],
    ['1.5GiB', 1_610_612_736],
    ['2k', 2000],
    ['7', 7],
    ['7B', 7],
    [1024, 1024],
  ])('%j is %d bytes', (text, bytes) => expect(sizeBytes(text)).toBe(bytes));

  it.each([
    '',
    'GB',
    '5XB',
    '-1MB',
    '5 G B',
    '0GB',
    '0.1',
    '1e3',
    '2000TB',
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%j is none', (value) => expect(sizeBytes(value)).toBeUndefined());
});

it.each([
  ['race.max_disk', '2GB', '2GB'],
  ['race.max_disk', '2048', 2048],
  ['race.found', 'false', false],
  ['race.found', 'no', undefined],
  ['race.sandbox', 'os', 'os'],
  ['race.sandbox', 'container', 'container'],
  ['race.sandbox', 'jail', undefined],
  ['race.judge_weight', '0.5', 0.5],
  ['race.judge_weight', '-1', undefined],
  ['race.budget_tokens', '0', 0],
  ['race.tokens_per_run', '0', undefined],
  ['race.copy', 'node_modules, a/*/b', ['node_modules', 'a/*/b']],
  ['race.copy', '../up', undefined],
  ['race.copy', '/etc', undefined],
  ['race.copy', 'a/..', undefined],
] as const)('%s reads %j as %j', (key, text, value) => {
  expect(readText(known(key), text)).toEqual(value);
});

it('reads lists with spaces and empty places', () => {
  expect(readText(known('exclude'), ' a, b,,c ')).toEqual(['a', 'b', 'c']);
  expect(readText(known('exclude'), '')).toEqual([]);
  expect(readText(known('exclude'), 'a;b')).toBeUndefined();
});

it('reads no text but what the rule allows, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const key of configSettings.keys()) if (ruleOf(key) !== undefined) readText(known(key), text);
      const num = readText(known('num'), text);
      return num === undefined || (typeof num === 'number' && num >= 1 && num <= 64);
    }),
  );
});

it('allows what the schema of each setting allows', () => {
  const settings = [...contestSettings, ...describedFormats.flatMap((format) => format.settings)];
  const rules = settings.flatMap(({ rule }) =>
    rule.type === 'table' || rule.type === 'content' ? [] : [rule],
  );
  const words = rules.flatMap((rule) => (rule.type === 'word' ? rule.words : []));
  const text = fc.oneof(
    fc.constantFrom(
      ...words,
      '15m',
      '200h',
      '1h1m1s',
      '9'.repeat(50),
      '5GB',
      '1e9',
      '-x',
      '..',
      'a/b',
      'NAME_*',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  const number = fc.oneof(
    fc.constantFrom(
      0,
      1,
      0.1,
      1.5,
      -1,
      64,
      1024,
      604_800,
      604_801,
      1e15,
      1e16,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ),
    fc.double(),
    fc.integer(),
  );
  const value = fc.oneof(
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.oneof(text, number), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...rules), value, (rule, one) => {
      expect(allows(rule, one)).toBe(fieldOf(rule).safeParse(one).success);
    }),
    { numRuns: 3000 },
  );
  expect(allows({ type: 'list', shape: /a/, expected: '' }, Array(201).fill('a'))).toBe(false);
});

it('finds what was meant', () => {
  expect(nearest('modle', ['model', 'moderator'])).toBe('model');
  expect(nearest('Clade', ['codex', 'claude'])).toBe('claude');
  expect(nearest('zzz', ['codex', 'claude'])).toBeUndefined();
});
