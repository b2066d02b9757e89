// joust tournament end to end: the other systems, and the command itself. tests/contest/tournament-systems.test.ts plays them all.
import { describe, expect, it } from 'vitest';
import { answers, by, eventsOf, everybody, place, playJson, resultIn } from '../setup/tournament-place.ts';
import { until } from '../setup/until.ts';

describe('the other systems', () => {
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
      '--detach',
      '--answers',
      'why?',
    ]);
    expect(code).toBe(0);
    const id = stdout.trim();
    await until(async () => (await eventsOf(where)).some(({ type }) => type === 'contest.closed'));
    const shown = await where.joust(['resume', id]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('c2 leads, not clear');
    expect(shown.stdout).toMatch(/## c1 · ok[\s\S]*answer x\n/);
  });
});
