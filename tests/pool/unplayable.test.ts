// Contests that a host cannot play: they end on record, go to another host, or wait and say what is missing; and never spin.

import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { openDispatch } from '../../src/dispatch/dbos-dispatch.ts';
import type { ContestOpened, JoustEvent } from '../../src/domain/event.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { PostgresSession } from '../../src/ledger/postgres/postgres-session.ts';
import { type PoolHost, type PoolPlace, type PoolWorker, poolPlace } from '../setup/pool-place.ts';
import { sharedCluster } from '../setup/postgres.ts';
import { madeRepository } from '../setup/repository.ts';
import { until } from '../setup/until.ts';

const shared = await sharedCluster();
const hand = `[contestants.hand]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo new >code.txt; echo done"]\n`;

function placeFor(context: TestContext, toml = ''): PoolPlace {
  if (typeof shared === 'string') return context.skip(shared);
  return poolPlace((schema) => shared.url(schema), { seconds: '0', toml: hand + toml });
}

let forgeries = 0;
/** As somebody puts it on record who goes around joust's own commands: the opening of another contest, changed. */
async function forged(place: PoolPlace, from: string, change: (opened: ContestOpened) => ContestOpened) {
  const ledger = new PostgresLedger({ url: place.url, now: () => new Date() });
  const dispatch = await openDispatch(place.url);
  try {
    const [first] = await ledger.events(from);
    if (first?.event.type !== 'contest.opened') throw new Error('it was not opened');
    const opened = change(first.event);
    forgeries += 1;
    const contest = `forged${forgeries}`;
    await ledger.append([{ contest, events: [opened] }]);
    const { label = 'any', kind = 'read', protocol = 1 } = opened.pool ?? {};
    await dispatch.submit({ contest, label, kind, protocol });
    return contest;
  } finally {
    await dispatch.close();
    await ledger.close();
  }
}

async function race(place: PoolPlace): Promise<string> {
  const { submitter } = place;
  const { git, write } = madeRepository(submitter.folder);
  write('code.txt', 'old\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  const args = ['race', '--pool=nowhere', '--detach', '-c', 'hand', '--no-found-checks', 'make it new'];
  const { code, stdout, stderr } = await submitter.joust(args);
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

type Change = (opened: ContestOpened) => ContestOpened;
const withOptions =
  (options: ContestOpened['options']): Change =>
  (opened) => ({ ...opened, options: { ...opened.options, ...options } });
const withBase =
  (changes: object): Change =>
  ({ pool, ...opened }) => {
    const base = pool?.travels?.base;
    if (pool === undefined || base === undefined) throw new Error('nothing travels with it');
    return { ...opened, pool: { ...pool, travels: { base: { ...base, ...changes } } } };
  };
const noTree = '0'.repeat(40);

const eventsOf = async (place: PoolPlace, id: string, type: JoustEvent['type']) =>
  (await place.events(id)).filter((event) => event.type === type);
const said = (worker: PoolWorker, id: string) =>
  worker
    .said()
    .split('\n')
    .filter((line) => line.includes(id));

it.for<readonly [string, Change, RegExp]>([
  [
    'files outside of the repository to copy',
    withOptions({ copy: ['../../etc'] }),
    /other options now \(copy, 0\)/,
  ],
  [
    'a file of the machine to copy',
    withOptions({ copy: ['/etc/hostname'] }),
    /other options now \(copy, 0\)/,
  ],
  ['options of another shape', withOptions({ copy: 3 }), /other options now \(copy\)/],
  [
    'a base outside of the folder',
    withBase({ below: '../..' }),
    /what travels with contest \w+ is not valid/,
  ],
  [
    'a base that is not what it is called',
    withBase({ tree: noTree }),
    /holds another tree than the record names/,
  ],
  [
    'a prompt that is not on record',
    (opened) => ({ ...opened, task: { ...opened.task, prompt: { sha256: '0'.repeat(64), bytes: 3 } } }),
    /lost the content 000000000000/,
  ],
])('ends a contest with %s on record, untried, and goes on with others', async ([, change, why], context) => {
  await using place = placeFor(context);
  const { submitter } = place;
  const template = await race(place);
  const worker = await place.host().work();
  const id = await forged(place, template, (opened) => {
    const { pool, ...changed } = change(opened);
    return { ...changed, pool: { ...pool, label: 'any', kind: 'race', protocol: 1 } };
  });
  await place.closed([id]);
  const [closed] = await eventsOf(place, id, 'contest.closed');
  expect(closed).toMatchObject({ outcome: 'nothing-usable', unplayable: expect.stringMatching(why) });
  await place.closed(await place.submit(['another']));
  // One try, and one line of it.
  expect(said(worker, id)).toEqual([
    expect.stringMatching(/ended unplayed, since no host could ever play it: /),
  ]);
  for (const type of ['contest.unplayed', 'attempt.started'] as const)
    expect(await eventsOf(place, id, type)).toEqual([]);
  const shown = await submitter.joust(['show', id]);
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/^no host could play it$/m)]);
  expect(shown.stdout).toMatch(why);
  const resumed = await submitter.joust(['resume', id]);
  expect([resumed.code, resumed.stderr]).toEqual([1, expect.stringMatching(/was ended unplayed: /)]);
  expect((await submitter.joust(['list'])).stdout).toContain(id);
});

const rare = `[contestants.rare]\nagent = "command"\ncommand = ["only-there", "it"]\n[contestants.keyed]\nagent = "command"\ncommand = ["true"]\n[contestants.keyed.environment]\nNEEDED = "secret"\n`;

/** On the path of one machine. */
function withProgram({ env, folder }: Pick<PoolHost, 'env' | 'folder'>): Readonly<Record<string, string>> {
  writeFileSync(join(folder, 'only-there'), '#!/bin/sh\necho "it is there"\n');
  chmodSync(join(folder, 'only-there'), 0o755);
  return { PATH: `${folder}:${env['PATH'] ?? ''}` };
}

/** Whoever submits has it, too. */
async function asked({ submitter }: PoolPlace, who: string): Promise<string> {
  const args = ['ask', '--pool', '--detach', '-c', who, 'why?'];
  const { code, stdout, stderr } = await submitter.joust(args, { env: withProgram(submitter) });
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

it('waits for a host that has what the others lack, which show and hosts tell, and is played there', async (context) => {
  await using place = placeFor(context, rare);
  const { submitter } = place;
  await place.host().work();
  const ids = [await asked(place, 'rare'), await asked(place, 'keyed')];
  const reasons = [
    /rare: only-there is not installed/,
    /keyed: the value of NEEDED is not in the config of this host/,
  ];
  for (const [at, id] of ids.entries()) {
    await until(async () => (await eventsOf(place, id, 'contest.unplayed')).length > 0);
    expect(await eventsOf(place, id, 'contest.unplayed')).toMatchObject([
      { because: 'lacking', why: expect.stringMatching(reasons[at] ?? /never/) },
    ]);
    expect((await submitter.joust(['show', id])).stdout).toMatch(reasons[at] ?? /never/);
    await until(async () =>
      (reasons[at] ?? /never/).test((await submitter.joust(['hosts', '--json'])).stdout),
    );
  }
  const rich = place.host();
  rich.config(rare);
  await rich.work([], { env: withProgram(rich) });
  await place.closed(ids);
  for (const id of ids) {
    expect(await eventsOf(place, id, 'attempt.started')).toMatchObject([
      { host: expect.stringMatching(/^host2-/) },
    ]);
    // Looked at again and again, and said once, but for handing it over.
    const waited = (await eventsOf(place, id, 'contest.unplayed')).filter((event) => !('next' in event));
    expect(waited).toHaveLength(1);
  }
});

it('goes from a host that lacks something straight to one that has not said so', async (context) => {
  await using place = placeFor(context, rare);
  const patient = ['--lost-after', '80s'];
  const [poor, rich] = [place.host(), place.host()];
  const stopped = await rich.work(patient, { env: withProgram(rich) });
  stopped.signal('SIGSTOP');
  await poor.work(patient);
  const id = await asked(place, 'rare');
  await until(async () => (await eventsOf(place, id, 'contest.unplayed')).length > 0);
  stopped.signal('SIGCONT');
  await place.closed([id]);
  expect(await eventsOf(place, id, 'contest.unplayed')).toMatchObject([
    { host: expect.stringMatching(/^host1-/), next: expect.stringMatching(/^host2-/) },
  ]);
});

it('waits for a newer joust when it cannot read the record, and does not ask again and again', async (context) => {
  await using place = placeFor(context);
  const template = await race(place);
  const [earlier, later] = ['contest.reconsidered', 'contest.opened'].map((type) =>
    JSON.stringify({ type, v: 99 }),
  );
  const ids = ['newer1', 'newer2'];
  const session = new PostgresSession(place.url);
  const ledger = new PostgresLedger({ url: place.url, now: () => new Date() });
  const dispatch = await openDispatch(place.url);
  const [first] = await ledger.events(template);
  if (first?.event.type !== 'contest.opened') throw new Error('it was not opened');
  await ledger.append([{ contest: 'newer1', events: [first.event] }]);
  for (const [at, body] of [earlier, later].entries())
    await session.query(
      `INSERT INTO joust.events (contest, type, at, mark, body) VALUES ($1, $2::json ->> 'type', '2026', '', $2)`,
      [ids[at], body],
    );
  for (const contest of ids) await dispatch.submit({ contest, label: 'any', kind: 'race', protocol: 1 });
  const worker = await place.host().work();
  await until(() => ids.every((id) => said(worker, id).length > 0));
  await place.closed(await place.submit(['another']));
  for (const id of ids) {
    expect(said(worker, id)).toEqual([expect.stringContaining('of a newer joust')]);
    expect((await dispatch.standing(id)).state).toBe('delayed');
  }
  await Promise.all([dispatch.close(), ledger.close(), session.close()]);
});

it('tries what goes wrong only so many times, then gives it up with the reason until it is resumed', async (context) => {
  await using place = placeFor(context);
  const { submitter } = place;
  const host = place.host();
  mkdirSync(host.home, { recursive: true });
  writeFileSync(join(host.home, 'pool'), 'not a folder');
  const worker = await host.work();
  const [id = ''] = await place.submit(['why?']);
  const tries = () => eventsOf(place, id, 'contest.unplayed');
  await until(async () => (await tries()).length === 5);
  expect((await tries()).map((event) => 'retryAt' in event)).toEqual([true, true, true, true, false]);
  expect(said(worker, id)).toHaveLength(5);
  const shown = await submitter.joust(['show', id]);
  expect(shown.stdout).toMatch(/given up by the pool: .*(?:ENOTDIR|EEXIST).*joust resume/);
  const followed = await submitter.joust(['tail', id]);
  expect(followed.stderr + followed.stdout).toMatch(/could not play it/);
  rmSync(join(host.home, 'pool'));
  const resumed = await submitter.joust(['resume', id]);
  expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('an answer of a')]);
  expect(await tries()).toHaveLength(5);
});
