// joust demo: needs nothing, ends by itself, and leaves nothing behind, in a pipe, on a terminal and when interrupted. It takes
// its time, so they are shown side by side.
import { globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { processesOf } from '../setup/processes.ts';
import { finished, project } from '../setup/project.ts';
import { noPty, startPty } from '../setup/pty.ts';
import { screenOf, widest } from '../setup/screen-of.ts';
import { until } from '../setup/until.ts';

/** A place for temporary files of its own, and no program but the system's. */
function scene() {
  const place = project();
  const temporary = join(place.folder, 'tmp');
  mkdirSync(temporary);
  return { place, temporary, env: { TMPDIR: temporary, PATH: '/usr/bin:/bin' } };
}

/** The system's programs without git. */
function withoutGit(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of readdirSync('/usr/bin'))
    if (!name.startsWith('git')) symlinkSync(join('/usr/bin', name), join(bin, name));
  return bin;
}

it.concurrent('shows simulated agents and what to try next, without a trace on the disk', async () => {
  const { place, temporary, env } = scene();
  using _ = place;
  const { code, stdout, stderr } = await place.joust(['demo'], { env });
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^out-of-quota · parked until \d+ \w+, \d\d:\d\d · You've hit your usage limit[^\n]*\n/,
  );
  for (const [name, outcome] of [
    ['quick', 'ok'],
    ['careful', 'ok'],
    ['thorough', 'ok'],
  ])
    expect(stdout).toMatch(new RegExp(`^## ${name} · simulated · ${outcome} · `, 'm'));
  expect(stdout).toMatch(/What to try next:\n {2}joust doctor/);
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(join(place.home, '..')).toSorted()).toEqual(['home', 'work']);
});

it.concurrent('ends with a race: who did it right wins and is applied, who changed the tests is caught', async () => {
  const { place, env } = scene();
  using _ = place;
  // Settings of the user play no part in it.
  place.config('[race]\nsandbox = "os"\nfound = false\n');
  const { code, stdout, stderr } = await place.joust(['demo'], {
    env: { ...env, JOUST_RACE_STOP_WHEN: 'perfect' },
  });
  expect(code).toBe(0);
  expect(stdout).toContain('three simulated agents');
  expect(stdout).toContain('Winner: careful, total 1.00 (more required checks passed).');
  expect(stdout).toMatch(/^1 careful .*\n2 quick .*\n3 sly /m);
  expect(stdout).toMatch(
    /^sly:\n {2}check test: failed \(2 of 4 tests\) with the project's own tests and settings put back; as handed in: passed/m,
  );
  expect(stdout).toContain('changes tests: changed total.test.sh');
  expect(stdout).toContain('+    sum=$((sum + price))\n');
  expect(stderr).toMatch(/^The entry of careful is applied to .*prices\. /m);
  expect(stderr).toMatch(/^The entry of careful is taken back: 1 file /m);
});

it.concurrent('says that git is missing and goes on', async () => {
  const { place, temporary, env } = scene();
  using _ = place;
  const { code, stdout } = await place.joust(['demo'], { env: { ...env, PATH: withoutGit(place.folder) } });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^The race is left out: there can be no race here: git was not found\. /m);
  expect(stdout).not.toContain('Winner');
  expect(stdout).toContain('What to try next:\n');
  expect(readdirSync(temporary)).toEqual([]);
});

it.concurrent('shows the board on a terminal, and leaves it clean', async ({ skip }) => {
  const missing = noPty();
  if (missing !== undefined) return skip(missing);
  const { place, temporary, env } = scene();
  using _ = place;
  await using pty = startPty(place, ['demo'], { env, columns: 100 });
  const { code, output } = await pty.done;
  expect(code).toBe(0);
  expect(output).toMatch(/running · /);
  expect(widest(output.replaceAll(/^(?!.*running).*$/gm, ''))).toBeLessThanOrEqual(100);
  const { lines, cursor, strange } = screenOf(output, 100);
  expect(strange).toEqual([]);
  expect(lines.filter((line) => line.startsWith('── '))).toHaveLength(3);
  expect(lines.join('\n')).toContain('out-of-quota · parked until');
  expect(lines.join('\n')).not.toContain('running');
  expect(cursor.column).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

const moments = [
  { when: 'while all answer', sign: '*/joust-home/spools/**/stdout', count: 3 },
  { when: 'while they race', sign: '*/joust-home/bases/*/seal/*', count: 2 },
];

for (const { when, sign, count } of moments)
  it.concurrent(`leaves nothing behind when it is interrupted ${when}`, async () => {
    const { place, temporary, env } = scene();
    using _ = place;
    const child = place.start(['demo'], { env });
    const done = finished(child);
    const signs = () => globSync(sign, { cwd: temporary });
    await until(() => signs().length >= count);
    child.kill('SIGINT');
    expect((await done).code).toBe(130);
    expect(readdirSync(temporary)).toEqual([]);
    expect(processesOf(place.folder)).toEqual([]);
  });
