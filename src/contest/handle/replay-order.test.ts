// The pace of a format: results one at a time, in the order of the record, and knowing when only people are waited for.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplayOrder } from './replay-order.ts';

/** Long enough for everything that can go on to have gone on. */
const turns = async (many = 20) => {
  for (let turn = 0; turn < many; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

async function isStuck(pace: ReplayOrder): Promise<boolean> {
  let stuck = false;
  void pace.stuck.then(() => {
    stuck = true;
  });
  await turns();
  return stuck;
}

describe('results', () => {
  it('come in the order of the record, in whatever order they were asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(1000), { maxLength: 12 }), async (orders) => {
        const pace = new ReplayOrder();
        const handed: number[] = [];
        await Promise.all(orders.map((order) => pace.turn(order).then(() => handed.push(order))));
        expect(handed).toEqual(orders.toSorted((a, b) => a - b));
      }),
    );
  });

  it('of this playing come after those on record, in the order in which they ended', async () => {
    const pace = new ReplayOrder();
    const handed: string[] = [];
    const take = (name: string, order?: number) => pace.turn(order).then(() => handed.push(name));
    await Promise.all([take('first live'), take('second live'), take('old', 900), take('older', 3)]);
    expect(handed).toEqual(['older', 'old', 'first live', 'second live']);
  });

  it('come one at a time: what the format does about one is done before the next', async () => {
    const pace = new ReplayOrder();
    const seen: string[] = [];
    const play = async (name: string, order: number) => {
      await pace.turn(order);
      seen.push(`${name} in`);
      for (let step = 0; step < 50; step += 1) await Promise.resolve();
      seen.push(`${name} out`);
    };
    await Promise.all([play('b', 2), play('a', 1)]);
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out']);
  });

  it('let a later step that is older on record go before younger ones that wait', async () => {
    const pace = new ReplayOrder();
    const handed: string[] = [];
    const first = pace.turn(1).then(async () => {
      handed.push('1');
      await pace.turn(2);
      handed.push('2, asked for by 1');
    });
    await Promise.all([pace.turn(5).then(() => handed.push('5')), first]);
    expect(handed).toEqual(['1', '2, asked for by 1', '5']);
  });

  it('wait while the format waits for something short, also where that fails', async () => {
    const pace = new ReplayOrder();
    const short = Promise.withResolvers<void>();
    let handed = false;
    const during = pace.during(() => short.promise);
    const result = pace.turn(1).then(() => {
      handed = true;
    });
    await turns();
    expect(handed).toBe(false);
    short.reject(new Error('no room'));
    await expect(during).rejects.toThrow('no room');
    await result;
    expect(handed).toBe(true);
  });

  it('do not wait for long work', async () => {
    const pace = new ReplayOrder();
    const long = Promise.withResolvers<string>();
    const work = pace.work(long.promise);
    await pace.turn(1);
    long.resolve('done');
    expect(await work).toBe('done');
  });
});

describe('stuck', () => {
  it('is not said while nothing is waited for, nor while anything but people is', async () => {
    const pace = new ReplayOrder();
    expect(await isStuck(pace)).toBe(false);
    const long = Promise.withResolvers<void>();
    const work = pace.work(long.promise);
    void pace.person(new Promise(() => undefined));
    expect(await isStuck(pace)).toBe(false);
    long.resolve();
    await work;
    expect(await isStuck(pace)).toBe(true);
  });

  it('waits for what is short, and for results that nobody has taken yet', async () => {
    const pace = new ReplayOrder();
    const short = Promise.withResolvers<void>();
    void pace.person(new Promise(() => undefined));
    const during = pace.during(() => short.promise);
    expect(await isStuck(pace)).toBe(false);
    short.resolve();
    await during;
    const next = Promise.withResolvers<void>();
    void pace.turn(1).then(() => pace.work(next.promise));
    expect(await isStuck(pace)).toBe(false);
    next.resolve();
    expect(await isStuck(pace)).toBe(true);
  });

  it('is not said once the person has answered', async () => {
    const pace = new ReplayOrder();
    expect(await pace.person(Promise.resolve('yes'))).toBe('yes');
    expect(await isStuck(pace)).toBe(false);
  });
});
