import { describe, expect, it } from 'vitest';
import type { JoustEvent } from '../event.ts';
import { blindRecord, blindUntil, isBlind } from './blind-pick.ts';

const event = (type: string, more: object = {}) => ({ type, v: 1, ...more }) as unknown as JoustEvent;
const opened = event('contest.opened', {
  options: { blindUntil: 'pick' },
  seed: 's',
  roster: [{ name: 'x' }],
});
const ended = event('attempt.ended', { key: 'answer/1', contestant: 'x' });
const drawn = event('draw.made', { key: 'sides', value: [1, 0] });
const asked = event('gate.asked', { key: 'pick', exhibits: [{ label: 'A', text: 'one' }] });
const assented = event('gate.answered', { key: 'assent', answer: 'yes' });
const picked = event('gate.answered', { key: 'pick', answer: 'a' });
const closed = event('contest.closed', { outcome: 'ok' });
const cancelled = event('contest.cancelled');
const reopened = event('attempt.reopened', { key: 'answer/1', contestant: 'x' });

const seen = (...events: JoustEvent[]) =>
  blindRecord(events.map((one) => ({ event: one }))).map((one) => one.event);

describe('a contest that is to be picked blindly', () => {
  it('is blind until the pick, its end, or its cancelling', () => {
    expect(isBlind([opened])).toBe(true);
    expect(isBlind([opened, ended, drawn, asked, assented])).toBe(true);
    for (const lifting of [picked, closed, cancelled])
      expect(isBlind([opened, ended, asked, lifting])).toBe(false);
  });

  it('is blind again when something of it is run again', () => {
    expect(isBlind([opened, closed, reopened])).toBe(true);
    expect(isBlind([opened, closed, reopened, asked, picked])).toBe(false);
  });

  it('shows only what gives nothing away, and not the seed it draws from', () => {
    expect(seen(opened, ended, drawn, asked, assented)).toEqual([
      { ...opened, seed: 'hidden until the pick' },
      asked,
      assented,
    ]);
  });

  it('run again shows nothing of how it ended before', () => {
    const events = seen(opened, asked, picked, closed, reopened, ended);
    expect(events.map(({ type }) => type)).toEqual(['contest.opened', 'gate.asked']);
    expect(isBlind(events)).toBe(true);
  });

  it('is told whole after the pick', () => {
    const events = [opened, ended, drawn, asked, picked];
    expect(seen(...events)).toEqual(events);
  });
});

it('any other contest is told whole', () => {
  const other = event('contest.opened', { options: {}, seed: 's' });
  expect(blindUntil({ options: {} })).toBeUndefined();
  expect(blindUntil({ options: { blindUntil: 7 } })).toBeUndefined();
  expect(seen(other, ended)).toEqual([other, ended]);
  expect(seen(ended)).toEqual([ended]);
});
