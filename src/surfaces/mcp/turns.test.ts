import { expect, it } from 'vitest';
import { countTurns } from './turns.ts';

it('are windows of calls without a pause of 60 s, in which a call that lasts is no pause', () => {
  let now = 0;
  const turns = countTurns('s', () => now);
  const first = turns.begin(undefined);
  now += 90_000;
  const during = turns.begin(undefined);
  expect([first.turn, during.turn]).toEqual(['s-1', 's-1']);
  first.end();
  during.end();
  now += 59_999;
  const soon = turns.begin({});
  expect(soon.turn).toBe('s-1');
  soon.end();
  now += 60_000;
  expect(turns.begin({}).turn).toBe('s-2');
});

it('are what the client says, where it does', () => {
  const turns = countTurns('s', () => 0);
  expect(turns.begin({ 'joust/turn': 't7' }).turn).toBe('t7');
  expect(turns.begin({ 'x-codex-turn-metadata': { turn_id: 'c1' } }).turn).toBe('c1');
  expect(turns.begin({ 'joust/turn': 7, 'x-codex-turn-metadata': 'x' }).turn).toBe('s-1');
});
