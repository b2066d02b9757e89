// Which values are secrets: those of telling names, and those the user gave that open something.
import { expect, it } from 'vitest';
import { secretValues } from './secret-values.ts';

it('knows them by their variable’s name, or because the user set or passed them', () => {
  const env = {
    API_KEY: 'first-key',
    HOME: '/home/ann',
    LOGIN: 'ann:opensesame',
    EDITOR: 'vim --nofork',
    LANG: 'en_US.UTF-8',
  };
  const found = secretValues(env, {
    keys: ['EDITOR'],
    passed: ['LOGIN', 'LANG'],
    values: [['GREETING', 'hunter2-hunter2']],
  });
  expect(found).toEqual({
    API_KEY: 'first-key',
    LOGIN: 'ann:opensesame',
    EDITOR: 'vim --nofork',
    GREETING: 'hunter2-hunter2',
  });
});

it('keeps every value of one name', () => {
  const values = [
    ['LOGIN', 'ann:opensesame'],
    ['LOGIN', 'bob:opensesame'],
    ['LOGIN', 'ann:opensesame'],
  ] as const;
  expect(secretValues({ LOGIN: 'bob:opensesame' }, { passed: [], values })).toEqual({
    LOGIN: 'bob:opensesame',
    'LOGIN (2)': 'ann:opensesame',
  });
});
