// joust demo: needs nothing, ends by itself, and leaves nothing behind, in a pipe, on a terminal and when interrupted.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { processesOf } from '../setup/processes.ts';
import { finished, project } from '../setup/project.ts';
import { noPty, startPty } from '../setup/pty.ts';
import { screenOf, widest } from '../setup/screen-of.ts';

/** A place for temporary files of its own, and no program but the system's. */
function scene() {
  const place = project();
  const temporary = join(place.folder, 'tmp');
  mkdirSync(temporary);
  return { place, temporary, env: { TMPDIR: temporary, PATH: '/usr/bin:/bin' } };
}

it('shows simulated agents and what to try next, without a trace on the disk', async () => {
  const { place, temporary, env } = scene();
  using _ = place;
  const { code, stdout, stderr } = await place.joust(['demo'], { env });
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^out-of-quota · parked until \d+ \w+, \d\d:\d\d · You've hit your usage limit[^\n]*\n$/,
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

it('shows the board on a terminal, and leaves it clean', async ({ skip }) => {
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

it('leaves nothing behind when it is interrupted', async () => {
  const { place, temporary, env } = scene();
  using _ = place;
  const child = place.start(['demo'], { env });
  const done = finished(child);
  const spools = () =>
    readdirSync(temporary, { recursive: true }).filter((path) => String(path).endsWith('stdout'));
  for (let tries = 0; tries < 1200 && spools().length < 3; tries += 1) await sleep(25);
  expect(spools().length).toBeGreaterThanOrEqual(3);
  child.kill('SIGINT');
  expect((await done).code).toBe(130);
  expect(readdirSync(temporary)).toEqual([]);
  expect(processesOf(place.folder)).toEqual([]);
});
