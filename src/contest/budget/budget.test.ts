// The budget while a contest is played: what is reserved, who waits, who is skipped, and what the record already took.
import { describe, expect, it } from 'vitest';
import type { JoustEvent } from '../../domain/event.ts';
import type { Limits } from '../../domain/usage.ts';
import type { PastEnd } from '../../ledger/ledger.ts';
import { Halt } from '../handle/halt.ts';
import { ContestRecord } from '../handle/record.ts';
import { Budget } from './budget.ts';
import { Estimator } from './estimate.ts';

const huge = {
  opened: { format: 'ask', options: {}, roster: [{ name: 'h', agent: 'huge' }] },
  end: { contestant: 'h', outcome: 'ok', usage: { inputTokens: 1e6, outputTokens: 0 }, timing: {} },
} as unknown as PastEnd;
/** 3,000 tokens each by the baseline; $0.0030 where the model is `sold`; a million for the agent `huge`. */
const estimator = new Estimator([huge], 'ask', { prices: { sold: { input: 1, output: 1 } } });
const wish = { contestant: { name: 'a', agent: 'claude', model: 'sold' }, tier: 'read' } as const;
const roster = [wish.contestant, { name: 'b', agent: 'claude' }];

function recordOf(limits: Limits, ...events: readonly object[]): ContestRecord {
  const opened = { type: 'contest.opened', v: 1, roster, staff: [{ name: 'judge', agent: 'x' }], limits };
  return new ContestRecord([opened, ...events].map((event) => ({ event: event as JoustEvent })));
}

const budgetOf = (limits: Limits, ...events: readonly object[]) =>
  Budget.of(recordOf(limits, ...events), async () => estimator);
const start = (budget: Budget, key: string, halt = new Halt()) => budget.admit(key, wish, halt);
const used = (inputTokens: number, outputTokens = 0) => ({ usage: { inputTokens, outputTokens } });
const cost = (usd: number) => ({ cost: { usd, source: 'agent', basis: 'billed' } as const });

/** `waiting` where nothing has come of it after a while. */
async function soon<T>(promise: Promise<T>): Promise<T | 'waiting'> {
  const later = new Promise<'waiting'>((resolve) => setTimeout(resolve, 20, 'waiting'));
  return await Promise.race([promise, later]);
}

describe('a limit of attempts with partial', () => {
  const four = ['a', 'b', 'c', 'd'].map((name) => ({ name, agent: 'claude' }));
  const of = (limits: Limits) => {
    const opened = { type: 'contest.opened', v: 1, roster: four, limits } as unknown as JoustEvent;
    return Budget.of(new ContestRecord([{ event: opened }]), async () => estimator);
  };
  const begin = (budget: Budget, name: string) =>
    budget.admit(name, { contestant: { name, agent: 'claude' }, tier: 'read' }, new Halt());

  it('plays the first contestants, in whatever order they are ready', async () => {
    const budget = await of({ attempts: 2, partial: true });
    expect(await begin(budget, 'd')).toEqual({
      outcome: 'skipped',
      reason: 'left out: the limit of 2 attempts goes to the first 2 contestants',
    });
    expect(await begin(budget, 'b')).toBeUndefined();
    expect(await begin(budget, 'c')).toMatchObject({ outcome: 'skipped' });
    expect(await begin(budget, 'a')).toBeUndefined();
    expect(await begin(budget, 'judge')).toMatchObject({ reason: 'the limit of 2 attempts is reached' });
  });

  it('leaves out no contestant if all of them fit', async () => {
    const budget = await of({ attempts: 4, partial: true });
    expect(await begin(budget, 'd')).toBeUndefined();
  });
});

describe('a start', () => {
  it('is free where there is no limit, and nothing is estimated for it', async () => {
    const budget = await Budget.of(recordOf({ timeMs: 60_000 }), () => {
      throw new Error('nobody should ask');
    });
    expect(await start(budget, 'a')).toBeUndefined();
    budget.close();
  });

  it('reserves its estimate; exactly at the limit is allowed', async () => {
    const budget = await budgetOf({ tokens: 6000 });
    expect(await start(budget, '1')).toBeUndefined();
    expect(await start(budget, '2')).toBeUndefined();
    expect(await soon(start(budget, '3'))).toBe('waiting');
  });

  it('that does not fit waits for those under way, and starts when they took less', async () => {
    const budget = await budgetOf({ tokens: 5000 });
    await start(budget, '1');
    const second = start(budget, '2');
    expect(await soon(second)).toBe('waiting');
    budget.settle('1', used(1500, 500));
    expect(await second).toBeUndefined();
  });

  it('that does not fit when nobody is under way is skipped, with the figures', async () => {
    const budget = await budgetOf({ tokens: 5000 });
    await start(budget, '1');
    const second = start(budget, '2');
    budget.settle('1', used(2500));
    expect(await second).toEqual({
      outcome: 'skipped',
      reason: 'the limit of 5,000 tokens leaves 2,500, and it is estimated at 3,000',
    });
  });

  it('does not wait for what cannot help: the limit is crossed, or the attempts are used up', async () => {
    const budget = await budgetOf({ tokens: 7000 });
    await start(budget, '1');
    await start(budget, '2');
    budget.settle('1', used(7001));
    expect(await soon(start(budget, '3'))).toMatchObject({ outcome: 'skipped' });
    const few = await budgetOf({ attempts: 1 });
    await start(few, '1');
    expect(await soon(start(few, '2'))).toEqual({
      outcome: 'skipped',
      reason: 'the limit of 1 attempts is reached',
    });
  });

  it('counts money as well; who cannot be priced counts as nothing here', async () => {
    const budget = await budgetOf({ usd: 0.004 });
    await start(budget, '1');
    budget.settle('1', { ...used(1), ...cost(0.002) });
    expect(await start(budget, '2')).toEqual({
      outcome: 'skipped',
      reason: 'the limit of $0.004 leaves $0.0020, and it is estimated at $0.0030',
    });
    const unpriced = { contestant: { name: 'b', agent: 'claude' }, tier: 'read' } as const;
    expect(await budget.admit('3', unpriced, new Halt())).toBeUndefined();
  });

  it('that waits hears of a halt', async () => {
    const budget = await budgetOf({ tokens: 3000 });
    await start(budget, '1');
    const halt = new Halt();
    const second = start(budget, '2', halt);
    expect(await soon(second)).toBe('waiting');
    halt.now({ outcome: 'cancelled', reason: 'not needed' });
    expect(await soon(second)).toEqual({ outcome: 'cancelled', reason: 'not needed' });
    expect(await soon(start(budget, '3', halt))).toEqual({ outcome: 'cancelled', reason: 'not needed' });
  });

  it('hears of a halt that came while its estimate was made', async () => {
    const budget = await budgetOf({ tokens: 3000 });
    await start(budget, '1');
    const halt = new Halt();
    const second = start(budget, '2', halt);
    halt.now({ outcome: 'cancelled', reason: 'not needed' });
    expect(await soon(second)).toEqual({ outcome: 'cancelled', reason: 'not needed' });
  });
});

describe('an end', () => {
  it('of unknown usage keeps the reservation, or what was reported where that was more', async () => {
    const budget = await budgetOf({ tokens: 9000 });
    await start(budget, '1');
    budget.settle('1', {});
    await start(budget, '2');
    budget.report('2', { usage: { inputTokens: 3500 }, usd: undefined });
    budget.settle('2', { usage: { outputTokens: 1 } });
    expect(await start(budget, '3')).toMatchObject({
      reason: 'the limit of 9,000 tokens leaves 2,500, and it is estimated at 3,000',
    });
  });

  it('of what was never admitted changes nothing', async () => {
    const budget = await budgetOf({ tokens: 3000 });
    budget.settle('nobody', used(3000));
    expect(await start(budget, '1')).toBeUndefined();
  });
});

describe('a report', () => {
  it('is of use only where tokens or money are limited', async () => {
    const of = async (limits: Limits) => (await budgetOf(limits)).streams;
    expect([await of({ tokens: 1 }), await of({ usd: 1 })]).toEqual([true, true]);
    expect([await of({}), await of({ attempts: 1, timeMs: 1000 })]).toEqual([false, false]);
  });

  it('that crosses the limit, together with the others, ends whoever made it', async () => {
    const budget = await budgetOf({ tokens: 6000 });
    await start(budget, '1');
    await start(budget, '2');
    const says = (key: string, inputTokens: number) =>
      budget.report(key, { usage: { inputTokens }, usd: undefined });
    expect(says('1', 4000)).toBeUndefined();
    expect(says('2', 2000)).toBeUndefined();
    expect(says('2', 1000)).toBeUndefined();
    expect(says('1', 4001)).toEqual({
      outcome: 'skipped',
      reason: 'ended at the limit of 6,000 tokens',
      overBudget: true,
    });
    expect(says('nobody', 99_999)).toBeUndefined();
  });

  it('of money does so too', async () => {
    const budget = await budgetOf({ usd: 0.01 });
    await start(budget, '1');
    expect(budget.report('1', { usage: {}, usd: 0.01 })).toBeUndefined();
    expect(budget.report('1', { usage: {}, usd: 0.0101 })).toEqual({
      outcome: 'skipped',
      reason: 'ended at the limit of $0.01',
      overBudget: true,
    });
  });
});

describe('the time limit', () => {
  it('halts who is watched, and lets nobody start any more', async () => {
    const budget = await budgetOf({ timeMs: 1000 });
    const [halt, left] = [new Halt(), new Halt()];
    budget.watch(halt);
    budget.watch(left)();
    expect(await start(budget, '1')).toBeUndefined();
    await new Promise((resolve) => halt.signal.addEventListener('abort', resolve));
    const reason = "the contest's time limit of 1 s was reached";
    expect([halt.why, left.why]).toEqual([{ outcome: 'timed-out', reason }, undefined]);
    expect(await start(budget, '2')).toEqual({ outcome: 'skipped', reason });
    budget.close();
  });
});

describe('what is on record', () => {
  const about = { v: 1, key: 'k', contestant: 'a', inputs: 'i' };
  const started = (run: number) => ({
    ...about,
    type: 'attempt.started',
    run,
    tier: 'read',
    spool: `/${run}`,
  });
  const ended = (run: number, more: object) => ({ ...about, type: 'attempt.ended', run, ...more });
  const parked = (run: number, more: object) => ({ ...about, type: 'attempt.parked', run, ...more });
  const over = (type: string, run: number) => ({ ...about, type, run });

  /** What one more is told that can never fit. */
  async function spent(...events: readonly object[]): Promise<string | undefined> {
    const budget = await budgetOf({ tokens: 100_000 }, ...events);
    const huge = { contestant: { name: 'h', agent: 'huge' }, tier: 'read' } as const;
    const left = /leaves ([\d,]+),/.exec((await budget.admit('more', huge, new Halt()))?.reason ?? '')?.[1];
    return left === undefined ? undefined : String(100_000 - Number(left.replaceAll(',', '')));
  }

  it('counts by its own figures, each run of it', async () => {
    expect(await spent()).toBe('0');
    expect(await spent(started(1), ended(1, used(1000, 234)))).toBe('1234');
    expect(await spent(started(1), parked(1, used(10)), started(2), ended(2, used(20)))).toBe('30');
    const again = { type: 'attempt.reopened', v: 1, key: 'k', contestant: 'a' };
    expect(await spent(started(1), ended(1, used(5)), again, started(2), ended(2, used(6)))).toBe('11');
  });

  it('counts by the estimate where nobody said: interrupted, given up, or an end without usage', async () => {
    expect(await spent(started(1), over('attempt.interrupted', 1))).toBe('3000');
    expect(await spent(started(1), over('attempt.retried', 1), started(2), ended(2, used(7)))).toBe('3007');
    expect(await spent(started(1), ended(1, {}))).toBe('3000');
  });

  it('counts judges too', async () => {
    const judged = { ...started(1), contestant: 'judge' };
    expect(await spent(judged, over('attempt.interrupted', 1))).toBe('3000');
  });

  it('counts a lost run, of which nothing more is on record than that another followed', async () => {
    expect(await spent(started(1), started(2), ended(2, used(7)))).toBe('3007');
    expect(await spent(started(1), started(2), started(3), parked(3, used(1)))).toBe('6001');
  });

  it('does not count what is under way: whoever attaches to it reserves for it', async () => {
    expect(await spent(started(1))).toBe('0');
    const budget = await budgetOf({ tokens: 5000 }, started(1));
    await budget.readmit('k', wish);
    const second = start(budget, '2');
    expect(await soon(second)).toBe('waiting');
    budget.settle('k', used(100));
    expect(await second).toBeUndefined();
  });

  it('counts what never started as nothing', async () => {
    expect(await spent(ended(0, { outcome: 'skipped' }), parked(0, {}))).toBe('0');
    const parkedAgain = [started(1), parked(1, used(40)), parked(1, {})];
    expect(await spent(...parkedAgain)).toBe('40');
  });

  it('uses up attempts and money', async () => {
    const runs = [started(1), over('attempt.retried', 1), started(2), ended(2, { ...used(1), ...cost(0.5) })];
    expect(await start(await budgetOf({ attempts: 2 }, ...runs), 'x')).toMatchObject({ outcome: 'skipped' });
    expect(await start(await budgetOf({ attempts: 3 }, ...runs), 'x')).toBeUndefined();
    expect(await start(await budgetOf({ usd: 0.505 }, ...runs), 'x')).toEqual({
      outcome: 'skipped',
      reason: 'the limit of $0.505 leaves $0.0020, and it is estimated at $0.0030',
    });
  });
});

describe('what is left for contests that contestants start', () => {
  const other = { contestant: { name: 'b', agent: 'claude', model: 'sold' }, tier: 'read' } as const;

  it('is shared: what all of them take keeps to the limit, whoever comes first', async () => {
    const budget = await budgetOf({ tokens: 100_000, usd: 1 });
    await start(budget, '1');
    const first = budget.shareFor('1');
    await budget.admit('2', other, new Halt());
    const second = budget.shareFor('2');
    expect([first.tokens, second.tokens]).toEqual([47_000, 47_000]);
    expect((first.usd ?? 0) + (second.usd ?? 0) + 2 * 0.003).toBeCloseTo(1);
  });

  it('is the same where both were let in before they were told', async () => {
    const budget = await budgetOf({ tokens: 100_000 });
    await start(budget, '1');
    await budget.admit('2', other, new Halt());
    expect([budget.shareFor('1'), budget.shareFor('2')]).toEqual([{ tokens: 47_000 }, { tokens: 47_000 }]);
  });

  it('comes back when somebody is done', async () => {
    const budget = await budgetOf({ tokens: 100_000 });
    await start(budget, '1');
    await budget.admit('2', other, new Halt());
    budget.shareFor('1');
    budget.settle('1', used(20_000));
    expect(budget.shareFor('2')).toEqual({ tokens: 77_000 });
  });
});
