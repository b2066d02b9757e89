// Lanes: never more than the capacity, first come first served, and whoever leaves early leaves nothing behind.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lanes, laneOf, leaseOf } from './lanes.ts';

const never = new AbortController().signal;
/** Lets everything that can go on go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function lanes(cloud = 8, capacities: Record<string, number> = {}) {
  return new Lanes({ cloud, capacities });
}

describe('a lane', () => {
  it('never holds more than its capacity, and everyone gets in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 20 }),
        async (capacity, players) => {
          const all = lanes(capacity);
          let inside = 0;
          let most = 0;
          const order: number[] = [];
          const play = async (player: number) => {
            const leave = await all.enter('cloud', never);
            order.push(player);
            inside += 1;
            most = Math.max(most, inside);
            await settle();
            inside -= 1;
            leave();
          };
          await Promise.all(Array.from({ length: players }, (_, player) => play(player)));
          expect(most).toBe(Math.min(capacity, players));
          expect(order).toEqual(order.toSorted((a, b) => a - b));
          expect(all.ahead('cloud')).toBe(0);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('tells how many are ahead', async () => {
    const all = lanes(1);
    expect(all.ahead('cloud')).toBe(0);
    const leave = await all.enter('cloud', never);
    expect(all.ahead('cloud')).toBe(1);
    const second = all.enter('cloud', never);
    expect(all.ahead('cloud')).toBe(2);
    leave();
    (await second)();
    expect(all.ahead('cloud')).toBe(0);
  });

  it('lets whoever aborts while waiting go, and the next one in at its turn', async () => {
    const all = lanes(1);
    const leave = await all.enter('cloud', never);
    const stop = new AbortController();
    const gone = all.enter('cloud', stop.signal);
    let entered = false;
    const next = all.enter('cloud', never).then((out) => {
      entered = true;
      return out;
    });
    stop.abort(new Error('enough'));
    await expect(gone).rejects.toThrow('enough');
    await settle();
    expect(entered).toBe(false);
    expect(all.ahead('cloud')).toBe(2);
    leave();
    (await next)();
    expect(all.ahead('cloud')).toBe(0);
  });

  it('does not lose a place to someone who aborts after getting in', async () => {
    const all = lanes(1);
    const stop = new AbortController();
    const first = await all.enter('cloud', never);
    const second = all.enter('cloud', stop.signal);
    first();
    const leave = await second;
    stop.abort();
    await settle();
    expect(all.ahead('cloud')).toBe(1);
    leave();
    expect(all.ahead('cloud')).toBe(0);
  });

  it('lets nobody in whose signal is aborted already', async () => {
    const all = lanes(1);
    await expect(all.enter('cloud', AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
    expect(all.ahead('cloud')).toBe(0);
  });
});

describe('the capacity', () => {
  async function capacityOf(all: Lanes, name: string): Promise<number> {
    let places = 0;
    for (; all.ahead(name) === 0 && places < 20; places += 1) await all.enter(name, never);
    return places;
  }

  it('is the configured one, the cloud’s for the cloud, and one for anything else', async () => {
    const all = lanes(4, { gpu: 2 });
    expect(await capacityOf(all, 'cloud')).toBe(4);
    expect(await capacityOf(all, 'gpu')).toBe(2);
    expect(await capacityOf(all, 'local 127.0.0.1:11434')).toBe(1);
    expect(await capacityOf(lanes(4, { cloud: 3 }), 'cloud')).toBe(3);
  });

  it('is one for a lane whose name means something to JavaScript', async () => {
    expect(await capacityOf(lanes(), 'constructor')).toBe(1);
    expect(await capacityOf(lanes(), '__proto__')).toBe(1);
  });
});

it('has places that are known by their machine where it is a server of that, and by their name where the user named them', () => {
  expect(leaseOf('gpu')).toBe('lane gpu');
  const own = leaseOf(laneOf({ name: 'a', agent: 'b' }, 'http://localhost:11434/v1'));
  expect(own).toMatch(/^lane \S.* local 127\.0\.0\.1:11434$/);
  expect(leaseOf('local 127.0.0.1:11434')).toBe(own);
});

describe('the queue', () => {
  it('has whoever holds something that others want before those who hold nothing', async () => {
    const all = lanes(1);
    const leave = await all.enter('cloud', never);
    const entered: string[] = [];
    const enter = async (name: string, first = false) => {
      const out = await all.enter('cloud', never, { first });
      entered.push(name);
      out();
    };
    const entering = [enter('second'), enter('third'), enter('holder', true)];
    leave();
    await Promise.all(entering);
    expect(entered).toEqual(['holder', 'second', 'third']);
  });

  it('tells who waits how many are before it, whenever that changes', async () => {
    const all = new Lanes({ capacities: {}, cloud: 1 });
    const { signal } = new AbortController();
    const leaving = new AbortController();
    const told: Record<string, number[]> = { second: [], third: [], fourth: [] };
    const enter = (name: string, given = signal) =>
      all.enter('cloud', given, { moved: (ahead) => told[name]?.push(ahead) });
    const leave = await enter('first');
    const second = enter('second');
    const third = enter('third', leaving.signal);
    third.catch(() => undefined);
    const fourth = enter('fourth');
    leaving.abort();
    leave();
    (await second)();
    (await fourth)();
    expect(told).toEqual({ second: [1], third: [], fourth: [2, 1] });
  });
});

describe('laneOf', () => {
  const contestant = { name: 'a', agent: 'compatible' };

  it.each([
    ['http://localhost:11434/v1', 'local 127.0.0.1:11434'],
    ['http://LOCALHOST:11434', 'local 127.0.0.1:11434'],
    ['http://127.0.0.1:11434/v1', 'local 127.0.0.1:11434'],
    ['http://127.0.0.2:8000', 'local 127.0.0.2:8000'],
    ['http://127.1:8000', 'local 127.0.0.1:8000'],
    ['http://[::1]:8080/v1', 'local [::1]:8080'],
    ['http://0.0.0.0:1234', 'local 0.0.0.0:1234'],
    ['http://localhost', 'local 127.0.0.1:80'],
    ['https://localhost', 'local 127.0.0.1:443'],
    ['https://api.openai.com/v1', 'cloud'],
    ['https://localhost.example.com', 'cloud'],
    ['http://127.0.0.1.example.com', 'cloud'],
    ['http://192.168.1.5:11434', 'cloud'],
    ['not an address', 'cloud'],
    [undefined, 'cloud'],
  ])('%s is in %s', (address, lane) => {
    expect(laneOf(contestant, address)).toBe(lane);
  });

  it('is the one the contestant names, wherever its model is served', () => {
    expect(laneOf({ ...contestant, lane: 'gpu' }, 'http://localhost:1')).toBe('gpu');
  });
});
