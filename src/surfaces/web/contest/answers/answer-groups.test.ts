import { describe, expect, it } from 'vitest';
import type { AttemptJson } from '../../../../views/wire/attempt-json.ts';
import { roundsOf, sameAnswers } from './answer-groups.ts';

const attempt = (key: string, contestant: string, more: Partial<AttemptJson> = {}): AttemptJson => ({
  key,
  contestant,
  run: 1,
  state: 'ended',
  ...more,
});
const told = (attempts: readonly AttemptJson[], withRoles = false) =>
  roundsOf(attempts, withRoles).map(
    ({ title, attempts: inside }) => `${title}: ${inside.map(({ key }) => key).join(' ')}`,
  );

describe('rounds', () => {
  it('are not named where there is one', () => {
    expect(told([attempt('1', 'ann'), attempt('2', 'bob')])).toEqual(['undefined: 1 2']);
  });

  it('hold what was recorded of them, and what runs by its turn', () => {
    const attempts = [
      attempt('a1', 'ann', { round: 1 }),
      attempt('b1', 'bob', { round: 1 }),
      attempt('a2', 'ann', { state: 'open' }),
      attempt('b2', 'bob', { round: 2 }),
    ];
    expect(told(attempts)).toEqual(['Round 1: a1 b1', 'Round 2: a2 b2']);
  });

  it('have those who serve behind them, where they are wanted', () => {
    const attempts = [attempt('1', 'ann'), attempt('j', 'joe', { role: 'judge' })];
    expect(told(attempts)).toEqual(['undefined: 1']);
    expect(told(attempts, true)).toEqual(['undefined: 1', 'Judge: j']);
  });
});

it('answers that differ by space at ends of lines are the same', () => {
  const answers = [
    { who: 'ann', text: 'yes  \nno\n' },
    { who: 'bob', text: 'maybe' },
    { who: 'cat', text: 'yes\nno' },
  ];
  expect(sameAnswers(answers).map(({ by }) => by.map(({ who }) => who))).toEqual([['ann', 'cat'], ['bob']]);
});
