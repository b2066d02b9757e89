import { describe, expect, it } from 'vitest';
import type { SuiteAssert } from '../../../domain/suite/suite-plan.ts';
import { measureText } from './text-asserts.ts';

const every = { name: 'it', weight: 1 };
const object = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

/** What holds, an answer of which it does, and answers of which it does not. */
const cases: readonly (readonly [assert: SuiteAssert, good: string, bad: readonly string[]])[] = [
  [{ kind: 'contains', value: 'Paris', ...every }, 'It is Paris.', ['It is paris.', '']],
  [{ kind: 'icontains', value: 'PARIS', ...every }, 'It is Paris.', ['London']],
  [{ kind: 'not-contains', value: 'sorry', ...every }, 'Paris', ['I am sorry.']],
  [{ kind: 'contains-any', value: ['a', 'b'], ...every }, 'only b', ['none']],
  [{ kind: 'contains-all', value: ['a', 'b'], ...every }, 'a and b', ['only a', 'only b']],
  [{ kind: 'equals', value: 'Paris', ...every }, ' Paris\n', ['Paris.', 'Paris Paris']],
  [{ kind: 'starts-with', value: 'Dear', ...every }, '\nDear all', ['My Dear']],
  [{ kind: 'regex', value: '^\\d+$', ...every }, 'so:\n42', ['x42']],
  [{ kind: 'not-regex', value: 'colou?r', ...every }, 'grey', ['a color']],
  [{ kind: 'is-json', ...every }, '{"n": 1}', ['{n: 1}', 'Here: {"n": 1}', '']],
  [
    { kind: 'json-schema', value: object, ...every },
    '```json\n{"n": 1}\n```',
    ['{"n": "1"}', '{}', 'no', '[1]'],
  ],
];

describe.each(cases)('%j', (assert, good, bad) => {
  it('passes what holds and fails what does not', () => {
    expect(measureText(assert, good, {})).toEqual({ ...every, is: 'pass' });
    for (const text of bad)
      expect(measureText(assert, text, {})).toEqual({ ...every, is: 'fail', why: expect.any(String) });
  });
});

it.each([
  ['max-usd', 'usd', 0.05],
  ['max-time', 'ranMs', 20_000],
  ['max-tokens', 'tokens', 100],
] as const)('holds %s against what was reported; what is not known is no zero', (kind, figure, most) => {
  const is = (value?: number) =>
    measureText({ kind, value: most, ...every }, '', value === undefined ? {} : { [figure]: value }).is;
  expect([is(most), is(most * 1.01), is()]).toEqual(['pass', 'fail', 'error']);
});

it('ends patterns that would run without end, once', () => {
  const assert: SuiteAssert = { kind: 'regex', value: '^(a+)+$', ...every };
  const hangs = `${'a'.repeat(60)}!`;
  expect(measureText(assert, hangs, {})).toMatchObject({
    is: 'error',
    why: expect.stringContaining('too long'),
  });
  expect(measureText(assert, hangs, {}).is).toBe('error');
});

it('reads answers that are nested without end as what they are', () => {
  expect(measureText({ kind: 'is-json', ...every }, '['.repeat(1_000_000), {}).is).toBe('fail');
});
