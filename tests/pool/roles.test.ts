// Everything a person does in a pool, by the real commands under the role joust_submitter, with a host under joust_worker.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { type PoolPlace, poolPlace } from '../setup/pool-place.ts';
import { asOwner, type PoolRoles, poolRoles } from '../setup/pool-roles.ts';
import { sharedCluster } from '../setup/postgres.ts';
import type { Ran } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();
const hand = `[contestants.hand]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo new >code.txt; echo done"]\n`;

interface Place extends AsyncDisposable {
  readonly pool: PoolPlace;
  readonly roles: PoolRoles;
  /** A command of the submitter's. */
  as(...args: readonly string[]): Promise<Ran>;
  /** The same, which has to end with 0. */
  done(...args: readonly string[]): Promise<string>;
  sql(text: string): Promise<readonly Record<string, unknown>[]>;
}

async function placeFor(context: TestContext): Promise<Place> {
  if (typeof shared === 'string') return context.skip(shared);
  const pool = poolPlace((schema) => shared.url(schema), { seconds: '0', toml: hand });
  const schema = new URL(pool.url).searchParams.get('schema') ?? '';
  const roles = await poolRoles(shared, schema);
  const as: Place['as'] = (...args) =>
    pool.submitter.joust(args, { env: { JOUST_LEDGER: roles.urls.submitter } });
  return {
    pool,
    roles,
    as,
    async done(...args) {
      const { code, stdout, stderr } = await as(...args);
      expect([args.join(' '), code, code === 0 ? '' : stderr]).toEqual([args.join(' '), 0, '']);
      return stdout.trim();
    },
    sql: (text) => asOwner(shared, text.replaceAll('joust.', `${schema}.`)),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

it('lets a submitter ask, race, decide, apply and look up, with a host that plays it', async (context) => {
  await using place = await placeFor(context);
  const { pool, roles, as, done } = place;
  const { submitter } = pool;
  const { git, write } = madeRepository(submitter.folder);
  write('code.txt', 'old\n');
  // Its base is stored in pieces.
  write('large.bin', Array.from({ length: 60_000 }, (_, at) => Math.sin(at).toString(36)).join('\n'));
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  const host = pool.host();
  const works = () => host.work([], { env: { JOUST_LEDGER: roles.urls.worker } });
  const worker = await works();

  const asked = await done('ask', '--pool', '-c', 'a', '-c', 'b', 'why?');
  expect(asked).toContain('an answer of a');
  const raced = await done('race', '--pool', '--detach', '-c', 'hand', '--no-found-checks', 'make it new');
  const picked = await done('arena', '--pool', '--detach', '-c', 'a', '-c', 'b', 'which?');
  await pool.closed([raced]);
  await done('apply', raced, '--as', 'hand', '--yes');
  expect(readFileSync(join(submitter.folder, 'code.txt'), 'utf8')).toBe('new\n');
  await done('undo', raced, '--yes');
  await until(async () => (await pool.events(picked)).some(({ type }) => type === 'gate.asked'));
  await done('pick', picked, 'A');
  await pool.closed([picked]);
  await done('winner', raced, 'hand', '--reason', 'it is right');

  const waiting = await done('ask', '--pool=nowhere', '--detach', '-c', 'a', 'never');
  expect(await done('hosts')).toContain('a host with the label nowhere');
  await done('cancel', waiting);

  expect((await done('list', '--json')).split('\n')).toHaveLength(4);
  for (const looked of [
    ['show', raced],
    ['show', raced, '--events'],
    ['tail', raced],
    ['diff', raced],
    ['usage'],
    ['leaderboard'],
    ['export', raced, 'out'],
  ])
    await done(...looked);
  for (const refused of [
    ['rm', raced, '--yes'],
    ['prune', '--older-than', '0h', '--yes'],
    ['ask', '-c', 'a', 'played here'],
  ]) {
    const { code, stderr } = await as(...refused);
    expect([refused.join(' '), code, stderr]).toEqual([
      refused.join(' '),
      1,
      expect.stringContaining('This role may not do that'),
    ]);
  }
  expect(await place.sql(`SELECT * FROM joust.events WHERE type = 'contest.opened'`)).toHaveLength(5);

  // What is made of the record for leaderboard and usage is kept by hosts.
  worker.signal('SIGTERM');
  await worker.ended;
  await works();
  await until(async () => (await place.sql('SELECT * FROM joust.digests')).length === 10);
});
