// joust tournament end to end: judges who can be seen through, the other systems, and the command itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  answers,
  by,
  eventsOf,
  everybody,
  place,
  playJson,
  random,
  resultIn,
} from '../setup/tournament-place.ts';

describe('judges', () => {
  it('that follow the order, or nothing at all, are recognised by their figures', async () => {
    using where = place(`${answers(7)}${random}`);
    const { result } = await playJson(where, [
      ...everybody(7),
      ...['-j', 'random', ...by('first'), ...by('longer')],
      ...['--system', 'round-robin', '--orders', 'both', '--max-parallel', '16'],
    ]);
    const of = (name: string) => result.judges.find(({ judge }) => judge.includes(name));
    expect(of('longer')).toMatchObject({ flipRate: { value: 0 }, unread: 0 });
    expect(of('longer')).not.toHaveProperty('alarm');
    expect(of('first')).toMatchObject({ flipRate: { kind: 'measured', value: 1 }, alarm: 'drop' });
    const lean = of('first')?.lean;
    expect(lean?.kind === 'measured' && lean.low > 0.5).toBe(true);
    const flips = of('random')?.flipRate;
    expect(flips?.kind === 'measured' && flips.value > 0.3 && flips.value < 0.75).toBe(true);
    expect(of('random')?.alarm).toMatch(/warn|drop/);
    const agreement = of('random')?.agreement;
    expect(agreement?.kind === 'measured' && agreement.value < 0.6).toBe(true);
    expect(result.agreement).toBeLessThan(0.4);
  }, 120_000);
});

describe('the other systems', () => {
  it.each([
    ['double', { most: 7, clear: true }],
    ['swiss', { most: 4, clear: true }],
    ['round-robin', { most: 6, clear: true }],
  ] as const)('%s ends with the best', async (system, { most, clear }) => {
    using where = place(answers(4));
    const args = [...everybody(4), ...by('longer'), '--system', system, '--orders', 'one'];
    const { code, result } = await playJson(where, args);
    expect({ code, clear: result.clear, champion: result.champion }).toEqual({
      code: 0,
      clear,
      champion: 'c4',
    });
    expect(result.matches.length).toBeLessThanOrEqual(most);
    expect(result.calls).toBe(result.matches.length);
  });

  it('a round robin whose matches are all level has no clear winner, and half a point for each match', async () => {
    using where = place(answers(3));
    const { code, result } = await playJson(where, [
      ...everybody(3),
      ...by('tie'),
      '--system',
      'round-robin',
    ]);
    expect(code).toBe(3);
    expect(result.order.map(({ points }) => points)).toEqual([1, 1, 1]);
  });

  it('adaptive asks one order a call, and stops when the best is known', async () => {
    using where = place(answers(4));
    const { code, result } = await playJson(where, [
      ...everybody(4),
      ...by('longer'),
      '--system',
      'adaptive',
    ]);
    expect({ code, champion: result.champion, clear: result.clear }).toEqual({
      code: 0,
      champion: 'c4',
      clear: true,
    });
    expect(result.calls).toBe(result.matches.length);
    expect(result.calls).toBeLessThan(24);
    expect(result.order[0]?.probabilityBest).toBeGreaterThan(0.8);
  });

  it('adaptive names no winner when its calls are spent', async () => {
    using where = place(answers(4));
    const args = [...everybody(4), ...by('longer'), '--system', 'adaptive', '--calls', '5'];
    const { code, result } = await playJson(where, args);
    expect({ code, clear: result.clear, calls: result.calls }).toEqual({ code: 3, clear: false, calls: 5 });
    expect(result.why).toContain('the calls were spent');
    const again = resultIn((await where.joust(['resume', '@last', '--json'])).stdout);
    expect(again).toEqual(result);
  });
});

describe('the command', () => {
  it('refuses what makes no sense', async () => {
    using where = place(answers(2));
    const refused = async (...args: string[]) => {
      const { code, stderr } = await where.joust(['tournament', ...everybody(2), ...by('tie'), ...args, 'x']);
      return `${code} ${stderr}`;
    };
    expect(await refused('--system', 'ladder')).toMatch(/^2 [\s\S]*--system ladder is not allowed: expected/);
    expect(await refused('--calls', '5')).toMatch(/^2 [\s\S]*--calls is for --system adaptive/);
    expect(await refused('--system', 'adaptive', '--orders', 'both')).toMatch(/^2 [\s\S]*one order a call/);
    expect(await refused('--panel', '0')).toMatch(
      /^2 [\s\S]*--panel 0 is not allowed: expected a whole number/,
    );
  });

  it('leaves it to a process of its own with --detach, and shows every answer with --answers', async () => {
    using where = place(answers(2));
    const { code, stdout } = await where.joust([
      'tournament',
      ...everybody(2),
      ...by('longer'),
      ...['--detach', '--answers', 'why?'],
    ]);
    expect(code).toBe(0);
    const id = stdout.trim();
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await eventsOf(where)).some(({ type }) => type === 'contest.closed')) break;
      await sleep(200);
    }
    const shown = await where.joust(['resume', id]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('c2 leads, not clear');
    expect(shown.stdout).toMatch(/## c1 · ok[\s\S]*answer x\n/);
  });
});
