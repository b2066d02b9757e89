// Checks that change what others are measured with, as they can without a sandbox: what was measured meanwhile does not count.
import { describe, expect, it } from 'vitest';
import { racePlace, resultOf, rowOf } from '../setup/race-place.ts';
import { noOverlays } from '../workspace/workspace-kinds.ts';

describe.skipIf(noOverlays !== undefined)('whose checks reach for what others are measured with', () => {
  it('is found out, and those beside it are measured anew', async () => {
    using place = racePlace();
    const { outside, home } = place;
    place.contestants({
      evil: [{ edit: 'evil', content: '1' }, { say: 'Done.' }],
      good: [{ edit: 'good', content: '1' }, { say: 'Done.' }],
    });
    // The good one is being measured while the base beneath it is changed; who is measured alone waits for nobody.
    const check = [
      `tree=$(ls -d ${home}/layers/base-*/tree)`,
      `if [ -e evil ]; then n=0; until [ -e ${outside}/measured ] || [ $n = 100 ]; do n=$((n+1)); sleep 0.05; done`,
      `echo broken > $tree/sum.js; touch ${outside}/broken; exit 0; fi`,
      `if [ -e good ] && [ ! -e ${outside}/broken ]; then touch ${outside}/measured`,
      `until [ -e ${outside}/broken ]; do sleep 0.05; done; fi`,
      'grep -q "a - b" sum.js',
    ].join('\n');
    const raced = await place.race(
      ['evil', 'good'],
      ['--no-found-checks', '--workspace', 'overlay', '--check', `t=${check}`],
    );
    const result = resultOf(raced);
    expect(result.winner).toBe('good');
    expect(rowOf(result, 'evil')).toMatchObject({
      whyNot: 'it fails t (it changes what others are measured with)',
    });
    const ends = (await place.events()).flatMap((event) =>
      event.type === 'check.ended' && event.key.endsWith('/t')
        ? [[event.key, event.outcome, event.spoils]]
        : [],
    );
    expect(ends.toSorted()).toEqual([
      ['check/base/t', 'passed', undefined],
      ['check/evil/t', 'failed', true],
      ['check/good/t', 'passed', undefined],
    ]);
    expect(place.leftovers()).toEqual([]);
    // What was measured of the base counts in the next race, and nothing of it is broken.
    place.contestants({ good: [{ edit: 'good', content: '1' }, { say: 'Done.' }] });
    const next = resultOf(
      await place.race(['good'], ['--no-found-checks', '--check', 't=grep -q "a - b" sum.js']),
    );
    expect(next.winner).toBe('good');
  });

  it('is no way to have a check fail on the base, which would put nobody out then', async () => {
    using place = racePlace();
    const { outside, home } = place;
    const [measuring, broken] = [`${outside}/measuring`, `${outside}/broken`];
    const wait = (file: string) =>
      `n=0; until [ -e ${file} ] || [ $n = 100 ]; do n=$((n+1)); sleep 0.05; done`;
    place.contestants({
      sly: [
        { edit: 'sum.js', content: 'broken\n' },
        {
          run: `${wait(measuring)}; echo broken > $(ls -d ${home}/layers/base-*/tree)/sum.js; touch ${broken}`,
        },
        { say: 'Done.' },
      ],
    });
    const check = `[ -e ${broken} ] || { touch ${measuring}; ${wait(broken)}; }; grep -q "a - b" sum.js`;
    const raced = await place.race(['sly'], ['--workspace', 'overlay', '--check', `t=${check}`]);
    const result = resultOf(raced);
    expect(result.winner).toBeUndefined();
    expect(rowOf(result, 'sly').whyNot).toContain('t (exit code 1)');
    expect(raced.code).toBe(4);
  });
});
