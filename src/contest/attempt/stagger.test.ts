// Starts of one CLI are kept apart; others do not wait for them.
import { describe, expect, it } from 'vitest';
import { Stagger } from './lanes.ts';

const never = new AbortController().signal;
const day = 86_400_000;

/** Whether the turn comes at once; the rest is aborted, so that no timer is left. */
async function comesNow(stagger: Stagger, agent: string, gapMs = day): Promise<boolean> {
  const stop = new AbortController();
  const turn = stagger.turn(agent, gapMs, stop.signal).then(
    () => true,
    () => false,
  );
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  return turn;
}

describe('a turn', () => {
  it('comes at once for the first, and the second waits for its gap', async () => {
    let now = 0;
    const stagger = new Stagger(() => now);
    expect(await comesNow(stagger, 'claude')).toBe(true);
    expect(await comesNow(stagger, 'claude')).toBe(false);
    now = 2 * day;
    expect(await comesNow(stagger, 'claude')).toBe(true);
    now = 2.5 * day;
    expect(await comesNow(stagger, 'claude')).toBe(false);
  });

  it('of one agent does not hold up another', async () => {
    const stagger = new Stagger(() => 0);
    expect(await comesNow(stagger, 'claude')).toBe(true);
    expect(await comesNow(stagger, 'codex')).toBe(true);
  });

  it('needs no waiting where there is no gap', async () => {
    const stagger = new Stagger(() => 0);
    for (let start = 0; start < 5; start += 1) expect(await comesNow(stagger, 'scripted', 0)).toBe(true);
  });

  it('is a gap behind the one before it, also when that one is still waiting', async () => {
    let now = 0;
    const stagger = new Stagger(() => now);
    for (const waits of [true, false, false]) expect(await comesNow(stagger, 'claude')).toBe(waits);
    now = 2.5 * day;
    expect(await comesNow(stagger, 'claude')).toBe(false);
    now = 4 * day;
    expect(await comesNow(stagger, 'claude')).toBe(true);
  });

  it('comes in the order of asking', async () => {
    const stagger = new Stagger(() => performance.now());
    const turns: number[] = [];
    const take = async (player: number) => {
      await stagger.turn('claude', 20, never);
      turns.push(player);
    };
    await Promise.all([0, 1, 2].map(take));
    expect(turns).toEqual([0, 1, 2]);
  });

  it('ends with the signal’s reason when it aborts', async () => {
    const stagger = new Stagger(() => 0);
    await stagger.turn('claude', day, never);
    const stop = new AbortController();
    const turn = stagger.turn('claude', day, stop.signal);
    stop.abort();
    await expect(turn).rejects.toMatchObject({ name: 'AbortError' });
  });
});
