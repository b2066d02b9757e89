// A suite whose cells are played by a host of a pool, which has none of its folders; killed amid it, nothing is played twice. What
// runs there is shown, told and listed from here.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemaFor, sharedCluster } from '../setup/postgres.ts';
import { finished, project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();

/** Each start leaves a line in the bill, which lies outside of everything. */
const suite = (bill: string, go: string) => `
name: mixed
contestants:
  - name: hand
    agent: command
    command: [/bin/sh, -c, 'echo start >> ${bill}; while [ ! -e ${go} ]; do sleep 0.05; done; [ -e code.txt ] && cat code.txt; echo new > code.txt; mkdir -p out; echo result > out/RESULT.md; echo done']
tasks:
  - {id: fix, format: race, repo: ./app, commit: v1, prompt: change it, settings: {noFoundChecks: true}, assert: [{command: grep -q new code.txt}]}
  - {id: read, repo: ./app, commit: v1, prompt: what?, assert: [{starts-with: old}]}
  - {brief: b1, assert: [{command: grep -rq result .}]}
  - {id: empty, prompt: what?, assert: [{not-contains: old}]}
`;

it('is played on after it was killed: its cells went on meanwhile, and none is played twice', async (context) => {
  if (typeof shared === 'string') return context.skip(shared);
  const env = { JOUST_LEDGER: shared.url(schemaFor(`pool suite ${process.pid}`)) };
  using place = project(
    {
      'b1/brief.yaml': 'name: b1\ncontestants: [scripted]\noutputs: {required: [RESULT.md]}\n',
      'b1/BRIEF.md': 'Write RESULT.md.\n',
    },
    env,
  );
  using away = project({}, env);
  const [bill, go] = [join(away.folder, 'bill'), join(away.folder, 'go')];
  const starts = () => (existsSync(bill) ? readFileSync(bill, 'utf8').trim().split('\n').length : 0);
  place.write('suite.yaml', suite(bill, go));
  const app = join(place.folder, 'app');
  mkdirSync(app, { recursive: true });
  const { git, write } = madeRepository(app);
  write('code.txt', 'old\n');
  for (const line of ['add -A', 'commit -q -m one', 'tag v1']) git(...line.split(' '));
  write('code.txt', 'later\n');
  git('commit', '-q', '-a', '-m', 'two');
  await place.joust(['trust', 'suite.yaml', '--yes']);
  const worker = away.start(['worker', '--places', '4']);
  const left = finished(worker);
  const player = place.start(['suite', 'run', '--yes', '--workers', 'pool', '--max-attempts', '9']);
  try {
    await until(() => starts() === 4);
    const lines = (await place.joust(['show', '--events'])).stdout.trim().split('\n');
    const [cell = ''] = lines.map((line) => JSON.parse(line)).flatMap(({ contest }) => contest ?? []);
    const shown = (await place.joust(['show', cell])).stdout;
    expect(shown).toMatch(/^playing on \S+$/m);
    expect(shown).toMatch(/hand · running on the host \S+/);
    const tail = finished(place.start(['tail', cell]));
    // What nobody takes: who looks at it is told that it waits.
    const asked = await place.joust(['ask', '-c', 'scripted/quick', '--pool=nobody', '--detach', 'why?']);
    const queued = asked.stdout.trim();
    expect((await place.joust(['list', '--state', 'queued'])).stdout).toContain(`${queued}  `);
    expect((await place.joust(['show', queued])).stdout).toContain(
      'waits for a host of the pool with the label nobody',
    );
    expect((await place.joust(['hosts'])).stdout).toContain(
      'No host takes what waits for nobody (read, protocol 1).',
    );
    await place.joust(['cancel', queued]);
    await place.joust(['rm', queued, '--yes']);
    player.kill('SIGKILL');
    await finished(player);
    writeFileSync(go, '');
    const ran = await place.joust(['suite', 'resume', '--yes', '--jsonl', 'cells.jsonl']);
    expect(ran.code, ran.stderr).toBe(0);
    const heard = await tail;
    expect(heard.stderr).toMatch(
      /hand plays on the host \S+\nWhat is said on the host \S+ while it is played is seen there only/,
    );
    expect([heard.code, heard.stdout]).toEqual([0, expect.stringContaining('done')]);
  } finally {
    player.kill('SIGKILL');
    worker.kill('SIGTERM');
  }
  const cells = readFileSync(join(place.folder, 'cells.jsonl'), 'utf8').trim().split('\n');
  const told = cells
    .map((line) => JSON.parse(line))
    .map(({ task, state, asserts }) => [task, state, asserts]);
  expect(told.filter(([, state]) => state !== 'passed')).toEqual([]);
  expect([told.length, starts()]).toEqual([4, 4]);
  const events = (await place.joust(['show', '--events'])).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const ended = events.filter(({ type }) => type === 'child.ended');
  expect(ended.map(({ spent }) => spent.attempts)).toEqual([1, 1, 1, 1]);
  const cell = (await place.joust(['show', ended[0].contest, '--events'])).stdout;
  expect(cell).toMatch(/"limits":\{[^}]*"attempts":1/);
  const log = (await left).stderr;
  expect(log).toContain('has left');
  expect(existsSync(join(place.home, 'spools')) ? readdirSync(join(place.home, 'spools')) : []).toEqual([]);
  expect(readdirSync(join(place.home, 'cells')).filter((name) => name !== 'none')).toEqual([]);
});
