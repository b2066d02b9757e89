// What waits for what in a race: contestants for nobody, unless they are told to or could not be set up.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { half, racePlace, resultOf, solve } from '../setup/race-place.ts';

it('the base is checked beside the contestants, who need not wait; what cannot start is said before', async () => {
  using place = racePlace();
  const mark = join(place.outside, 'begun');
  place.contestants({ one: [{ run: `touch ${mark}` }, ...solve], other: half });
  // It ends once somebody has begun to work.
  const waits = `until test -e ${mark}; do sleep 0.1; done`;
  const checks = ['--check', `waits=${waits}`, '--check', 'none=no-such-program --all'];
  const raced = await place.race(['one', 'other'], checks);
  expect(resultOf(raced).winner).toBeDefined();
  // Said while it is prepared, before anything is on record.
  expect(raced.stderr).toContain('The required check none cannot start: no-such-program is not on the PATH');
});

it('with --base-first they wait for its checks', async () => {
  using place = racePlace();
  place.contestants({ one: solve, other: half });
  await place.race(['one', 'other'], ['--check', 'build=sleep 0.2', '--base-first']);
  const types = (await place.events()).map(({ type }) => type);
  expect(types.indexOf('check.ended')).toBeLessThan(types.indexOf('attempt.started'));
});

it('where the base cannot be set up nobody is started', async () => {
  using place = racePlace();
  place.contestants({ one: solve, other: half });
  const raced = await place.race(['one', 'other'], ['--check', 'build=true', '--setup', 'exit 3']);
  expect(raced.stderr).toContain('the base cannot be measured');
  const types = (await place.events()).map(({ type }) => type);
  expect(types).not.toContain('attempt.started');
  expect(types).not.toContain('attempt.ended');
});
