// A contest that this joust cannot read hides no other: the rest is listed, counted, ranked and played.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { project } from '../setup/project.ts';

it('one event of a newer joust spoils its own contest alone', async () => {
  using place = project();
  await place.joust(['oracle', '-c', 'scripted/quick', '--session', 's', 'first?']);
  const [spoiled = ''] = (await place.joust(['list'])).stdout.split(' ');
  await place.joust(['ask', '-c', 'scripted/quick', 'second?']);
  const database = new DatabaseSync(join(place.home, 'ledger.db'));
  database
    .prepare(
      `UPDATE events SET body = replace(body, '"v":1', '"v":99') WHERE contest = ? AND type = 'attempt.ended'`,
    )
    .run(spoiled);
  database.close();

  const listed = await place.joust(['list']);
  expect(listed.stdout).toContain('second?');
  expect(listed.stdout).toMatch(new RegExp(`${spoiled}.*cannot be read: .*newer joust`));
  expect((await place.joust(['show', spoiled])).stderr).toContain('newer joust');
  expect((await place.joust(['usage', '--simulated'])).code).toBe(0);
  for (const words of [
    ['usage', '--simulated'],
    ['leaderboard', '--simulated'],
    ['preferences', 'list'],
  ])
    expect((await place.joust(words)).stderr).not.toContain('newer joust');
  const oracle = await place.joust(['oracle', '-c', 'scripted/quick', '--session', 's', 'third?']);
  expect(oracle.code).toBe(0);
});
