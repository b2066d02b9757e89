// joust leaderboard with contestants who never met: each group keeps its ratings, and every output says what can't be compared.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';

const names = ['ann', 'bob', 'dee', 'eli'];
const strangers = "ann, bob can't be compared with dee, eli: they never met";

/** Each writes a file of its own; a race checks for `ann.txt` or `dee.txt`. */
function repository(): Project {
  const place = project({ 'a.txt': 'a\n' });
  const git = (...words: string[]) =>
    spawnSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.org', ...words], {
      cwd: place.folder,
      env: { ...place.env },
    });
  git('init', '-q');
  git('add', '.');
  expect(git('commit', '-qm', 'base').status).toBe(0);
  place.config(
    names
      .map(
        (name) =>
          `[contestants.${name}]\nagent = "command"\nmodel = "${name}"\n` +
          `command = ["sh", "-c", "echo 1 > ${name}.txt; echo done"]\n`,
      )
      .join(''),
  );
  return place;
}

it('keeps the ratings of both groups, and joust do says who its choice never met', async () => {
  using place = repository();
  const race = (one: string, other: string) =>
    place.joust(['race', '-y', '-c', one, '-c', other, '--check', `made=test -f ${one}.txt`, 'do it']);
  expect((await race('ann', 'bob')).stdout).toContain('Winner: ann');
  expect((await race('ann', 'bob')).stdout).toContain('Winner: ann');
  expect((await race('dee', 'eli')).stdout).toContain('Winner: dee');

  const { stdout: json } = await place.joust(['leaderboard', '--json']);
  const { rows, groups } = JSON.parse(json);
  expect(groups.map((group: string[]) => group.map((name) => name.split('/').at(-1)))).toEqual([
    ['ann', 'bob'],
    ['dee', 'eli'],
  ]);
  for (const row of rows) expect(row).toMatchObject({ rating: expect.any(Number), rank: 1 });
  for (const form of [[], ['--markdown']]) {
    const { stdout } = await place.joust(['leaderboard', ...form]);
    expect(stdout.replaceAll('command/', '')).toContain(strangers);
    expect(stdout).not.toMatch(/No ratings/);
  }
  const done = await place.joust(['do', 'do it']);
  expect(done.stderr).toContain(
    "ann plays: the best in races of those who can. It can't be compared with dee, eli",
  );
});
