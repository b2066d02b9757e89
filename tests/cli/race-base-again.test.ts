// What passed on the base in an earlier race, by a program outside of the repository that is another one or gone by now.
import { chmodSync, existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { half, type RacePlace, racePlace, resultOf, rowOf, solve } from '../setup/race-place.ts';

function tool(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

function measurements(place: RacePlace): Promise<readonly string[]> {
  return place
    .events()
    .then((events) =>
      events.flatMap((event) =>
        event.type === 'check.ended' && event.key.startsWith('check/base/')
          ? [`${event.key}: ${event.outcome}, run ${event.run}`]
          : [],
      ),
    );
}

function remembered({ home }: RacePlace): number {
  const folder = join(home, 'base-checks');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')).length : 0;
}

/** Equal entries are told apart by their size. */
const smaller = '[race.weights]\ndiff = 0.15\n';

describe('a base whose checks passed before', () => {
  it('is measured anew where nobody passes one of them any more, and forgotten where it fails', async () => {
    using place = racePlace();
    place.contestants({ ann: solve, bob: half }, smaller);
    const program = join(place.outside, 'tool');
    const checks = ['--no-found-checks', '--check', `first=true`, '--check', `t=${program}`];
    tool(program, 'exit 0');
    expect(resultOf(await place.race(['ann', 'bob'], checks)).winner).toBe('bob');
    expect(remembered(place)).toBe(2);

    tool(program, 'exit 1');
    const raced = await place.race(['ann', 'bob'], checks);
    expect(raced.code, raced.stderr).toBe(4);
    const result = resultOf(raced);
    expect(result).toMatchObject({ leader: 'bob', rule: 'bob leads, but it fails t (exit code 1)' });
    expect(result.checks.map(({ name, base, ignored }) => [name, base, ignored])).toEqual([
      ['first', 'passed', undefined],
      ['t', 'failed', 'it fails on the base'],
    ]);
    expect(rowOf(result, 'ann').whyNot).toBeUndefined();
    expect(await measurements(place)).toEqual([
      'check/base/first: passed, run 0',
      'check/base/t: passed, run 0',
      'check/base/again/first: passed, run 1',
      'check/base/again/t: failed, run 1',
    ]);
    expect(remembered(place)).toBe(1);
    const shown = await place.joust(['show', '@last']);
    expect(shown.stdout).toContain('t: failed on the base too (exit code 1)');

    tool(program, 'exit 0');
    expect(resultOf(await place.race(['ann', 'bob'], checks)).checks[1]?.base).toBe('passed');
    expect(await measurements(place)).toEqual([
      'check/base/first: passed, run 1',
      'check/base/t: passed, run 1',
    ]);
    expect(remembered(place)).toBe(2);

    rmSync(program);
    const without = await place.race(['ann', 'bob'], checks);
    expect(without.code, without.stderr).toBe(0);
    expect(resultOf(without)).toMatchObject({
      winner: 'bob',
      checks: [
        { base: 'passed' },
        { base: 'unavailable', ignored: 'its program is missing or cannot be run' },
      ],
    });
    expect(remembered(place)).toBe(1);
  });

  it('keeps its result if an entry passes, and has no winner if only the base passes again', async () => {
    using place = racePlace();
    place.contestants({ ann: solve, bob: half }, smaller);
    const sum = ['--no-found-checks', '--check', 't=grep -q "a - b" sum.js || grep -q "a [*] 2" double.js'];
    await place.race(['ann', 'bob'], sum);
    const won = resultOf(await place.race(['ann', 'bob'], sum));
    expect(won).toMatchObject({ winner: 'ann', checks: [{ base: 'passed' }] });
    expect(await measurements(place)).toEqual(['check/base/t: passed, run 0']);

    const lost = await place.race(['bob'], sum);
    expect(lost.code).toBe(4);
    expect(rowOf(resultOf(lost), 'bob').whyNot).toMatch(/^it fails t/);
    expect(await measurements(place)).toEqual([
      'check/base/t: passed, run 0',
      'check/base/again/t: passed, run 1',
    ]);
    expect(remembered(place)).toBe(1);
    const told = await place.joust(['race', '-c', 'bob', ...sum, 'make the sums right']);
    const lines = `${told.stdout}\n${told.stderr}`;
    expect(lines).toMatch(/base: t: passed, as measured before[\s\S]*base, again: t: passed in /);
  });

  it('is remembered by `prune` as long as it is raced on', async () => {
    using place = racePlace();
    place.contestants({ ann: solve });
    const checks = ['--no-found-checks', '--check', 't=true'];
    await place.race(['ann'], checks);
    const grow = () => {
      const folder = join(place.home, 'base-checks');
      const long = new Date(Date.now() - 100 * 24 * 3_600_000);
      for (const name of readdirSync(folder)) utimesSync(join(folder, name), long, long);
    };
    grow();
    await place.race(['ann'], checks);
    await place.joust(['prune', '--yes']);
    expect(remembered(place)).toBe(1);
    grow();
    await place.joust(['prune', '--yes']);
    expect(remembered(place)).toBe(0);
  });
});
