// A local server's lane holds across joust processes, and as long as the attempt's own process lives.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { finished, type Project, project } from '../setup/project.ts';
import { ended } from './output-lines.ts';

/** Notes when it begins and ends; two at once would be seen in the notes. */
const config = `[contestants.local]
agent = "command"
command = ["sh", "-c", "echo begin >>notes; sleep 0.6; echo end >>notes; echo done"]
base_url = "http://127.0.0.1:9/v1"
`;

function notes({ folder }: Project): string[] {
  const path = join(folder, 'notes');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

it('lets one attempt at a time speak to a local server, whoever asks', async () => {
  using place = project();
  place.config(config);
  const runs = await Promise.all([1, 2, 3].map(() => place.joust(['ask', '--json', '-c', 'local*2', 'hi'])));
  for (const { code, stdout } of runs) {
    expect(code).toBe(0);
    expect(ended(stdout)).toHaveLength(2);
  }
  expect(notes(place)).toEqual(Array.from({ length: 6 }, () => ['begin', 'end']).flat());
  const queued = runs.flatMap(({ stdout }) => ended(stdout).map(({ timing }) => timing.queuedMs));
  expect(Math.max(...queued)).toBeGreaterThan(2000);
});

it('keeps the place of an attempt that outlives its player', async () => {
  using place = project();
  place.config(config.replace('sleep 0.6', 'sleep 2'));
  const player = place.start(['ask', '-c', 'local', 'hi']);
  const gone = finished(player);
  for (let tries = 0; tries < 200 && notes(place).length === 0; tries += 1) await sleep(25);
  player.kill('SIGKILL');
  await gone;
  const { code } = await place.joust(['ask', '-c', 'local', 'hi']);
  expect(code).toBe(0);
  expect(notes(place)).toEqual(['begin', 'end', 'begin', 'end']);
});
