// Who plays what in a pool: labels, kinds and protocols; hosts that leave or are full; cancelling, questions and quotas; and where the
// address of the database is not.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { openDispatch } from '../../src/dispatch/dbos-dispatch.ts';
import { schemaOf } from '../../src/dispatch/dbos-queues.ts';
import { PostgresSession } from '../../src/ledger/postgres/postgres-session.ts';
import { type PoolPlace, paidOf, paidOnce, poolPlace } from '../setup/pool-place.ts';
import { password, sharedCluster } from '../setup/postgres.ts';
import { processesOf } from '../setup/processes.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();

function placeFor(context: TestContext, toml = ''): PoolPlace {
  if (typeof shared === 'string') return context.skip(shared);
  return poolPlace((schema) => shared.url(schema), { toml });
}

const spellings = [password, encodeURIComponent(password), encodeURI(password)];
const typesOf = async (place: PoolPlace, id: string) => (await place.events(id)).map(({ type }) => type);

describe('a host of a pool', () => {
  it('takes what it has the label, the kind and the protocol for, alone on its home; the rest waits, and hosts says so', async (context) => {
    await using place = placeFor(context);
    const host = place.host();
    await host.work(['--labels', 'gpu', '--accept', 'read']);
    const second = await host.start(['worker']).ended;
    expect([second.code, second.stderr]).toEqual([
      1,
      expect.stringMatching(/^joust: host1-\w+ is at work already: process \d+\n/),
    ]);
    const dispatch = await openDispatch(place.url);
    const tickets = [
      { contest: 'nobody1', label: 'any', kind: 'read', protocol: 1 },
      { contest: 'nobody2', label: 'gpu', kind: 'race', protocol: 1 },
      { contest: 'nobody3', label: 'gpu', kind: 'read', protocol: 99 },
    ] as const;
    for (const ticket of tickets) await dispatch.submit(ticket);
    place.go();
    const ids = await place.submit(['one'], ['--pool=gpu']);
    await place.closed(ids);
    const waiting = (await dispatch.list())
      .filter(({ state }) => state !== 'taken')
      .map(({ contest, state }) => [contest, state]);
    expect(waiting.sort()).toEqual(tickets.map(({ contest }) => [contest, 'queued']));
    const { stdout } = await place.submitter.joust(['hosts']);
    for (const words of ['any (read, protocol 1)', 'gpu (race, protocol 1)', 'gpu (read, protocol 99)'])
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(words);
    await dispatch.close();
  });

  it('begins with what was taken in its name and never begun', async (context) => {
    await using place = placeFor(context);
    const host = place.host();
    await host.work();
    place.go();
    const [id = ''] = await place.submit(['one'], ['--pool=nobody']);
    const session = new PostgresSession(place.url);
    // As it is left by a database that failed right then.
    await session.pool().query(
      `UPDATE "${schemaOf(session.address)}".workflow_status
       SET status = 'PENDING', executor_id = (SELECT name FROM "${session.address.schema}".hosts), started_at_epoch_ms = 1
       WHERE workflow_uuid = $1`,
      [`${id}.1`],
    );
    await place.closed([id]);
    await session.close();
  });

  it('ends what is cancelled elsewhere, and goes on with the rest; leaving it gives back, drained it finishes', async (context) => {
    await using place = placeFor(context);
    const [first, second] = [place.host(), place.host()];
    const worker = await first.work();
    const [cancelled = '', kept = ''] = await place.submit(['cancelled', 'kept']);
    await until(() => place.bill().length === 4);
    expect((await place.submitter.joust(['cancel', cancelled])).code).toBe(0);
    await until(() => processesOf(`JOUST_ATTEMPT_${cancelled}`).length === 0);
    expect(processesOf(`JOUST_ATTEMPT_${kept}`).length).toBeGreaterThan(0);
    await until(() => first.spools().every((name) => name.startsWith(kept)));
    const other = await second.work();
    worker.signal('SIGTERM');
    expect((await worker.ended).code).toBe(130);
    await until(() => place.bill().filter(({ host }) => host === 'host2').length === 2);
    const drained = await second.start(['worker', '--drain']).ended;
    expect(drained.stderr).toMatch(/^host2-\w+ takes nothing more/);
    await until(() => other.said().includes('takes nothing more'));
    const [waits = ''] = await place.submit(['waits']);
    place.go();
    expect((await other.ended).code).toBe(0);
    await place.closed([kept]);
    expect(await typesOf(place, waits)).not.toContain('attempt.started');
    const last = await first.work(['--until-empty']);
    expect((await last.ended).code).toBe(0);
    await place.closed([waits]);
    const given = ['kept a', 'kept b'];
    expect(paidOf(place.bill())).toEqual([...paidOnce(['cancelled', 'kept', 'waits']), ...given].sort());
    expect((await typesOf(place, kept)).filter((type) => type === 'attempt.interrupted')).toHaveLength(2);
    expect([...first.spools(), ...second.spools()]).toEqual([]);
    for (const secret of spellings) expect(place.everything()).not.toContain(secret);
    expect(place.everything()).not.toContain('JOUST_LEDGER');
  });

  it('plays on what waited for a quota when it is back, and what waited for an answer when it is given', async (context) => {
    await using place = placeFor(context);
    const script = join(place.folder, 'out.json');
    const failing = { fail: 'slow down', status: 429, retryAfterMs: 200 };
    writeFileSync(script, JSON.stringify({ rate: 1000, steps: [failing] }));
    place.go();
    await place.host().work();
    const parked = await place.submitter.joust([
      'ask',
      '--pool',
      '--detach',
      '-c',
      `scripted/${script}`,
      'hi',
    ]);
    const arena = await place.submitter.joust([
      'arena',
      '--pool',
      '--detach',
      '-c',
      'a',
      '-c',
      'b',
      'which?',
    ]);
    expect([parked.code, arena.code, parked.stderr + arena.stderr]).toEqual([0, 0, expect.anything()]);
    const [waits = '', asks = ''] = [parked, arena].map(({ stdout }) => stdout.trim());
    await until(
      async () => (await typesOf(place, waits)).filter((type) => type === 'attempt.parked').length > 3,
    );
    writeFileSync(script, JSON.stringify({ rate: 1000, steps: [{ say: 'fine' }] }));
    await until(async () => (await typesOf(place, asks)).includes('gate.asked'));
    expect((await place.submitter.joust(['pick', asks, 'A'])).code).toBe(0);
    await place.closed([waits, asks]);
    expect(place.bill()).toHaveLength(2);
  });
});
