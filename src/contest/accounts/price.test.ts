// What an attempt cost: the agent's figure, the user's prices, the list, in that order; what cannot be known stays unknown.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentEnd } from '../../domain/agent-event.ts';
import { costSchema, type Usage } from '../../domain/usage.ts';
import { costOf, type Priced, priceList } from './price.ts';

const million = { inputTokens: 1_000_000, outputTokens: 1_000_000 };

function price(usage: Usage | undefined, more: Partial<Priced> & { costUsd?: number } = {}) {
  const { costUsd, ...rest } = more;
  const end: AgentEnd = {
    type: 'ended',
    outcome: 'ok',
    text: '',
    usage,
    costUsd,
  };
  return costOf({ end, model: 'gpt-4o', basis: 'billed', prices: {}, ...rest });
}

describe('the agent’s own figure', () => {
  it('comes first, zero included', async () => {
    const prices = { 'gpt-4o': { input: 5, output: 5 } };
    expect(await price(million, { costUsd: 0.5, prices })).toEqual({
      usd: 0.5,
      source: 'agent',
      basis: 'billed',
    });
    expect(await price(undefined, { costUsd: 0, model: undefined })).toEqual({
      usd: 0,
      source: 'agent',
      basis: 'billed',
    });
  });
});

describe('the user’s prices', () => {
  const prices = { mine: { input: 2, output: 10, cachedInput: 0.5 }, plain: { input: 2, output: 10 } };

  it('come before the list, cached tokens at their own price', async () => {
    const usage = { ...million, cachedInputTokens: 600_000 };
    expect((await price(usage, { model: 'mine', prices }))?.usd).toBeCloseTo(0.8 + 0.3 + 10, 9);
    expect(await price(usage, { model: 'plain', prices, basis: 'list-price' })).toEqual({
      usd: 12,
      source: 'config',
      basis: 'list-price',
    });
    expect((await price(million, { prices: { 'gpt-4o': { input: 1, output: 1 } } }))?.source).toBe('config');
  });

  it('are no prices of JavaScript’s own', async () => {
    expect(await price(million, { model: 'constructor' })).toBeUndefined();
  });
});

describe('the price list', () => {
  it('knows well-known models, and is dated', async () => {
    expect(await price(million)).toEqual({
      usd: 12.5,
      source: 'price-list',
      basis: 'billed',
      pricedAt: priceList.publishedAt,
    });
  });

  it('prices cached tokens as such: input counts include them', async () => {
    // 100,000 at $2.50 and 900,000 at $1.25 a million.
    const usage = { inputTokens: 1_000_000, cachedInputTokens: 900_000, outputTokens: 0 };
    expect((await price(usage))?.usd).toBeCloseTo(0.25 + 1.125, 9);
    // All of it read from the cache, at $0.30 a million.
    const claude = { inputTokens: 100_000, cachedInputTokens: 100_000, outputTokens: 0 };
    expect((await price(claude, { model: 'claude-sonnet-4-5' }))?.usd).toBeCloseTo(0.03, 9);
    // All of it written to the cache, at $3.75 a million.
    const written = { inputTokens: 100_000, cacheWriteTokens: 100_000, outputTokens: 0 };
    expect((await price(written, { model: 'claude-sonnet-4-5' }))?.usd).toBeCloseTo(0.375, 9);
  });

  it('is the one that is installed', () => {
    const path = new URL('../../../node_modules/@pydantic/genai-prices/package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
    expect(version, 'set priceList in price.ts to this version and the day it was published').toBe(
      priceList.version,
    );
    expect(priceList.publishedAt).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});

describe('unknown', () => {
  it.each([
    ['a model nobody knows', million, 'no-such-model-9'],
    ['no model', million, undefined],
    ['no usage', undefined, 'gpt-4o'],
    ['input only', { inputTokens: 5 }, 'gpt-4o'],
    ['output only', { outputTokens: 5 }, 'gpt-4o'],
    ['parts without a whole', { cachedInputTokens: 5, reasoningTokens: 5 }, 'gpt-4o'],
    ['a part larger than its whole', { inputTokens: 5, cachedInputTokens: 6, outputTokens: 1 }, 'gpt-4o'],
  ])('is the cost of %s', async (_name, usage, model) => {
    expect(await price(usage, { model })).toBeUndefined();
  });

  it('never costs the attempt its end: whatever was counted, there is a cost or none', async () => {
    const count = fc.option(fc.nat(2_000_000), { nil: undefined });
    const usage = fc.record<Usage>(
      {
        inputTokens: count,
        cachedInputTokens: count,
        cacheWriteTokens: count,
        outputTokens: count,
        reasoningTokens: count,
      } as never,
      { requiredKeys: [] },
    );
    const model = fc.constantFrom('gpt-4o', 'claude-sonnet-4-5', 'gemini-2.5-pro', 'openai/gpt-5', '', '\0');
    await fc.assert(
      fc.asyncProperty(usage, model, async (counted, named) => {
        const cost = await price(counted, { model: named });
        if (cost !== undefined) expect(costSchema.parse(cost)).toEqual(cost);
      }),
      { numRuns: 300 },
    );
  });
});
