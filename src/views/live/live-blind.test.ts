import { expect, it } from 'vitest';
import type { Observation } from '../../domain/agent-event.ts';
import type { JoustEvent } from '../../domain/event.ts';
import { type BlindWatch, watchBlind } from './live.ts';

const recorded = (type: string, more: object = {}) =>
  ({
    type: 'recorded',
    contest: 'c',
    at: '',
    event: { type, v: 1, ...more } as unknown as JoustEvent,
  }) as Observation;
const other = (type: string) => ({ type }) as unknown as Observation;

const started = recorded('attempt.started');
const landed = other('landed');
const parked = other('parked');
const asked = recorded('gate.asked', { key: 'pick' });
const picked = recorded('gate.answered', { key: 'pick' });

function told(until: string | undefined, ...seen: readonly Observation[]): readonly Observation[] {
  let watch: BlindWatch = { until, held: [] };
  return seen.flatMap((one) => {
    const next = watchBlind(watch, one);
    watch = next.watch;
    return next.tell;
  });
}

it('keeps back whatever is about one of them, and tells it before the pick itself is told', () => {
  const before = [
    recorded('contest.opened'),
    other('note'),
    other('queued'),
    started,
    other('live'),
    landed,
    parked,
  ];
  expect(told('pick', ...before, asked, other('waiting'))).toEqual([
    before[0],
    before[1],
    asked,
    other('waiting'),
  ]);
  expect(told('pick', started, landed, asked, picked, recorded('verdict.given'))).toEqual([
    asked,
    started,
    landed,
    picked,
    recorded('verdict.given'),
  ]);
});

it('is lifted by the end as well, and by no other answer', () => {
  expect(told('pick', landed, recorded('gate.answered', { key: 'assent' }))).toHaveLength(1);
  expect(told('pick', landed, recorded('contest.closed'))).toEqual([landed, recorded('contest.closed')]);
});

it('keeps nothing back where nobody is blind', () => {
  expect(told(undefined, started, landed, other('live'))).toEqual([started, landed, other('live')]);
});
