// Deaths in a pool, with a bill that is kept outside as the judge: what was paid for is paid for once, unless a machine is gone.
import { describe, expect, it, type TestContext } from 'vitest';
import { type PoolHost, type PoolPlace, paidOf, paidOnce, poolPlace } from '../setup/pool-place.ts';
import { ownCluster, sharedCluster } from '../setup/postgres.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();

function placeFor(context: TestContext): PoolPlace {
  if (typeof shared === 'string') return context.skip(shared);
  return poolPlace((schema) => shared.url(schema));
}

/** What happens by chance happens in one of many. */
const many = { repeats: process.env['JOUST_SWEEP'] === 'all' ? 19 : 0 };
const places = ['--places', '2'];
/** Nobody is given up, however busy the machine is. */
const patient = [...places, '--lost-after', '80s'];
const prompts = Array.from({ length: 6 }, (_, at) => `contest ${at}`);

/** Two hosts with everything in flight that they have places for, and more waiting. */
async function inFlight(place: PoolPlace, args = places) {
  const hosts = [place.host(), place.host()] as const;
  const workers = await Promise.all([hosts[0].work(args), hosts[1].work(args)]);
  const ids = await place.submit(prompts);
  await until(() => place.bill().length === 8);
  return { hosts, workers, ids };
}

const there = (place: PoolPlace, { machine }: PoolHost) =>
  place.bill().filter(({ host }) => host === machine);

async function lossesIn(place: PoolPlace, ids: readonly string[]) {
  const records = await Promise.all(ids.map((id) => place.events(id)));
  return records.flat().filter((event) => event.type === 'attempt.lost');
}

/** Of a run that was given up nothing more is on record. */
async function endedAfterLoss(place: PoolPlace, ids: readonly string[]) {
  const records = await Promise.all(ids.map((id) => place.events(id)));
  return records.flatMap((record) => {
    const lost = record.flatMap((event) =>
      event.type === 'attempt.lost' ? [`${event.key} ${event.run}`] : [],
    );
    return record.filter(
      (event) =>
        event.type !== 'attempt.lost' &&
        event.type !== 'attempt.started' &&
        'run' in event &&
        lost.includes(`${event.key} ${event.run}`),
    );
  });
}

describe('a pool of hosts', () => {
  it(
    'plays everything once; a worker that is killed is started anew and goes on with what it began',
    many,
    async (context) => {
      await using place = placeFor(context);
      const { hosts, workers, ids } = await inFlight(place, patient);
      workers[0].signal('SIGKILL');
      await workers[0].ended;
      await hosts[0].work(patient);
      place.go();
      await place.closed(ids);
      expect(paidOf(place.bill())).toEqual(paidOnce(prompts));
      expect(await lossesIn(place, ids)).toEqual([]);
      expect(hosts.flatMap((host) => host.spools())).toEqual([]);
    },
  );

  it(
    'plays what was in flight on a machine that is gone again elsewhere, with that on record, and nothing else',
    many,
    async (context) => {
      await using place = placeFor(context);
      const { hosts, ids } = await inFlight(place);
      const lost = paidOf(there(place, hosts[0]));
      await hosts[0].kill();
      place.go();
      await place.closed(ids);
      expect(paidOf(place.bill())).toEqual([...paidOnce(prompts), ...lost].sort());
      const losses = await lossesIn(place, ids);
      expect(losses).toHaveLength(lost.length);
      for (const loss of losses) expect(loss).toMatchObject({ host: expect.stringMatching(/^host1-/) });
    },
  );

  it(
    'goes on without a host that is only stopped, which then drops what it lost, joins again and takes more',
    many,
    async (context) => {
      await using place = placeFor(context);
      const { hosts, workers, ids } = await inFlight(place);
      const lost = paidOf(there(place, hosts[0]));
      const spools = hosts[0].spools();
      workers[0].signal('SIGSTOP');
      await until(async () => (await lossesIn(place, ids)).length === lost.length);
      workers[0].signal('SIGCONT');
      await until(() => !hosts[0].spools().some((name) => spools.includes(name)));
      place.go();
      await place.closed(ids);
      expect(paidOf(place.bill())).toEqual([...paidOnce(prompts), ...lost].sort());
      // Whatever ran there was ended before anybody could go on.
      expect(place.bill().filter(({ ended }) => !ended)).toHaveLength(lost.length);
      expect(await endedAfterLoss(place, ids)).toEqual([]);
      workers[1].signal('SIGTERM');
      await workers[1].ended;
      const more = await place.submit(['one more']);
      await place.closed(more);
      expect(there(place, hosts[0]).map(({ prompt }) => prompt)).toContain('one more');
    },
  );

  it(
    'goes on with a machine that was switched off and on before anybody missed it',
    many,
    async (context) => {
      await using place = placeFor(context);
      const { hosts, ids } = await inFlight(place, patient);
      const lost = paidOf(there(place, hosts[0]));
      await hosts[0].kill();
      await hosts[0].work(patient);
      place.go();
      await place.closed(ids);
      expect(paidOf(place.bill())).toEqual([...paidOnce(prompts), ...lost].sort());
      expect(paidOf(there(place, hosts[0]).filter(({ ended }) => !ended))).toEqual(lost);
      expect(await lossesIn(place, ids)).toHaveLength(lost.length);
      expect(hosts.flatMap((host) => host.spools())).toEqual([]);
    },
  );

  it('goes on when its database was started anew', many, async (context) => {
    const cluster = await ownCluster();
    if (typeof cluster === 'string') return context.skip(cluster);
    context.onTestFinished(() => cluster.remove());
    await using place = poolPlace((schema) => cluster.url(schema));
    const { ids } = await inFlight(place, patient);
    cluster.stop();
    cluster.start();
    place.go();
    await place.closed(ids);
    expect(paidOf(place.bill())).toEqual(paidOnce(prompts));
    expect(await lossesIn(place, ids)).toEqual([]);
  });
});
