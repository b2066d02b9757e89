// Races while somebody prunes without a pause: what one of them is about to use is taken away from nobody.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { finished } from '../setup/project.ts';
import { goodDouble, racePlace, resultOf, solve, testCheck } from '../setup/race-place.ts';

it.each(['auto', 'checkout'])('a race is measured as ever, with workspace %s', async (workspace) => {
  using place = racePlace({ '.gitignore': 'node_modules\n' });
  place.write('node_modules/dep/index.js', 'export default 1;\n');
  place.contestants({ ann: solve, bob: [goodDouble, { say: 'One of two.' }] });
  const line = ['race', '--json', '--workspace', workspace, '-c', 'ann', '-c', 'bob', ...testCheck, 'right'];
  const oneAfterAnother = async () => [await finished(place.start(line)), await finished(place.start(line))];
  let racing = true;
  const races = Promise.all([oneAfterAnother(), oneAfterAnother()]).finally(() => {
    racing = false;
  });
  const refused: string[] = [];
  let prunings = 0;
  while (racing) {
    const { code, stderr } = await place.joust(['prune', '--yes']);
    if (code !== 0) refused.push(stderr);
    prunings += 1;
    // Else nobody else in this process is heard.
    await turn();
  }
  const raced = (await races).flat();
  expect(raced.map(({ code, stderr }) => (code === 0 ? 'ok' : stderr))).toEqual(raced.map(() => 'ok'));
  expect(raced.map((each) => resultOf(each).winner)).toEqual(raced.map(() => 'ann'));
  expect(refused).toEqual([]);
  expect(prunings).toBeGreaterThan(4);
  await place.joust(['prune', '--yes']);
  expect(place.leftovers()).toEqual([]);
  const layers = join(place.home, 'layers');
  expect(existsSync(layers) ? readdirSync(layers) : []).toEqual([]);
});
