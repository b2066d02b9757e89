// Draws: the same each time a contest is played, and fair enough for a shuffle.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom, shuffled } from './draw.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const take = (seed: string, count: number) => {
  const random = seededRandom(digest(seed));
  return Array.from({ length: count }, random);
};

describe('seededRandom', () => {
  it('gives the same numbers for the same seed, in [0, 1), and others for another', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const numbers = take(seed, 20);
        expect(take(seed, 20)).toEqual(numbers);
        expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
        expect(take(`${seed}.`, 20)).not.toEqual(numbers);
      }),
    );
  });

  it('never changes: recorded contests were drawn with these numbers', () => {
    expect(take('joust', 4).map((number) => Math.floor(number * 1e6))).toEqual([
      91271, 804886, 626396, 69034,
    ]);
  });

  it('uses its whole range evenly', () => {
    const counts = new Array<number>(10).fill(0);
    for (const number of take('even', 20_000))
      counts[Math.floor(number * 10)] = (counts[Math.floor(number * 10)] ?? 0) + 1;
    expect(Math.min(...counts)).toBeGreaterThan(1850);
    expect(Math.max(...counts)).toBeLessThan(2150);
  });
});

describe('shuffled', () => {
  it('is a permutation, and leaves its input as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
        const before = [...items];
        const order = shuffled(items, seededRandom(digest(seed)));
        expect(order.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
        expect(items).toEqual(before);
        expect(shuffled(items, seededRandom(digest(seed)))).toEqual(order);
      }),
    );
  });

  it('gives every order a chance', () => {
    const random = seededRandom(digest('orders'));
    const seen = new Map<string, number>();
    for (let round = 0; round < 6000; round += 1) {
      const order = shuffled(['a', 'b', 'c'], random).join('');
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
    expect([...seen.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
    expect(Math.min(...seen.values())).toBeGreaterThan(850);
  });
});
