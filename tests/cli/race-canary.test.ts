// The canary of a race: an entry with whose code tests cannot fail does not win, and the next is tried.
import { expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { goodSum, racePlace, resultOf, rowOf, testCheck } from '../setup/race-place.ts';

const patched = [
  {
    edit: 'sum.js',
    content: "import assert from 'node:assert';\nassert.equal = () => {};\nexport const sum = () => 0;\n",
  },
  { say: 'All tests pass.' },
];
/** Longer, and so behind it where the size of a change counts. */
const honest = [
  goodSum,
  { append: 'sum.js', content: '// It adds.\n'.repeat(9) },
  { say: 'It is right now.' },
];
const oneWrong = { 'double.js': 'export const double = (a) => a * 2;\n' };

function canariesIn(events: readonly JoustEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'check.ended' && event.key.endsWith('/canary') ? [event.key] : [],
  );
}

it('disqualifies an entry that patches the assertions, and tries the next', async () => {
  using place = racePlace(oneWrong);
  place.contestants({ patched, honest });
  const raced = await place.race(['patched', 'honest'], [...testCheck, '--weights', 'diff=1']);
  expect(raced.code).toBe(0);
  const result = resultOf(raced);
  expect(result.winner).toBe('honest');
  expect(rowOf(result, 'patched')).toMatchObject({ canary: { outcome: 'all-pass' } });
  expect(rowOf(result, 'patched').whyNot).toContain('find unequal values equal');
  expect(rowOf(result, 'honest')).toMatchObject({ canary: { outcome: 'clean' } });
  expect(canariesIn(await place.events())).toEqual([
    'check/base/test/canary',
    'check/patched/test/canary',
    'check/honest/test/canary',
  ]);
  expect(place.leftovers()).toEqual([]);
  const shown = await place.joust(['show']);
  expect(shown.stdout).toContain('canary: clean, so a wrong assertion fails with its code loaded');
  expect(shown.stdout).toContain('cannot win: with its code loaded, the tests pass whatever it does');
});

it('stops nobody for an entry that looks perfect and patches the assertions', async () => {
  using place = racePlace(oneWrong);
  place.contestants({ patched, honest: [{ wait: 4_000 }, ...honest] });
  const raced = await place.race(['patched', 'honest'], [...testCheck, '--stop-when', 'perfect']);
  const result = resultOf(raced);
  expect(result.stopped).toBeUndefined();
  expect(result.winner).toBe('honest');
});

it('says so if the base can be measured and the would-be winner cannot', async () => {
  using place = racePlace(oneWrong);
  const evading = [
    {
      edit: 'sum.js',
      content:
        "if (!process.argv.join().includes('sum.test')) process.exit(0);\nexport const sum = (a, b) => a + b;\n",
    },
    { say: 'It is right now.' },
  ];
  place.contestants({ evading });
  const result = resultOf(await place.race(['evading'], ['--check', 'test=node --test']));
  expect(result.winner).toBe('evading');
  expect(rowOf(result, 'evading').canary).toMatchObject({ outcome: 'not-measured', onBase: 'clean' });
  const { stdout } = await place.joust(['show']);
  expect(stdout).toContain("Its canary can't be measured, although the base's can (test: of its 2 tests");
});

it('runs no canary without checks, with the charm preset and for entries behind the winner', async () => {
  using place = racePlace(oneWrong);
  place.contestants({ honest, idle: [{ edit: 'note.txt', content: 'a\n' }, { say: 'Done.' }] });
  await place.race(['honest', 'idle'], ['--no-found-checks']);
  expect(canariesIn(await place.events())).toEqual([]);
  const charm = await place.race(['honest', 'idle'], ['--preset', 'charm', ...testCheck]);
  expect(resultOf(charm).rows.map(({ canary }) => canary)).toEqual([undefined, undefined]);
  expect(canariesIn(await place.events())).toEqual([]);
  await place.race(['honest', 'idle'], testCheck);
  expect(canariesIn(await place.events())).toEqual(['check/base/test/canary', 'check/honest/test/canary']);
});

it('says why there is no canary, and leaves the winner as it is', async () => {
  using place = racePlace(oneWrong);
  place.contestants({ honest });
  const check = ['--no-found-checks', '--check', 'test=node --test --test-isolation=none | cat'];
  const result = resultOf(await place.race(['honest'], check));
  expect(result.winner).toBe('honest');
  expect(rowOf(result, 'honest').canary).toEqual({
    outcome: 'not-measured',
    why: 'test: its command does not end in node --test, vitest, jest or pytest',
  });
});

it('goes on after a crash where it was, and runs no canary twice', async () => {
  using place = racePlace(oneWrong);
  place.contestants({ honest });
  const moment = { env: { JOUST_TEST_FAILPOINT: 'ended check/honest/test/canary' } };
  const args = ['race', '-c', 'honest', ...testCheck, 'make the sums right'];
  const killed = await place.joustAlone(args, moment);
  expect(killed.code).not.toBe(0);
  const resumed = await place.joust(['resume', '@last', '--json']);
  expect(rowOf(resultOf(resumed), 'honest').canary).toEqual({ outcome: 'clean' });
  expect(canariesIn(await place.events())).toEqual(['check/base/test/canary', 'check/honest/test/canary']);
  expect(place.leftovers()).toEqual([]);
});
