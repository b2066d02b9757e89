// Who wins a race: only an entry that something was measured of, that leads clearly, and that fails no required check.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  goodDouble,
  goodSum,
  half,
  racePlace,
  resultOf,
  rowOf,
  solve,
  testCheck,
} from '../setup/race-place.ts';

const unchecked = ['--no-found-checks'];
const short = [{ edit: 'note.txt', content: 'a\n' }, { say: 'Done.' }];
const long = [{ edit: 'note.txt', content: 'a\nb\nc\n' }, { say: 'Done.' }];

it('has no winner if nothing was checked, and applies nothing', async () => {
  using place = racePlace();
  place.contestants({ short, long });
  const raced = await place.race(['short', 'long'], [...unchecked, '--apply']);
  expect(raced.code).toBe(3);
  expect(resultOf(raced).winner).toBeUndefined();
  expect(raced.stderr).toContain('Nothing was applied: there is no winner.');
  expect(existsSync(join(place.folder, 'note.txt'))).toBe(false);
  const shown = await place.joust(['show']);
  expect(shown.stdout).toContain('\nNo winner: nothing was checked.\n');
  expect(shown.stdout).toMatch(/joust apply \S+ --as NAME/);
});

it('has no winner if one contestant plays alone and nothing was checked', async () => {
  using place = racePlace();
  place.contestants({ short });
  const done = await place.joust(['do', '-c', 'short', ...unchecked, '--apply', 'write a note']);
  expect(done.code).toBe(3);
  expect(done.stdout).toContain('No winner: nothing was checked.');
  expect(existsSync(join(place.folder, 'note.txt'))).toBe(false);
});

it('applies an entry of a race without a winner only by its name', async () => {
  using place = racePlace();
  place.contestants({ short, long });
  await place.race(['short', 'long'], unchecked);
  const refused = await place.joust(['apply', '--yes']);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain('--as NAME');
  const applied = await place.joust(['apply', '--as', 'long', '--yes']);
  expect(applied.code).toBe(0);
  expect(readFileSync(join(place.folder, 'note.txt'), 'utf8')).toBe('a\nb\nc\n');
});

it('has no winner if two entries are equal in everything that was measured', async () => {
  using place = racePlace();
  const solved = [...solve, { append: 'sum.js', content: '// One more line.\n' }];
  place.contestants({ ann: solved, bob: solve });
  const raced = await place.race(['ann', 'bob'], testCheck);
  expect(raced.code).toBe(3);
  expect(resultOf(raced)).toMatchObject({ rule: 'ann and bob are equal in everything that was measured' });
  expect(resultOf(raced).winner).toBeUndefined();
});

it('decides by judges if nothing was checked and they are asked', async () => {
  using place = racePlace();
  place.contestants({ short, long, judge: [{ judge: 'contains +c' }] });
  const raced = await place.race(['short', 'long'], [...unchecked, '-j', 'judge']);
  expect(raced.code).toBe(0);
  expect(resultOf(raced)).toMatchObject({ winner: 'long', rule: 'the highest score' });
});

it.each(['race', 'do'])('joust %s --apply applies no entry that fails a required check', async (command) => {
  using place = racePlace();
  place.contestants({ half });
  const who = ['-c', 'half', ...testCheck];
  const raced = await place.joust([
    command,
    ...who,
    '--apply',
    '--ci',
    '--max-attempts',
    '2',
    'make the sums right',
  ]);
  expect(raced.code).toBe(4);
  expect(raced.stdout).toContain('No winner: half leads, but it fails test (2 of 3 tests).');
  expect(raced.stderr).toContain('Nothing was applied: there is no winner.');
  expect(readFileSync(join(place.folder, 'sum.js'), 'utf8')).toContain('a - b');
});

it('a failing entry leads without winning, and says so when it is applied by name', async () => {
  using place = racePlace();
  place.contestants({ half, idle: [{ edit: 'note.txt', content: 'a\n' }, { say: 'Done.' }] });
  const raced = await place.race(['half', 'idle'], testCheck);
  expect(raced.code).toBe(4);
  const result = resultOf(raced);
  expect(result).toMatchObject({ leader: 'half' });
  expect(result.winner).toBeUndefined();
  expect(rowOf(result, 'half').rank).toBe(1);
  const applied = await place.joust(['apply', '--as', 'half', '--yes']);
  expect(applied.code).toBe(0);
  expect(applied.stderr).toContain("The entry of half can't win the race: it fails test (2 of 3 tests).");
});

it('--allow-failing lets an entry that fails the check win', async () => {
  using place = racePlace();
  place.contestants({ half });
  const raced = await place.joust([
    'race',
    '-c',
    'half',
    ...testCheck,
    '--allow-failing',
    'test',
    '--apply',
    'make the sums right',
  ]);
  expect(raced.code).toBe(0);
  expect(raced.stdout).toContain('an entry that fails it can still win (--allow-failing)');
  expect(readFileSync(join(place.folder, 'sum.js'), 'utf8')).toContain('a + b');
});

it('an entry that fails only known failures wins', async () => {
  using place = racePlace();
  place.contestants({ half }, '[race]\nknown_failures = ["double"]\n');
  const raced = await place.race(['half'], [...testCheck, '--apply']);
  expect(raced.code).toBe(0);
  expect(resultOf(raced).winner).toBe('half');
  expect(readFileSync(join(place.folder, 'sum.js'), 'utf8')).toContain('a + b');
});

it('a test that is not among the known failures keeps its entry from winning', async () => {
  using place = racePlace();
  place.contestants({ half }, '[race]\nknown_failures = ["sum"]\n');
  const raced = await place.race(['half'], [...testCheck, '--apply']);
  expect(raced.code).toBe(4);
  expect(resultOf(raced).winner).toBeUndefined();
});

it('ignores the known failures of a project that is not trusted', async () => {
  using place = racePlace({ '.joust/config.toml': '[race]\nknown_failures = ["double"]\n' });
  place.contestants({ half });
  const raced = await place.race(['half'], [...testCheck, '--apply']);
  expect(raced.code).toBe(4);
  expect(raced.stderr).toContain('race.known_failures');
  await place.joust(['trust', '--yes']);
  expect((await place.race(['half'], testCheck)).code).toBe(0);
});

it('refuses --allow-failing for a check the race does not have', async () => {
  using place = racePlace();
  place.contestants({ half });
  const raced = await place.race(['half'], [...testCheck, '--allow-failing', 'lint']);
  expect(raced.code).toBe(2);
  expect(raced.stderr).toContain('--allow-failing lint: this race has no such check');
  expect(raced.stderr).toContain('Checks: test.');
});

it('an entry that adds lines to win by nothing but its size does not', async () => {
  using place = racePlace({ 'sum.js': goodSum.content, 'double.js': goodDouble.content });
  place.contestants({ tiny: short, large: long });
  const raced = await place.race(['tiny', 'large'], testCheck);
  expect(raced.code).toBe(3);
  const { diff = 0 } = resultOf(raced).score.context.weights;
  expect(diff).toBe(0);
});
