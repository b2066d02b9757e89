// Before anything starts: within the limits, over them, or somebody has to agree.
import { describe, expect, it } from 'vitest';
import type { Limits } from '../../domain/usage.ts';
import type { PastEnd } from '../../ledger/ledger.ts';
import { assess } from './assess.ts';
import { Estimator } from './estimate.ts';

/** 3,000 tokens by the baseline, and a price of $0.0030 where the model is `sold`. */
const prices = { sold: { input: 1, output: 1 } };

function judged(models: readonly (string | undefined)[], limits: Limits = {}, past: readonly PastEnd[] = []) {
  const wishes = models.map((model, at) => ({
    contestant: { name: `c${at + 1}`, agent: 'claude', model },
    tier: 'read' as const,
  }));
  return assess(wishes, limits, new Estimator(past, 'ask', { prices }));
}

const past = {
  opened: { format: 'ask', options: {}, roster: [{ name: 'x', agent: 'claude', model: 'sold' }] },
  end: {
    contestant: 'x',
    outcome: 'ok',
    usage: { inputTokens: 900_000, outputTokens: 100_000 },
    cost: { usd: 1.25 },
    timing: {},
  },
} as unknown as PastEnd;

describe('the sentence', () => {
  it('says how much, for how many, by what, and the money', async () => {
    expect((await judged(['sold'])).text).toBe(
      'Estimate: about 3,000 tokens for 1 attempt (a guess: nothing like it is on record), $0.0030.',
    );
    expect((await judged(['sold', 'sold'], {}, [past])).text).toBe(
      'Estimate: about 2,000,000 tokens for 2 attempts (going by past ones), $2.50.',
    );
    expect((await judged(['sold', undefined], {}, [past])).text).toBe(
      'Estimate: about 1,003,000 tokens for 2 attempts (1 going by past ones, 1 guessed), ' +
        '$1.25 and an unknown part.',
    );
  });

  it('does not take unknown for nothing', async () => {
    const { text, usd, unpriced } = await judged([undefined, undefined]);
    expect(text).toBe(
      'Estimate: about 6,000 tokens for 2 attempts (a guess: nothing like it is on record), cost unknown.',
    );
    expect({ usd, unpriced }).toEqual({ usd: 0, unpriced: ['c1', 'c2'] });
  });
});

describe('limits', () => {
  it('are kept exactly: at them is within, one more is over', async () => {
    expect((await judged(['sold', 'sold'], { tokens: 6000 })).refused).toBeUndefined();
    expect((await judged(['sold', 'sold'], { tokens: 5999 })).refused).toBe(
      'it is estimated at 6,000 tokens, and the limit is 5,999',
    );
    expect((await judged(['sold', 'sold'], { attempts: 2 })).refused).toBeUndefined();
    expect((await judged(['sold', 'sold'], { attempts: 1 })).refused).toBe(
      'it would take 2 attempts, and the limit is 1',
    );
    expect((await judged(['sold'], { usd: 0.003 })).refused).toBeUndefined();
    expect((await judged(['sold'], { usd: 0.0029 })).refused).toBe(
      'it is estimated at $0.0030, and the limit is $0.0029',
    );
  });

  it('of attempts count the first ones only with partial', async () => {
    const all = ['sold', 'sold', 'sold', 'sold'];
    const cut = await judged(all, { attempts: 2, partial: true, tokens: 6000 });
    expect(cut).toMatchObject({ tokens: 6000, refused: undefined });
    expect(cut.text).toMatch(/^Estimate: about 6,000 tokens for 2 of 4 attempts \(a guess/);
    expect((await judged(all, { attempts: 2, partial: true, tokens: 5999 })).over).toBe('maxTokens');
  });

  it('without any, nothing is refused and nobody asked', async () => {
    const { refused, approval } = await judged([undefined, 'sold'], {}, [past]);
    expect({ refused, approval }).toEqual({ refused: undefined, approval: undefined });
  });
});

describe('somebody has to agree', () => {
  it('above the threshold, not at it', async () => {
    expect((await judged(['sold'], { confirmTokens: 3000 })).approval).toBeUndefined();
    expect((await judged(['sold'], { confirmTokens: 2999 })).approval).toBe(
      'You are asked above 2,999 tokens (budget.confirm_tokens). Play 1 attempt, about 3,000 tokens?',
    );
  });

  it('to a limit of money that cannot be kept for everybody', async () => {
    const { approval, refused } = await judged(['sold', undefined], { usd: 2 });
    expect(refused).toBeUndefined();
    expect(approval).toContain('The limit of $2.00 cannot be kept for c2: nobody knows the price.');
    expect((await judged(['sold', 'sold'], { usd: 2 })).approval).toBeUndefined();
  });

  it('to both in one question', async () => {
    const { approval } = await judged([undefined], { usd: 2, confirmTokens: 1 });
    expect(approval).toMatch(/above 1 tokens.* nobody knows the price\. Play .* tokens\?$/);
  });
});
