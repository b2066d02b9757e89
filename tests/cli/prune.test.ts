// Contests off the record: rm and prune end to end, with players that live and players that were killed.
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, type TestContext } from 'vitest';
import { finished, type Project, project } from '../setup/project.ts';
import { noPty, startPty } from '../setup/pty.ts';
import { until } from '../setup/until.ts';

const scripts = {
  'long.json': JSON.stringify({
    rate: 100_000,
    steps: [{ raw: `${'x'.repeat(400_000)}\n` }, { say: 'the answer' }],
  }),
  'patient.json': JSON.stringify({
    rate: 1000,
    steps: [
      { append: 'starts', content: 'started\n' },
      { run: 'while [ ! -e go ]; do sleep 0.05; done' },
      { say: 'ok' },
    ],
  }),
};
const long = ['ask', '-c', 'scripted/./long.json', 'hi'];

function query<T>({ home }: Project, sql: string): T[] {
  const db = new DatabaseSync(join(home, 'ledger.db'));
  const rows = db.prepare(sql).all() as T[];
  db.close();
  return rows;
}
const count = (place: Project, table: string) =>
  query<{ n: number }>(place, `SELECT count(*) AS n FROM ${table}`)[0]?.n;
/** Moves every contest of the record into the past. */
const age = (place: Project) => query(place, "UPDATE events SET at = '2020' || substr(at, 5) RETURNING seq");

function blobFiles({ home }: Project): readonly string[] {
  const folder = join(home, 'blobs');
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.filter((path) => statSync(join(folder, path)).isFile());
}

describe('rm', () => {
  it('needs --yes without a terminal, and then leaves nothing of the contest', async () => {
    using place = project(scripts);
    await place.joust(long);
    const asked = await place.joust(['rm', '@last']);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('--yes');
    expect(blobFiles(place)).toHaveLength(1);
    const { code, stderr } = await place.joust(['rm', '@last', '--yes']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Contest \w+ is deleted; 4\d\d(\.\d)? kB freed\.\n$/);
    expect(blobFiles(place)).toEqual([]);
    for (const table of ['events', 'leases', 'blobs']) expect(count(place, table)).toBe(0);
    expect((await place.joust(['rm', '@last', '--yes'])).stderr).toContain('no contest yet');
  });

  it('keeps what another contest shares', async () => {
    using place = project(scripts);
    await place.joust(long);
    await place.joust(long);
    await place.joust(['rm', '@last', '--yes']);
    expect(blobFiles(place)).toHaveLength(1);
    const shown = await place.joust(['show', '@last', '--answer', 'scripted/./long.json']);
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('the answer') });
  });

  it('is refused while it is played, and while an attempt lives on after its player', async () => {
    using place = project(scripts);
    const player = place.start(['ask', '-c', 'scripted/./patient.json', 'hi']);
    const gone = finished(player);
    await until(() => existsSync(join(place.folder, 'starts')));
    const played = await place.joust(['rm', '@last', '--yes']);
    expect(played.code).toBe(1);
    expect(played.stderr).toContain(`cannot be removed: it is being played by process ${player.pid}`);
    expect(played.stderr).toContain('joust cancel');
    player.kill('SIGKILL');
    await gone;
    const living = await place.joust(['rm', '@last', '--yes']);
    expect(living).toMatchObject({ code: 1, stderr: expect.stringContaining('still runs') });
    await place.joust(['cancel', '@last']);
    expect((await place.joust(['rm', '@last', '--yes'])).code).toBe(0);
    expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
    expect(count(place, 'events')).toBe(0);
  });

  it('says in its question that a contest is not finished', async ({ skip }: TestContext) => {
    const missing = noPty();
    if (missing !== undefined) skip(missing);
    using place = project({
      'out.json': JSON.stringify({ steps: [{ quota: 'Usage limit reached. Try again in 2 hours.' }] }),
    });
    await place.joust(['ask', '-c', 'scripted/./out.json', 'hi']);
    await using pty = startPty(place, ['rm', '@last']);
    await until(() => pty.output().includes('[y/N]'));
    expect(pty.output()).toContain('is not finished: it is parked until a quota is back.');
    pty.type('n\r');
    expect((await pty.done).code).toBe(1);
  });

  it('asks on a terminal', async ({ skip }: TestContext) => {
    const missing = noPty();
    if (missing !== undefined) skip(missing);
    using place = project();
    await place.joust(['ask', '-c', 'scripted/quick', 'hi']);
    for (const [key, code, left] of [
      ['n\r', 1, true],
      ['y\r', 0, false],
    ] as const) {
      await using pty = startPty(place, ['rm', '@last']);
      await until(() => pty.output().includes('[y/N]'));
      pty.type(key);
      expect((await pty.done).code).toBe(code);
      expect(count(place, 'events') !== 0).toBe(left);
    }
  });
});

describe('prune', () => {
  it('lists what it would remove and asks on a terminal', async ({ skip }: TestContext) => {
    const missing = noPty();
    if (missing !== undefined) skip(missing);
    using place = project();
    await place.joust(['ask', '-c', 'scripted/quick', 'hi']);
    age(place);
    for (const [key, code, left] of [
      ['n\r', 1, true],
      ['y\r', 0, false],
    ] as const) {
      await using pty = startPty(place, ['prune', '--older-than', '1w']);
      await until(() => pty.output().includes('[y/N]'));
      expect(pty.output()).toMatch(/2020-[\s\S]*Would delete 1 contest[\s\S]*Delete this for good\?/);
      pty.type(key);
      expect((await pty.done).code).toBe(code);
      expect(count(place, 'events') !== 0).toBe(left);
    }
  });

  it('removes what is old enough, after saying so in a dry run, and leaves the rest', async () => {
    using place = project(scripts);
    await place.joust(long);
    age(place);
    await place.joust(['ask', '-c', 'scripted/quick', 'hi']);
    const events = count(place, 'events');
    const told = await place.joust(['prune', '--older-than', '30d', '--dry-run']);
    expect(told.stdout).toMatch(/^contest .*\n\w+ {2}2020-\d\d-\d\d \d\d:\d\d {2}4\d\d(\.\d)? kB\n$/);
    expect(told.stderr).toMatch(
      /^Would delete 1 contest, 0 unused content files, 0 left-over run folders: 4.* kB\.\n$/,
    );
    expect(count(place, 'events')).toBe(events);
    const refused = await place.joust(['prune', '--older-than', '30d']);
    expect(refused).toMatchObject({ code: 2, stdout: told.stdout });
    expect(refused.stderr).toContain('Add --yes');
    expect(count(place, 'events')).toBe(events);
    const done = await place.joust(['prune', '--older-than', '30d', '--yes']);
    expect(done).toMatchObject({ code: 0, stdout: told.stdout });
    expect(done.stderr).toMatch(/^Deleted 1 contest, .* kB\.\n$/);
    expect(blobFiles(place)).toEqual([]);
    expect((await place.joust(['list'])).stdout.trim().split('\n')).toHaveLength(1);
    const again = await place.joust(['prune', '--older-than', '30d', '--yes']);
    expect(again).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing to delete.\n' });
  });

  it('keeps results where asked: the log is known to be pruned, everything else is there', async () => {
    using place = project(scripts);
    await place.joust(long);
    age(place);
    const events = (await place.joust(['show', '@last', '--events'])).stdout;
    const { stderr } = await place.joust(['prune', '--older-than', '1w', '--keep-results', '-y']);
    expect(stderr).toMatch(/^Deleted the logs of 1 contest, .* kB/);
    expect(blobFiles(place)).toEqual([]);
    expect((await place.joust(['show', '@last', '--events'])).stdout).toBe(events);
    expect((await place.joust(['show', '@last'])).stdout).toContain('the answer');
    const log = await place.joust(['show', '@last', '--log', 'scripted/./long.json']);
    expect(log).toMatchObject({ code: 0, stdout: expect.stringMatching(/this log was pruned on \d{4}-/) });
    expect((await place.joust(['export', '@last', 'out', '--operator'])).code).toBe(0);
    expect(existsSync(join(place.folder, 'out/logs'))).toBe(false);
    expect((await place.joust(['resume', '@last'])).stdout).toContain('the answer');
  });

  it('removes stray blobs and deserted spools, and none in which somebody lives', async () => {
    using place = project(scripts);
    const player = place.start(['ask', '-c', 'scripted/./patient.json', 'hi']);
    const gone = finished(player);
    await until(() => existsSync(join(place.folder, 'starts')));
    age(place);
    const stray = join(place.home, 'spools', 'nobody-123');
    mkdirSync(stray, { recursive: true });
    writeFileSync(join(stray, 'claim'), '4194305 1\n');
    const sha256 = 'ab'.repeat(32);
    mkdirSync(join(place.home, 'blobs/ab'), { recursive: true });
    const unnamed = join(place.home, 'blobs/ab', sha256.slice(2));
    writeFileSync(unnamed, 'stray');
    utimesSync(unnamed, 1000, 1000);
    const { code, stderr } = await place.joust(['prune', '--older-than', '30d', '--yes']);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^\w+ stays: .*\n.*--unfinished\.\nDeleted 0 contests, 1 unused content file, 1 left-over run folder: 15 bytes\.\n$/,
    );
    expect(existsSync(stray)).toBe(false);
    expect(blobFiles(place)).toEqual([]);
    place.write('go', '');
    expect((await gone).code).toBe(0);
  });

  it('keeps what resume, answer or pick could still use, and says why', async () => {
    using place = project({
      ...scripts,
      'out.json': JSON.stringify({ steps: [{ quota: 'Usage limit reached. Try again in 2 hours.' }] }),
    });
    place.config('[contestants.own]\nagent = "command"\ncommand = ["cat"]\n');
    await place.joust(['ask', '-c', 'scripted/quick', 'finished']);
    await place.joust(['ask', '-c', 'scripted/./out.json', 'parked']);
    await place.joust(['ask', '-c', 'own', 'waiting'], { env: { JOUST_BUDGET_CONFIRM_TOKENS: '1' } });
    await place.joust(['arena', '-c', 'scripted/quick', '-c', 'scripted/steady', 'blind']);
    const player = place.start(['ask', '-c', 'scripted/./patient.json', 'interrupted']);
    const gone = finished(player);
    await until(() => existsSync(join(place.folder, 'starts')));
    player.kill('SIGINT');
    await gone;
    place.write('go', '');
    const [, question] =
      (await place.joust(['list', '--state', 'parked', '--json'])).stdout.match(/"id":"(\w+)"/) ?? [];
    age(place);
    await place.joust(['judge', question ?? '', '-j', 'own'], { env: { JOUST_BUDGET_CONFIRM_TOKENS: '1' } });
    const { stdout, stderr, code } = await place.joust(['prune', '--older-than', '30d', '--yes']);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(2);
    for (const why of [
      'it is parked until a quota is back',
      'it waits for an answer',
      'it was interrupted and can be resumed',
    ])
      expect(stderr).toContain(` stays: ${why}.`);
    expect(stderr.match(/ stays: /g)).toHaveLength(4);
    expect((await place.joust(['list', '--json'])).stdout.trim().split('\n').length).toBeGreaterThan(3);
    const all = await place.joust(['prune', '--older-than', '30d', '--unfinished', '--yes']);
    expect(all.stderr).toContain('Deleted 4 contests');
  });

  it.each([[['--older-than', 'soon']], [['--older-than', '-1d']]])(
    'refuses what is no age: %j',
    async (args) => {
      using place = project();
      const { code, stderr } = await place.joust(['prune', ...args]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/joust: /);
    },
  );
});
