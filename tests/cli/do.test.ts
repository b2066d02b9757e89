// joust do: who makes the change, what is raced, and that a race can be weighed anew and applied at its end.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';

/** Real commands, so that nothing of it is simulated. The check prefers the entry that writes less. */
const config = `
[race.checks.size]
command = "if test -f long.txt; then echo 40%; else echo 90%; fi"
parser = "percent"
signal = "readiness"
[contestants.short]
agent = "command"
model = "short"
command = ["sh", "-c", "echo one > short.txt; echo done"]
[contestants.long]
agent = "command"
model = "long"
command = ["sh", "-c", "seq 500 > long.txt; echo done"]
`;

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
  return place;
}

it('asks the configured one, else the best in races with the tag, and races the tags of the config', async () => {
  using place = repository();
  place.config(config);
  const raced = await place.joust(['race', '-y', '-c', 'long', '-c', 'short', '--tag', 'build', 'do it']);
  expect(raced.stdout).toContain('Winner: short');
  const best = await place.joust(['do', '--tag', 'build', 'do it']);
  expect(best.stderr).toContain('short plays: the best in races with the tag build');
  expect(best).toMatchObject({ code: 0, stdout: expect.stringContaining('Winner: short') });
  expect(best.stdout).not.toMatch(/\blong\b(?!\.txt)/);
  place.config(`[race]\ncontestant = "long"\ntags = ["docs"]\n${config}`);
  const own = await place.joust(['do', '--tag', 'build', 'do it']);
  expect(own.stdout).toContain('Winner: long');
  const both = await place.joust(['do', '-y', '--tag', 'docs', '-c', 'long', '-c', 'short', 'do it']);
  expect(both.stderr).toContain('Tasks with the tag docs are raced');
  expect(both.stdout).toContain('Winner: short');
});

it('where nothing is known, says so', async () => {
  using place = repository();
  place.config(`priority = ["long"]\n${config}`);
  const { code, stdout, stderr } = await place.joust(['do', '--tag', 'build', 'do it']);
  expect(stderr).toContain('Nothing is known from races with the tag build yet');
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Winner: long') });
});

it('--apply applies a winner, and nothing where there is none; the exit code tells why', async () => {
  using place = repository();
  place.config(config);
  const applied = await place.joust(['do', '--apply', '-c', 'short', 'do it']);
  expect(applied).toMatchObject({ code: 0, stderr: expect.stringContaining('joust undo') });
  expect(existsSync(join(place.folder, 'short.txt'))).toBe(true);
  const refused = await place.joust([
    'do',
    '--apply',
    '-c',
    'long',
    '--check',
    'small=test ! -f long.txt',
    'do it',
  ]);
  expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('Nothing was applied') });
  expect(existsSync(join(place.folder, 'long.txt'))).toBe(false);
});

it('a race that is over can be ranked anew with other weights', async () => {
  using place = repository();
  place.config(config);
  await place.joust(['race', '-y', '-c', 'long', '-c', 'short', 'do it']);
  const { stdout: before } = await place.joust(['show', '@last', '--events']);
  const { code, stdout } = await place.joust(['show', '@last', '--what-if', 'diff=0.5']);
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('the winner stays: short'),
  });
  expect((await place.joust(['show', '@last', '--events'])).stdout).toBe(before);
  const wrong = await place.joust(['show', '@last', '--what-if', 'speed=1']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('no signal "speed"') });
});
