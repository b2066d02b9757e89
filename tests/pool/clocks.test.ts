// A host whose clock is an hour off: it is neither given up nor gives others up, and times on record are the database's.
import { expect, it } from 'vitest';
import { thisOwner } from '../../src/contest/play/lease.ts';
import { openDispatch } from '../../src/dispatch/dbos-dispatch.ts';
import { Hosts } from '../../src/dispatch/hosts.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { Sweeper } from '../../src/pool/sweeper.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { rowsIn, schemaFor, sharedCluster } from '../setup/postgres.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();
const hourMs = 3_600_000;
const about = { machine: 'm', joust: '0', protocol: 1, places: 1, labels: ['any'], kinds: ['read'] } as const;

it.for([
  ['fast', hourMs],
  ['slow', -hourMs],
] as const)('may be %s by an hour', async ([name, offMs], context) => {
  if (typeof shared === 'string') return context.skip(shared);
  const url = shared.url(schemaFor(`clocks ${name} ${process.pid}`));
  const [hosts, dispatch] = [new Hosts(url), await openDispatch(url)];
  const said: string[] = [];
  const member = (host: string, offBy: number, lostAfterMs: number) => {
    const now = () => new Date(Date.now() + offBy);
    const ledger = new PostgresLedger({ url, now });
    const machine = { ...thisMachine(), now };
    const place = {
      hosts,
      dispatch,
      ledger,
      machine,
      host,
      lostAfterMs,
      say: (text: string) => said.push(text),
    };
    return {
      ledger,
      sweeper: new Sweeper(place),
      join: () => hosts.join(host, { ...about, lostAfterMs, process: host }),
    };
  };
  const [right, off] = [member('right', 0, 60_000), member('off', offMs, 60_000)];
  await Promise.all([right.join(), off.join()]);
  for (let time = 0; time < 5; time += 1) await off.sweeper.sweep();
  const states = async () => (await hosts.list()).map((one) => `${one.name} ${one.state}`).sort();
  expect([await states(), said]).toEqual([['off here', 'right here'], []]);
  // Somebody else's lease is as old for it as it is.
  await right.ledger.takeLease('c1', { ...thisOwner(), pool: 'right' }, () => false);
  const heard = (await off.ledger.lease('c1'))?.beatAt.getTime() ?? 0;
  expect(Math.abs(Date.now() + offMs - heard)).toBeLessThan(600_000);
  await off.ledger.append([{ contest: 'c1', events: [{ type: 'contest.cancelled', v: 1 }] }]);
  const [row] = rowsIn(
    url,
    `SELECT abs(extract(epoch FROM clock_timestamp() - at::timestamptz)) < 600 AS near FROM events`,
  );
  expect(row).toEqual({ near: true });
  // One that is silent is given up by whoever sweeps, also by the one whose clock is off.
  const silent = member('silent', 0, 1000);
  await silent.join();
  await until(async () => {
    await off.sweeper.sweep();
    return (await states()).includes('silent lost');
  });
  expect(await states()).toEqual(['off here', 'right here', 'silent lost']);
  for (const { ledger } of [right, off, silent]) await ledger.close();
  await dispatch.close();
  await hosts.close();
});
