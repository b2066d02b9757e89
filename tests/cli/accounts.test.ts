// What an account may take holds over all joust processes of one ledger; the bill is kept outside of it.
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { schemaFor, sharedCluster } from '../setup/postgres.ts';
import { finished, type Project, project } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { ended, outputLines } from './output-lines.ts';

const shared = await sharedCluster();
const ledgers = ['SQLite', 'PostgreSQL'] as const;

function placeOn(context: TestContext, ledger: (typeof ledgers)[number]): Project {
  if (ledger === 'SQLite') return project();
  if (typeof shared === 'string') return context.skip(shared);
  return project({}, { JOUST_LEDGER: shared.url(schemaFor(`${context.task.id} ${process.pid}`)) });
}

/** A line for each start or end: what, and when. */
function bill({ folder }: Project): readonly { readonly what: string; readonly at: number }[] {
  const path = join(folder, 'bill');
  const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  const lines = text === '' ? [] : text.split('\n').map((line) => line.split(' '));
  return lines.map(([what = '', ns = '']) => ({ what, at: Number(ns) / 1e6 }));
}
const note = (what: string) => `echo ${what} $(date +%s%N) >>bill`;
const whats = (place: Project) => bill(place).map(({ what }) => what);

const contestant = (name: string, script: string) => `[contestants.${name}]
agent = "command"
command = ["sh", "-c", ${JSON.stringify(script)}]
`;
/** Nobody ends before it is told to, or its folder is gone. */
const patient = `${note('begin')}; until [ -e go ] || [ ! -e bill ]; do sleep 0.05; done; ${note('end')}; echo done`;

/** How often it has said that an attempt waits for its account. */
function waiting(player: ChildProcess): () => number {
  let said = '';
  player.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  return () =>
    said.split('\n').filter((line) => line.includes('"attempt.queued"') && line.includes('"account worker"'))
      .length;
}

const ask = (place: Project, who: string) => place.start(['ask', '--json', '-c', who, 'hi']);

describe.each(ledgers)('an account, with the record in %s', (ledger) => {
  it('is called no more often than it may, whoever calls', async (context) => {
    using place = placeOn(context, ledger);
    const perMinute = 240;
    place.config(
      `${contestant('worker', `${note('start')}; echo done`)}[accounts.worker]\nper_minute = ${perMinute}\n`,
    );
    const beganMs = Date.now();
    const ran = await Promise.all([1, 2, 3].map(() => finished(ask(place, 'worker*3'))));
    for (const { code, stdout } of ran) expect([code, ended(stdout).length]).toEqual([0, 3]);
    const starts = bill(place)
      .map(({ at }) => at - beganMs)
      .sort((a, b) => a - b);
    expect(starts).toHaveLength(9);
    // However long a process takes to start: nobody begins before its turn, and the first turn was not before all this.
    for (const [turn, ms] of starts.entries()) expect(ms).toBeGreaterThanOrEqual(turn * (60_000 / perMinute));
    const told = ran
      .flatMap(({ stdout }) => outputLines(stdout))
      .filter(({ type }) => type === 'attempt.queued');
    expect(told).toContainEqual(expect.objectContaining({ lane: 'account worker', ahead: 1 }));
  });

  it('has no more attempts at once than it may, whoever plays; one that was killed gives its place back', async (context) => {
    using place = placeOn(context, ledger);
    place.config(`${contestant('worker', patient)}[accounts.worker]\nparallel = 2\n`);
    const killed = ask(place, 'worker');
    const dead = finished(killed);
    await until(() => whats(place).length === 1);
    const players = [1, 2].map(() => ask(place, 'worker*2'));
    const queues = players.map(waiting);
    const runs = Promise.all(players.map((player) => finished(player)));
    await until(() => queues.reduce((sum, queued) => sum + queued(), 0) >= 3 && whats(place).length >= 2);
    killed.kill('SIGKILL');
    await dead;
    expect(whats(place)).toEqual(['begin', 'begin']);
    place.write('go', '');
    for (const { code, stdout } of await runs) expect([code, ended(stdout).length]).toEqual([0, 2]);
    let now = 0;
    for (const what of whats(place)) {
      now += what === 'begin' ? 1 : -1;
      expect(now).toBeLessThanOrEqual(2);
    }
    expect(whats(place)).toHaveLength(10);
  });

  it('that is out of quota is parked for all who have it, in contests that are being played and new ones', async (context) => {
    using place = placeOn(context, ledger);
    const out = { fail: 'Usage limit reached. Try again in 2 hours.', status: 429 };
    place.write('out.json', JSON.stringify({ rate: 1000, steps: [{ run: note('out') }, out] }));
    place.write('fine.json', JSON.stringify({ rate: 1000, steps: [{ run: note('fine') }, { say: 'fine' }] }));
    // In SQLite contests go by what each has met, unless the account is one of the config.
    const login = ledger === 'SQLite' ? '[accounts.scripted]\nlogin = "team"\n' : '';
    place.config(`${contestant('worker', patient)}${login}`);
    const who = (name: string) => [
      '-c',
      ledger === 'SQLite' ? `scripted/./${name}.json` : 'scripted/./out.json',
    ];
    const second = place.start([
      'ask',
      '--json',
      '--max-parallel',
      '1',
      '-c',
      'worker',
      ...who('fine'),
      'hi',
    ]);
    const played = finished(second);
    await until(() => whats(place).includes('begin'));
    const first = await finished(place.start(['ask', '--json', '-c', 'scripted/./out.json', 'hi']));
    expect(outputLines(first.stdout)).toContainEqual(expect.objectContaining({ type: 'attempt.parked' }));
    place.write('go', '');
    const third = await place.joustAlone(['ask', '--json', '-c', 'worker', ...who('fine'), 'hi']);
    for (const { stdout } of [await played, third]) {
      expect(ended(stdout).map((one) => [one.contestant, one.outcome])).toEqual([['worker', 'ok']]);
      expect(outputLines(stdout)).toContainEqual(
        expect.objectContaining({ type: 'attempt.parked', reason: out.fail, guessed: false }),
      );
    }
    expect(whats(place).toSorted()).toEqual(['begin', 'begin', 'end', 'end', 'out']);
  });
});
