// Figures as people read them; what is unknown stays unknown.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteCount, totalTokens } from '../domain/figures.ts';
import { duration, money, tokens } from './units.ts';

describe('duration', () => {
  it.each([
    [0, '0.0s'],
    [49, '0.0s'],
    [3_449, '3.4s'],
    [59_949, '59.9s'],
    [59_950, '1m00s'],
    [61_000, '1m01s'],
    [3_599_499, '59m59s'],
    [3_599_500, '1h00m'],
    [90 * 60_000, '1h30m'],
  ])('%d ms is %s', (ms, shown) => expect(duration(ms)).toBe(shown));

  it('never shows sixty of anything', () => {
    fc.assert(
      fc.property(fc.nat(200 * 3_600_000), (ms) => void expect(duration(ms)).not.toMatch(/(?<!\d)60(?!h)/)),
    );
  });
});

describe('tokens', () => {
  it.each([
    [0, '0 tok'],
    [999, '999 tok'],
    [1_000, '1k tok'],
    [1_249, '1.2k tok'],
    [12_400, '12k tok'],
    [999_499, '999k tok'],
    [999_500, '1M tok'],
    [2_340_000, '2.3M tok'],
  ])('%d is %s', (count, shown) => expect(tokens(count)).toBe(shown));
});

describe('totalTokens', () => {
  it('is the sum of both sides, and unknown where one is', () => {
    expect(totalTokens({ inputTokens: 0, outputTokens: 0 })).toBe(0);
    expect(
      totalTokens({ inputTokens: 100, cachedInputTokens: 90, outputTokens: 5, reasoningTokens: 4 }),
    ).toBe(105);
    expect(totalTokens({ inputTokens: 100 })).toBeUndefined();
    expect(totalTokens({ outputTokens: 100 })).toBeUndefined();
    expect(totalTokens(undefined)).toBeUndefined();
  });
});

describe('money', () => {
  it('says what was billed, what is a list price, and what nobody knows', () => {
    expect(money({ usd: 0.012345, source: 'agent', basis: 'billed' })).toBe('$0.0123 (own figure, billed)');
    expect(money({ usd: 12.345, source: 'config', basis: 'unknown' })).toBe('$12.35 (your prices)');
    expect(money({ usd: 0, source: 'agent', basis: 'billed' })).toBe('$0.0000 (own figure, billed)');
    expect(money({ usd: 1, source: 'price-list', basis: 'list-price', pricedAt: '2026-09-23' })).toBe(
      '$1.00 (price list of 2026-09-23, subscription)',
    );
    expect(money(undefined)).toBe('cost unknown');
  });
});

describe('byteCount', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [12_345, '12.3 kB'],
    [4_000_000, '4 MB'],
    [7.25e15, '7250 TB'],
  ])('shows %d as %s', (bytes, shown) => {
    expect(byteCount(bytes)).toBe(shown);
  });
});
