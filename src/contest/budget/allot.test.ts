// What contests may take that are played elsewhere as steps of another: together no more than the whole.
import { describe, expect, it } from 'vitest';
import type { JoustEvent } from '../../domain/event.ts';
import type { Limits } from '../../domain/usage.ts';
import { Halt } from '../handle/halt.ts';
import { ContestRecord } from '../handle/record.ts';
import { Budget } from './budget.ts';
import { Estimator } from './estimate.ts';

/** 3,000 tokens each by the baseline, $0.0030. */
const estimator = new Estimator([], 'ask', { prices: { sold: { input: 1, output: 1 } } });
const wish = { contestant: { name: 'a', agent: 'claude', model: 'sold' }, tier: 'read' } as const;

function budgetOf(limits: Limits): Promise<Budget> {
  const opened = { type: 'contest.opened', v: 1, roster: [wish.contestant], limits } as unknown as JoustEvent;
  return Budget.of(new ContestRecord([{ event: opened }]), async () => estimator);
}

/** `waiting` where nothing has come of it after a while. */
async function soon<T>(promise: Promise<T>): Promise<T | 'waiting'> {
  const later = new Promise<'waiting'>((resolve) => setTimeout(resolve, 20, 'waiting'));
  return await Promise.race([promise, later]);
}

describe('a contest that is played elsewhere', () => {
  const allot = (budget: Budget, key: string, known?: Limits) =>
    budget.allot(key, [wish], { halt: new Halt(), known });

  it('may take three times what is expected, and together they may take no more than the whole', async () => {
    const budget = await budgetOf({ tokens: 20_000, usd: 1, attempts: 9 });
    expect(await allot(budget, '1')).toEqual({ tokens: 9000, usd: expect.closeTo(0.009), attempts: 1 });
    expect(await allot(budget, '2')).toMatchObject({ tokens: 9000 });
    // Less than one is expected to take is left.
    expect(await soon(allot(budget, '3'))).toBe('waiting');
  });

  it('may take what is left, and gives back what it did not take', async () => {
    const budget = await budgetOf({ tokens: 14_000 });
    await allot(budget, '1');
    expect(await allot(budget, '2')).toEqual({ tokens: 5000 });
    const third = allot(budget, '3');
    expect(await soon(third)).toBe('waiting');
    await budget.readmit('1 1', wish);
    budget.settle('1 1', { usage: { inputTokens: 2000, outputTokens: 0 } });
    budget.release('1');
    expect(await third).toEqual({ tokens: 7000 });
  });

  it('keeps what it was given when its parent is played on', async () => {
    const budget = await budgetOf({ tokens: 10_000 });
    expect(await allot(budget, '1', { tokens: 9000 })).toEqual({ tokens: 9000 });
    expect(await soon(allot(budget, '2'))).toBe('waiting');
  });

  it('has no limits where there are none', async () => {
    expect(await allot(await budgetOf({}), '1')).toEqual({});
  });
});
