// What is done with contests on record: usage, export, rm and prune, end to end.
import { describe, expect, it } from 'vitest';
import { project } from '../setup/project.ts';

describe('usage', () => {
  it('leaves simulated attempts out unless asked, and groups', async () => {
    using place = project();
    expect((await place.joust(['usage'])).stdout).toBe('no attempts on record\n');
    await place.joust(['ask', '-c', 'scripted/quick', '-c', 'scripted/crash', 'hi']);
    const without = await place.joust(['usage']);
    expect(without.stdout).toBe(
      'no attempts on record\n2 simulated attempts left out; --simulated counts them\n',
    );
    const counted = await place.joust(['usage', '--simulated', '--by', 'format']);
    expect(counted.stdout).toMatch(
      /^ask: 2 attempts\n {2}tokens {2}input .*\n {2}cost {4}unknown for 2 attempts\n$/,
    );
    const json = JSON.parse((await place.joust(['usage', '--simulated', '--json'])).stdout);
    expect(json).toMatchObject({ by: 'agent', groups: [{ name: 'scripted', attempts: 2, unknownCost: 2 }] });
    const wrong = await place.joust(['usage', '--by', 'moon']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('agent, model, day, format');
  });
});
