// The record in PostgreSQL from end to end: contests, killed players, a database that is restarted or away, and where its address is not.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import { type Cluster, ownCluster, password, schemaFor, sharedCluster } from '../setup/postgres.ts';
import { finished, type Project, project } from '../setup/project.ts';
import { half, racePlace, solve, testCheck } from '../setup/race-place.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();
const clusters: Cluster[] = [];
afterAll(() => {
  for (const cluster of clusters) cluster.remove();
});

function addressOf(context: TestContext): string {
  if (typeof shared === 'string') return context.skip(shared);
  return shared.url(schemaFor(`${context.task.id} ${process.pid}`));
}

const patient = {
  'patient.json': JSON.stringify({
    rate: 1000,
    steps: [
      { append: 'starts', content: 'started\n' },
      { run: 'env > environment; while [ ! -e go ]; do sleep 0.05; done' },
      { say: 'an answer' },
    ],
  }),
};
const contestant = 'scripted/./patient.json';
const starts = ({ folder }: Project) =>
  existsSync(join(folder, 'starts'))
    ? readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n').length
    : 0;
const begun = (place: Project) => until(() => existsSync(join(place.folder, 'environment')));
const go = (place: Project) => writeFileSync(join(place.folder, 'go'), '');
const spellings = [password, encodeURIComponent(password), encodeURI(password)];

function expectNoSecret(text: string): void {
  for (const secret of spellings) expect(text).not.toContain(secret);
}

/** Every file below a folder as one text. */
function everything(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}

describe('a contest on record in PostgreSQL', () => {
  it('is played on after its player was killed, and told by every command; its address stays where it was said', async (context) => {
    using place = project(patient, { JOUST_LEDGER: addressOf(context) });
    place.config('[env]\npass = ["JOUST_*"]\n');
    const player = place.start(['ask', '-c', contestant, 'why?']);
    await begun(place);
    player.kill('SIGKILL');
    await finished(player);
    go(place);
    const resumed = await place.joust(['resume', '@last']);
    expect([resumed.code, starts(place)]).toEqual([0, 1]);
    expect(resumed.stdout).toContain('an answer');
    const told = [
      await place.joust(['show']),
      await place.joust(['show', '--events']),
      await place.joust(['list']),
      await place.joust(['doctor']),
      await place.joust(['config', 'show']),
      await place.joust(['tail', '@last']),
    ];
    expect(told[0]?.stdout).toContain('an answer');
    expect(told[1]?.stdout).toContain('attempt.ended');
    expect(told[2]?.stdout).toContain('why?');
    expect(told[3]?.stdout).toMatch(/✔ ledger: PostgreSQL 127\.0\.0\.1:\d+\/postgres, schema t_/);
    expect(told[3]?.stdout).toContain('✔ pool: no host is at work (joust worker)');
    expect(told[5]?.stdout).toContain('an answer');
    for (const { stdout, stderr } of told) expectNoSecret(stdout + stderr);
    expectNoSecret(everything(place.home));
    const environment = readFileSync(join(place.folder, 'environment'), 'utf8');
    expect(environment).not.toContain('JOUST_LEDGER');
    expect(existsSync(join(place.home, 'ledger.db'))).toBe(false);
  });

  it('may be a race, is copied into a home and back, and is applied from there', async (context) => {
    using place = racePlace();
    const url = addressOf(context);
    place.contestants({ a: solve, b: half }, `[ledger]\nurl = ${JSON.stringify(url)}\n`);
    const { code, stderr } = await place.race(['a', 'b'], testCheck);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const shown = await place.joust(['show']);
    const copy = join(place.outside, 'copy');
    const copied = await place.joust(['ledger', 'copy', 'here', copy]);
    expect(copied.stderr).toMatch(/^1 contest copied with .*of content\.\n$/);
    expect((await place.joust(['ledger', 'copy', 'here', copy])).stderr).toMatch(
      /^0 contests copied.*; 1 contest had been there/,
    );
    const back = await place.joust(['ledger', 'copy', copy, `${url}_back`, '--json']);
    expect(JSON.parse(back.stdout)).toMatchObject({ v: 1, copied: [copied.stdout.trim()], left: {} });
    const places: readonly Readonly<Record<string, string>>[] = [
      { JOUST_LEDGER: `${url}_back` },
      { JOUST_HOME: copy, JOUST_CONFIG_DIR: join(place.outside, 'none') },
    ];
    for (const env of places) {
      const there = await place.joustAlone(['show'], { env });
      expect(there).toEqual(shown);
    }
    expect((await place.joust(['apply', '@last', '--yes'])).code).toBe(0);
  });

  it('ends well when the database is started anew amid it; one that is away is told, and nothing is lost', async (context) => {
    const cluster = await ownCluster();
    if (typeof cluster === 'string') return context.skip(cluster);
    clusters.push(cluster);
    using place = project(patient, { JOUST_LEDGER: cluster.url() });
    const player = finished(place.start(['ask', '-c', contestant, 'why?']));
    await begun(place);
    cluster.stop();
    const away = await place.joust(['list']);
    expect([away.code, away.stdout]).toEqual([1, '']);
    expect(away.stderr).toMatch(
      /^joust: the ledger in PostgreSQL 127\.0\.0\.1:\d+\/postgres: connect ECONNREFUSED/,
    );
    expect(away.stderr).toContain('joust resume');
    const asked = await place.joust(['ask', '-c', contestant, 'what?']);
    expect([asked.code, starts(place)]).toEqual([1, 1]);
    go(place);
    cluster.start();
    const { code, stdout } = await player;
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('an answer') });
    expect((await place.joust(['list'])).stdout.match(/why\?/g)).toHaveLength(1);
    expect(starts(place)).toBe(1);
  });
});

describe('an address', () => {
  it('that is none is refused, without being shown', async () => {
    using place = project();
    for (const env of [
      { JOUST_LEDGER: 'mysql://me:hidden@db/joust' },
      { JOUST_LEDGER: 'postgres://me:hidden@db:x/joust' },
    ]) {
      const { code, stdout, stderr } = await place.joustAlone(['list'], { env });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('the address of the ledger cannot be read');
      expect(stderr).not.toContain('hidden');
    }
    place.config('[ledger]\nurl = "hidden"\n');
    const wrong = await place.joust(['config', 'show']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('ledger.url is not allowed')]);
    expect(wrong.stderr).not.toContain('hidden');
    place.config('[ledger]\nulr = "postgres://x/y"\n');
    expect(await place.joust(['list'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('[ledger] has to have a url'),
    });
  });

  it('is nothing a project may say, trusted or not', async () => {
    using place = project({ '.joust/config.toml': '[ledger]\nurl = "postgres://evil/joust"\n' });
    const refused = {
      code: 2,
      stderr: expect.stringContaining("a project's file may not say where the record is"),
    };
    expect(await place.joust(['ask', '-c', 'scripted/quick', 'hi'])).toMatchObject(refused);
    expect(await place.joust(['trust', '--yes'])).toMatchObject(refused);
    using other = project({ '.joust/config.toml': '' });
    expect(
      await other.joust(['config', 'set', 'ledger.url', 'postgres://evil/joust', '--project']),
    ).toMatchObject(refused);
  });
});
