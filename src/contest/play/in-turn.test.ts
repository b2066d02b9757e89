// Who may run beside whom.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { cores } from '../../process/machine.ts';
import { CheckTurns, Turns } from './in-turn.ts';

/** The most that were at work at the same time. */
async function mostAtOnce(
  count: number,
  start: (work: () => Promise<void>) => Promise<void>,
): Promise<number> {
  let [now, most] = [0, 0];
  const work = async () => {
    now += 1;
    most = Math.max(most, now);
    await sleep(2);
    now -= 1;
  };
  await Promise.all(Array.from({ length: count }, () => start(work)));
  return most;
}

describe('turns', () => {
  it('let as many work as there are places, and go on after one that failed', async () => {
    const turns = new Turns(2);
    await expect(turns.inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await mostAtOnce(6, (work) => turns.inTurn(work))).toBe(2);
  });
});

describe('turns of checks', () => {
  const half = Math.max(2, Math.floor(cores() / 2));

  it('let what is not known, or was slow, use half of the cores, two at least', async () => {
    let now = 0;
    const turns = new CheckTurns(() => (now += 1000));
    const start = (work: () => Promise<void>) => turns.inTurn(['npm', 'test'], work);
    expect(await mostAtOnce(cores() + 3, start)).toBe(half);
  });

  it('let what was quick use more than there are, also where that is known from before', async () => {
    const most = 2 * cores();
    const turns = new CheckTurns(() => 0);
    await turns.inTurn(['true'], async () => undefined);
    expect(await mostAtOnce(most + 3, (work) => turns.inTurn(['true'], work))).toBe(most);
    expect([turns.areQuick(), new CheckTurns().areQuick()]).toEqual([true, false]);
    const told = new CheckTurns(() => 0);
    told.noteTime(['true'], 20);
    expect(await mostAtOnce(most + 3, (work) => told.inTurn(['true'], work))).toBe(most);
    told.noteTime(['true'], 2000);
    expect(told.areQuick()).toBe(false);
    expect(await mostAtOnce(1, (work) => told.inTurn(['true'], work))).toBe(1);
  });

  it('let one run alone: after those that run, and before all that come later', async () => {
    const turns = new CheckTurns();
    const said: string[] = [];
    const work = (name: string, ms: number) => async () => {
      said.push(`${name} begins`);
      await sleep(ms);
      said.push(`${name} ends`);
    };
    const before = turns.inTurn(['slow'], work('before', 20));
    await sleep(1);
    const alone = [turns.alone(work('one', 5)), turns.alone(work('two', 5))];
    const later = turns.inTurn(['slow'], work('later', 1));
    await expect(turns.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await Promise.all([before, ...alone, later]);
    const inOrder = ['before', 'one', 'two', 'later'].flatMap((name) => [`${name} begins`, `${name} ends`]);
    expect(said).toEqual(inOrder);
  });

  it('hand on what a check came to, also where it failed', async () => {
    const turns = new CheckTurns();
    for (let round = 0; round < 2; round += 1) {
      expect(await turns.inTurn(['true'], async () => 7)).toBe(7);
      await expect(turns.inTurn(['true'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    }
  });
});
