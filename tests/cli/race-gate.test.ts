// Before and while a race spends: within its limits it runs, over them it asks or becomes a single run, and none of that
// is a failure.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thousands } from '../../src/domain/figures.ts';
import { taskPrompt } from '../../src/formats/race/run-field.ts';
import {
  goodDouble,
  goodSum,
  half,
  lenientCheck,
  type RacePlace,
  racePlace,
  resultOf,
  rowOf,
  type Steps,
  solve,
} from '../setup/race-place.ts';
import { outputLines } from './output-lines.ts';

const takes = (tokens: number) => ({ usage: { inputTokens: tokens - 10, outputTokens: 10 } });
/** What each is told counts on top of what it took before, or of what is stated. */
const told = Buffer.byteLength(
  taskPrompt('make the sums right', [{ command: 'node --test --test-isolation=none' }], true),
);
const estimate = (each: number) => 2 * (each + Math.floor(told / 4));
const unknown = estimate(75_000);

const limits = (confirm: number, budget: number) => [
  '--confirm-tokens',
  String(confirm),
  '--budget-tokens',
  String(budget),
  ...lenientCheck,
];

/** Waits for what another does. */
const awaits = (name: string) => ({ run: `until test -e "$HOME/${name}"; do sleep 0.1; done` });

/** Contestants that leave a trace of every start. */
function gated(scripts: Readonly<Record<string, Steps>>): RacePlace & { starts(name: string): number } {
  const place = racePlace();
  const marked = Object.entries(scripts).map(([name, steps]) => [
    name,
    [{ run: `echo started >> ${place.outside}/${name}` }, ...steps],
  ]);
  place.contestants(Object.fromEntries(marked));
  return {
    ...place,
    starts(name) {
      const path = join(place.outside, name);
      return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
    },
  };
}

const two = { ann: [...half, takes(60_000)], bob: [...solve, takes(60_000)] };
const names = ['ann', 'bob'];

describe('before a race', () => {
  it('exactly at both limits it runs, and nobody is asked', async () => {
    using place = gated(two);
    const raced = await place.race(names, limits(unknown, unknown));
    expect(raced.code).toBe(0);
    expect(resultOf(raced)).toMatchObject({ winner: 'bob' });
    expect(resultOf(raced).downgraded).toBeUndefined();
    expect([place.starts('ann'), place.starts('bob')]).toEqual([1, 1]);
  });

  it('asks above 200,000 tokens under the preset charm, unless the user set a limit', async () => {
    using place = racePlace();
    place.contestants({}, '[contestants.own]\nagent = "command"\ncommand = ["true"]\n');
    const race = (...more: string[]) =>
      place.joust(['race', '--yolo', '-c', 'own*3', '--no-found-checks', ...more, 'change it']);
    const asked = await race('--preset', 'charm');
    expect(asked).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Race 3 contestants, about 225,'),
    });
    const allowed = await race('--preset', 'charm', '--confirm-tokens', '300000');
    expect(allowed.stderr).not.toContain('joust answer');
  });

  it('over the budget the first plays alone', async () => {
    using place = gated(two);
    const raced = await place.race(names, limits(unknown, unknown - 1));
    expect(raced.code).toBe(0);
    expect(resultOf(raced)).toMatchObject({
      winner: 'ann',
      downgraded: {
        reason: 'over_budget',
        single: 'ann',
        estimateTokens: unknown,
        budgetTokens: unknown - 1,
      },
    });
    expect(raced.stderr).toContain(
      `A race of one: 2 contestants would take about ${thousands(unknown)} tokens, over the budget of ${thousands(unknown - 1)}`,
    );
    expect([place.starts('ann'), place.starts('bob')]).toEqual([1, 0]);
    const facts = (await place.events()).filter(({ type }) => type === 'race.downgraded');
    expect(facts).toMatchObject([{ reason: 'over_budget', contestants: ['ann', 'bob'] }]);
    expect(place.leftovers()).toEqual([]);
  });

  it('over the threshold it asks once; a no is remembered and lets one play alone', async () => {
    using place = gated(two);
    const asked = await place.race(names, limits(unknown - 1, 500_000));
    const gate = outputLines(asked.stdout).find(({ type }) => type === 'gate.asked');
    expect(gate).toMatchObject({
      question: `With no, only ann plays. Race 2 contestants, about ${thousands(unknown)} tokens?`,
    });
    expect(asked.code).toBe(1);
    expect((await place.joust(['list'])).stdout).toContain('waiting');
    expect([place.starts('ann'), place.starts('bob')]).toEqual([0, 0]);

    const answered = await place.joust(['answer', '@last', 'no', '--json']);
    expect(answered.code).toBe(0);
    expect(resultOf(answered)).toMatchObject({
      winner: 'ann',
      downgraded: { reason: 'user_declined', single: 'ann' },
    });
    expect([place.starts('ann'), place.starts('bob')]).toEqual([1, 0]);
    const again = await place.joust(['resume', '@last', '--json']);
    expect(resultOf(again).downgraded?.reason).toBe('user_declined');
    const events = await place.events();
    expect(events.filter(({ type }) => type === 'gate.asked')).toHaveLength(1);
    expect(place.starts('ann')).toBe(1);
  });

  it('a yes, or --yes, races all of them', async () => {
    using place = gated(two);
    await place.race(names, limits(unknown - 1, 500_000));
    const answered = await place.joust(['answer', '@last', 'yes', '--json']);
    expect(resultOf(answered).rows).toHaveLength(2);
    const assured = await place.race(names, [...limits(1, 500_000), '--yes']);
    expect(assured.code).toBe(0);
    expect(resultOf(assured).rows).toHaveLength(2);
    expect([place.starts('ann'), place.starts('bob')]).toEqual([2, 2]);
  });

  it('what was really taken before replaces the estimate; a limit of 0 is none', async () => {
    using place = gated(two);
    await place.race(names, limits(0, 0));
    const within = await place.race(names, limits(estimate(60_000), estimate(60_000)));
    expect(resultOf(within).downgraded).toBeUndefined();
    const over = await place.race(names, limits(0, estimate(60_000) - 1));
    expect(resultOf(over).downgraded).toMatchObject({
      reason: 'over_budget',
      estimateTokens: estimate(60_000),
    });
  });
});

describe('a budget that is crossed while it runs', () => {
  it('ends the rest; what is finished is ranked, and the result says so', async () => {
    using place = gated({
      ann: [...half, takes(60_000), { run: 'touch "$HOME/done"' }],
      bob: [goodSum, goodDouble, awaits('done'), { wait: 6000 }, takes(900_000), { hang: true }],
      cat: [goodSum, { hang: true }],
    });
    const raced = await place.race(['ann', 'bob', 'cat'], [...limits(0, 400_000), '--timeout', '60s']);
    const result = resultOf(raced);
    expect(raced.code).toBe(0);
    expect(result).toMatchObject({ winner: 'ann', downgraded: { reason: 'over_budget_midflight' } });
    expect(rowOf(result, 'bob')).toMatchObject({ partial: true, files: 2, total: 0 });
    expect(rowOf(result, 'cat')).toMatchObject({ partial: true, files: 1, total: 0 });
    expect(place.leftovers()).toEqual([]);
  });

  it('where nobody has finished it is paused, and resume goes on with one', async () => {
    using place = gated({});
    place.contestants({
      // Slow the first time, so that nobody is done when the budget is gone.
      ann: [
        { run: `echo started >> ${place.outside}/ann` },
        goodSum,
        { run: 'test -e "$HOME/again" || { touch "$HOME/again"; sleep 40; }' },
        takes(60_000),
      ],
      bob: [{ run: `echo started >> ${place.outside}/bob` }, awaits('again'), takes(900_000), { hang: true }],
    });
    const raced = await place.race(names, [...limits(0, 400_000), '--timeout', '60s']);
    expect(raced.code).toBe(0);
    expect((await place.joust(['list'])).stdout).toContain('interrupted');
    expect(raced.stdout + raced.stderr).toContain('over_budget_midflight');
    expect([place.starts('ann'), place.starts('bob')]).toEqual([1, 1]);

    const resumed = await place.joust(['resume', '@last', '--json']);
    expect(resumed.code).toBe(0);
    expect(resultOf(resumed)).toMatchObject({
      winner: 'ann',
      downgraded: { reason: 'over_budget_midflight', single: 'ann' },
    });
    expect([place.starts('ann'), place.starts('bob')]).toEqual([2, 1]);
    expect(place.leftovers()).toEqual([]);
    const again = await place.joust(['resume', '@last', '--json']);
    expect(resultOf(again)).toEqual(resultOf(resumed));
    expect(place.starts('ann')).toBe(2);
  });
});
