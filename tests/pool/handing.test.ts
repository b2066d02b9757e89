// Whoever opens, answers or resumes a contest of the pool may die at any moment: a host plays it, exactly once, or it was never opened.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, type TestContext } from 'vitest';
import { openDispatch } from '../../src/dispatch/dbos-dispatch.ts';
import { schemaOf } from '../../src/dispatch/dbos-queues.ts';
import { readAddress } from '../../src/ledger/database-address.ts';
import { type PoolPlace, paidOf, paidOnce, poolPlace } from '../setup/pool-place.ts';
import { rowsIn, sharedCluster } from '../setup/postgres.ts';
import { finished, type Ran } from '../setup/project.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();

function placeFor(context: TestContext, toml = ''): PoolPlace {
  if (typeof shared === 'string') return context.skip(shared);
  const place = poolPlace((schema) => shared.url(schema), { toml });
  place.go();
  return place;
}

const ask = ['ask', '--pool', '-c', 'a', '-c', 'b'];
/** Everything has to be agreed to. */
const asked = '[budget]\nconfirm_tokens = 1\n';

const opened = (place: PoolPlace) =>
  rowsIn(place.url, `SELECT contest FROM events WHERE type = 'contest.opened'`).map(({ contest }) =>
    String(contest),
  );

const sessions = (place: PoolPlace, where: string) =>
  rowsIn(place.url, `SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND ${where}`).length;

async function dies(place: PoolPlace, at: string, args: readonly string[]): Promise<Ran> {
  const ran = await place.submitter.joustAlone(args, { env: { JOUST_TEST_FAILPOINT: at } });
  expect(ran.code).toBe(null);
  return ran;
}

describe('a contest of the pool', () => {
  it('is played once when its client dies right after opening it, in the foreground or detached', async (context) => {
    await using place = placeFor(context);
    await place.host().work();
    await dies(place, 'after contest.opened', [...ask, 'foreground']);
    await dies(place, 'after contest.opened', [...ask, '--detach', 'detached']);
    const ids = opened(place);
    expect(ids).toHaveLength(2);
    await place.closed(ids);
    expect(paidOf(place.bill())).toEqual(paidOnce(['detached', 'foreground']));
  });

  it('is neither on record nor in a queue when its client dies before both are committed', async (context) => {
    await using place = placeFor(context);
    const [first = ''] = await place.submit(['first']);
    await dies(place, 'before contest.opened', [...ask, 'before']);
    const client = new pg.Client({ connectionString: place.url.replace(/\?.*$/, '') });
    context.onTestFinished(() => client.end());
    await client.connect();
    // Its opening is written, and its ticket waits for this lock.
    const queue = `"${schemaOf(readAddress(place.url))}".workflow_status`;
    await client.query(`BEGIN; LOCK ${queue} IN SHARE ROW EXCLUSIVE MODE`);
    const child = place.submitter.start([...ask, '--detach', 'amid']);
    const ended = finished(child);
    await until(
      () => sessions(place, `wait_event_type = 'Lock' AND query LIKE 'INSERT INTO ${queue}%'`) === 1,
    );
    child.kill('SIGKILL');
    await ended;
    await client.query('COMMIT');
    await until(() => sessions(place, `query LIKE 'INSERT INTO ${queue}%'`) === 0);
    expect(opened(place)).toEqual([first]);
    const dispatch = await openDispatch(place.url);
    expect((await dispatch.list()).map(({ contest }) => contest)).toEqual([first]);
    await dispatch.close();
  });

  it('is played once when its client dies right after it agreed to the cost, or answered a question', async (context) => {
    await using place = placeFor(context, asked);
    await place.host().work();
    await dies(place, 'after gate.answered', [...ask, '--yes', 'agreed']);
    const waiting = await place.submitter.joust([...ask, '--detach', 'answered']);
    const answered = waiting.stdout.trim();
    await dies(place, 'after gate.answered', ['answer', answered, 'yes']);
    await place.closed(opened(place));
    expect(paidOf(place.bill())).toEqual(paidOnce(['agreed', 'answered']));
  });

  it('is played on once when whoever lets failed attempts run again dies in between', async (context) => {
    await using place = placeFor(context);
    await place.host().work();
    const script = join(place.folder, 'out.json');
    writeFileSync(script, JSON.stringify({ rate: 1000, steps: [{ fail: 'not today' }] }));
    const { stdout } = await place.submitter.joust([
      'ask',
      '--pool',
      '--detach',
      '-c',
      `scripted/${script}`,
      '-c',
      'a',
      'hi',
    ]);
    const id = stdout.trim();
    await place.closed([id]);
    writeFileSync(script, JSON.stringify({ rate: 1000, steps: [{ say: 'fine' }] }));
    await dies(place, 'after attempt.reopened', ['resume', id, '--retry-failed']);
    const ends = async () => (await place.events(id)).filter(({ type }) => type === 'contest.closed').length;
    await until(async () => (await ends()) === 2, 100_000);
    expect(place.bill()).toHaveLength(1);
  });
});
