// Estimates: the median of what is alike, else a baseline, with a price where there is one.
import { describe, expect, it } from 'vitest';
import type { Contestant } from '../../domain/contestant.ts';
import type { AttemptEnded, ContestOpened } from '../../domain/event.ts';
import { totalTokens } from '../../domain/figures.ts';
import type { Usage } from '../../domain/usage.ts';
import type { PastEnd } from '../../ledger/ledger.ts';
import { Estimator } from './estimate.ts';

interface Past {
  readonly as?: Partial<Contestant>;
  readonly format?: string;
  readonly outcome?: AttemptEnded['outcome'];
  readonly usage?: Usage;
  readonly usd?: number;
  readonly ranMs?: number;
}

const me: Contestant = { name: 'me', agent: 'claude', model: 'opus', effort: 'high' };

function past({ as = {}, format = 'ask', outcome = 'ok', usage, usd, ranMs }: Past): PastEnd {
  const played = { ...me, name: 'somebody', ...as };
  return {
    opened: {
      format,
      options: {},
      roster: [{ name: 'other', agent: 'codex' }, played],
    } as unknown as ContestOpened,
    end: {
      type: 'attempt.ended',
      v: 1,
      key: 'answer/somebody',
      run: 1,
      contestant: played.name,
      inputs: 'i',
      outcome,
      timing: { queuedMs: 0, ranMs },
      usage,
      ...(usd !== undefined && { cost: { usd, source: 'agent', basis: 'billed' } }),
    },
  };
}

const took = (inputTokens: number, outputTokens = 0, more: Omit<Past, 'usage'> = {}) =>
  past({ usage: { inputTokens, outputTokens }, ...more });
const estimate = (ends: readonly PastEnd[], as: Partial<Contestant> = {}) =>
  new Estimator(ends, 'ask', { prices: {} }).estimate({ contestant: { ...me, ...as }, tier: 'read' });

describe('a long record', () => {
  const last = [...Array.from({ length: 15 }, () => took(10)), took(70, 0, { as: { model: 'sonnet' } })];
  const all = [...last, ...Array.from({ length: 40 }, () => took(30, 0, { as: { model: 'sonnet' } }))];

  async function estimatedFrom(model: string) {
    let reads = 0;
    const earlier = async () => {
      reads += 1;
      return all;
    };
    const estimator = new Estimator(last, 'ask', { prices: {}, earlier });
    const wish = { contestant: { ...me, model }, tier: 'read' } as const;
    const [{ tokens, samples }] = await Promise.all([
      estimator.estimate(wish),
      estimator.estimate({ ...wish, tier: 'write' }),
    ]);
    return { tokens, samples, reads };
  }

  it('is read as far as it takes to have enough of a kind', async () => {
    expect(await estimatedFrom('opus')).toEqual({ tokens: 10, samples: 15, reads: 0 });
  });

  it('is read back, once, for those who have not played lately', async () => {
    expect(await estimatedFrom('sonnet')).toEqual({ tokens: 30, samples: 41, reads: 1 });
  });
});

describe('the prompt', () => {
  const long = { contestant: me, tier: 'read', prompt: 'é'.repeat(20_000) } as const;
  const prices = { opus: { input: 1_000_000, output: 0 } };

  it('counts on top of what history says, and of the baseline: a token for every 4 bytes', async () => {
    const known = new Estimator([took(900, 100)], 'ask', { prices: {} });
    expect((await known.estimate(long)).tokens).toBe(11_000);
    expect((await new Estimator([], 'ask', { prices: {} }).estimate(long)).tokens).toBe(13_000);
  });

  it('is priced by its model, else at what past attempts cost per token', async () => {
    const known = new Estimator([took(900, 100, { usd: 2 })], 'ask', { prices });
    expect((await known.estimate(long)).usd).toBe(2 + 10_000);
    const byPast = new Estimator([took(900, 100, { usd: 2 })], 'ask', { prices: {} });
    expect((await byPast.estimate(long)).usd).toBeCloseTo(2 + (2 / 1000) * 10_000);
    const unpriced = new Estimator([took(900, 100)], 'ask', { prices });
    expect((await unpriced.estimate(long)).usd).toBeUndefined();
  });
});

describe('from past attempts', () => {
  it('it is the median: the middle one, or between the two in the middle, rounded', async () => {
    expect(await estimate([took(900, 100), took(10, 0), took(50_000)])).toMatchObject({
      tokens: 1000,
      samples: 3,
    });
    expect(await estimate([took(1000), took(2001), took(9), took(99_999)])).toMatchObject({
      tokens: 1501,
      samples: 4,
    });
    expect(await estimate([took(7)])).toMatchObject({ tokens: 7, samples: 1 });
  });

  it('money and time are medians of their own, over those that have them', async () => {
    const ends = [
      took(10, 0, { usd: 0.1, ranMs: 1000 }),
      took(20, 0, { usd: 0.3 }),
      took(30, 0, { ranMs: 3000 }),
    ];
    expect(await estimate(ends)).toEqual({ tokens: 20, samples: 3, usd: 0.2, ranMs: 2000 });
    expect(await estimate([took(10)])).toEqual({ tokens: 10, samples: 1 });
  });

  it('alike are the same agent, model and effort, under whatever name', async () => {
    const others = [
      took(9, 0, { as: { agent: 'codex' } }),
      took(9, 0, { as: { model: 'sonnet' } }),
      took(9, 0, { as: { effort: 'low' } }),
    ];
    expect((await estimate([...others, took(5, 0, { as: { name: 'me too' } })])).tokens).toBe(5);
    expect(await estimate(others)).toMatchObject({ tokens: 3000, samples: 0 });
    const plain = past({ usage: { inputTokens: 1, outputTokens: 1 } });
    const { model: _, effort: __, ...bare } = me;
    expect(
      await new Estimator([plain], 'ask', { prices: {} }).estimate({ contestant: bare, tier: 'read' }),
    ).toMatchObject({ samples: 0 });
  });

  it('who serves without competing is known by its own attempts', async () => {
    const { opened, end } = took(12);
    const [other, played] = opened.roster;
    const asStaff = { ...opened, roster: [other], staff: [played] } as unknown as ContestOpened;
    expect(await estimate([{ opened: asStaff, end }])).toMatchObject({ tokens: 12, samples: 1 });
  });

  it('what a blind contest took tells nobody anything', async () => {
    const { opened, end } = took(12);
    const blind = { ...opened, options: { blindUntil: 'pick' } };
    expect(await estimate([{ opened: blind, end }])).toMatchObject({ tokens: 3000, samples: 0 });
  });

  it('other formats and ends that are not ok say nothing', async () => {
    const ends = [took(9, 0, { format: 'race' }), took(9, 0, { outcome: 'timed-out' })];
    expect(await estimate(ends)).toMatchObject({ tokens: 3000, samples: 0 });
  });

  it('an end without both counts is no sample, but its time is known', async () => {
    const half = past({ usage: { inputTokens: 500 }, ranMs: 4000 });
    expect(await estimate([half])).toMatchObject({ tokens: 3000, samples: 0, ranMs: 4000 });
    expect(await estimate([half, took(8)])).toMatchObject({ tokens: 8, samples: 1 });
  });
});

describe('the baseline', () => {
  const prices = { mine: { input: 1, output: 10 } };
  const baseline = (tier: 'read' | 'write' | 'full', model?: string) =>
    new Estimator([], 'ask', { prices }).estimate({
      contestant: { name: 'me', agent: 'claude', model },
      tier,
    });

  it('is small for a question and large for coding', async () => {
    expect(await baseline('read')).toEqual({ tokens: 3000, samples: 0 });
    expect(await baseline('write')).toEqual({ tokens: 75_000, samples: 0 });
    expect(await baseline('full')).toEqual({ tokens: 75_000, samples: 0 });
  });

  it('is priced, four parts of it as input, where the model has a price', async () => {
    expect((await baseline('read', 'mine')).usd).toBeCloseTo((2400 * 1 + 600 * 10) / 1e6, 10);
    expect(await baseline('read', 'nobody-sells-this')).toEqual({ tokens: 3000, samples: 0 });
  });
});

describe('totalTokens', () => {
  it('is unknown where one side is', () => {
    expect(totalTokens({ inputTokens: 2, outputTokens: 3 })).toBe(5);
    expect(totalTokens({ inputTokens: 0, outputTokens: 0 })).toBe(0);
    expect(totalTokens({ inputTokens: 2 })).toBeUndefined();
    expect(totalTokens({ outputTokens: 2 })).toBeUndefined();
    expect(totalTokens(undefined)).toBeUndefined();
  });

  it('takes the stated figure for a coding attempt of which nothing is known, and no other', async () => {
    const stated = new Estimator([], 'race', { prices: {}, attemptTokens: 1000 });
    expect((await stated.estimate({ contestant: me, tier: 'write' })).tokens).toBe(1000);
    expect((await stated.estimate({ contestant: me, tier: 'read' })).tokens).toBe(3000);
  });
});
