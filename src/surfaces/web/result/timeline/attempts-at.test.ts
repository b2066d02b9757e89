import { expect, it } from 'vitest';
import { attemptsAt, kindsIn, type Moment } from './attempts-at.ts';

const moment = (seq: number, type: Moment['type'], more: Partial<Moment> = {}): Moment => ({
  seq,
  type,
  at: `2026-11-16T00:00:0${seq}.000Z`,
  what: type.replace('.', ' '),
  said: [],
  ...more,
});
const ann = { who: 'ann', key: 'answer/ann' };
const bob = { who: 'bob', key: 'answer/bob' };
const record = [
  moment(1, 'contest.opened'),
  moment(2, 'attempt.queued', ann),
  moment(3, 'attempt.started', ann),
  moment(4, 'attempt.started', bob),
  moment(5, 'attempt.parked', bob),
  moment(6, 'attempt.ended', { ...ann, said: ['ok', '1.0s'] }),
  moment(7, 'attempt.started', bob),
  moment(8, 'attempt.ended', { ...bob, said: ['crashed'] }),
];
const states = (seq: number) => attemptsAt(record, seq).map(({ who, state }) => `${who} ${state}`);

it('tells how attempts stood at any point of the record', () => {
  expect(states(1)).toEqual([]);
  expect(states(2)).toEqual(['ann queued']);
  expect(states(5)).toEqual(['ann running', 'bob parked']);
  expect(states(6)).toEqual(['ann ok', 'bob parked']);
  expect(states(7)).toEqual(['ann ok', 'bob running']);
  expect(states(99)).toEqual(['ann ok', 'bob crashed']);
});

it('names the kinds of events there are', () => {
  expect(kindsIn(record)).toEqual(['contest', 'attempt']);
});
