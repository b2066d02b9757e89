// A local server's lane holds across joust processes, and as long as the attempt's own process lives.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { finished, type Project, project } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { ended } from './output-lines.ts';

/** Notes when it begins and ends; two at once would be seen in the notes. Nobody ends before it is told to, or its folder is gone. */
const config = `[contestants.local]
agent = "command"
command = ["sh", "-c", "echo begin >>notes; until [ -e go ] || [ ! -e notes ]; do sleep 0.05; done; echo end >>notes; echo done"]
base_url = "http://127.0.0.1:9/v1"
`;

function notes({ folder }: Project): string[] {
  const path = join(folder, 'notes');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

/** How often it has said that an attempt is in the queue. */
function waiting(player: ChildProcess): () => number {
  let said = '';
  player.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  return () => said.split('"attempt.queued"').length - 1;
}

it('lets one attempt at a time speak to a local server, whoever asks', async () => {
  using place = project();
  place.config(config);
  const players = [1, 2, 3].map(() => place.start(['ask', '--json', '-c', 'local*2', 'hi']));
  const queues = players.map(waiting);
  const runs = Promise.all(players.map((player) => finished(player)));
  await until(() => queues.every((queued) => queued() >= 2) && notes(place).length > 0);
  expect(notes(place)).toEqual(['begin']);
  place.write('go', '');
  for (const { code, stdout } of await runs) {
    expect(code).toBe(0);
    expect(ended(stdout)).toHaveLength(2);
  }
  expect(notes(place)).toEqual(Array.from({ length: 6 }, () => ['begin', 'end']).flat());
});

it('keeps the place of an attempt that outlives its player', async () => {
  using place = project();
  place.config(config);
  const first = place.start(['ask', '-c', 'local', 'hi']);
  const gone = finished(first);
  await until(() => notes(place).length === 1);
  first.kill('SIGKILL');
  await gone;
  const second = place.start(['ask', '--json', '-c', 'local', 'hi']);
  const queued = waiting(second);
  const played = finished(second);
  await until(() => queued() > 0);
  expect(notes(place)).toEqual(['begin']);
  place.write('go', '');
  expect((await played).code).toBe(0);
  expect(notes(place)).toEqual(['begin', 'end', 'begin', 'end']);
});
