// What an account may take, by a ledger whose clock the test sets: who waits, for what, with what in its hands, and who does not.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AccountTable } from '../../src/contest/accounts/accounts.ts';
import { Interrupted } from '../../src/contest/handle/halt.ts';
import { reopenContest } from '../../src/contest/handle/opening.ts';
import type { Observation } from '../../src/domain/agent-event.ts';
import type { LeaseOwner, Ledger } from '../../src/ledger/ledger.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import type { World } from '../../src/play/create-player.ts';
import { type ContestPlace, contestPlace, ended } from '../setup/contest-place.ts';
import { until } from '../setup/until.ts';
import { world } from '../setup/world.ts';

let play: ContestPlace;
let ledger: Ledger;
let nowMs: number;
let seen: Observation[];

beforeEach(() => {
  play = contestPlace();
  nowMs = Date.now();
  ledger = memoryLedger(() => new Date(nowMs));
  seen = [];
});
afterEach(() => play[Symbol.dispose]());

/** A turn each tenth of a second, of a clock that stands still. */
const oneTurn: AccountTable = { command: { perMinute: 600 } };
const goOn = () => {
  nowMs += 105;
};

const withAccounts = (accounts: AccountTable, more: Partial<World> = {}): Partial<World> => ({
  openLedger: () => ledger,
  observe: (one) => seen.push(one),
  settings: { ...world(play.folder).settings, accounts },
  ...more,
});

const bill = () => {
  const path = join(play.folder, 'bill');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
};
const quick = (name: string) => play.shell(name, `echo ${name} >>bill; echo done`);
const patient = (name: string) =>
  play.shell(name, `echo ${name} >>bill; until [ -e go ] || [ ! -e bill ]; do sleep 0.02; done; echo done`);
const go = () => writeFileSync(join(play.folder, 'go'), '');
const waiting = () =>
  new Set(
    seen.flatMap((one) =>
      one.type === 'queued' && one.lane.startsWith('account ') ? [`${one.contestant} ${one.lane}`] : [],
    ),
  );

it('lets one start with each turn; whoever waits is told so, has no place in a lane, and can be stopped', async () => {
  const roster = ['a', 'b', 'c'].map(quick);
  const free = play.scripted('free', [{ say: 'fine' }]);
  await play.withPlayer(
    async (player) => {
      const contest = await play.open(player, [...roster, free]);
      const [first, ...others] = roster.map((one) => () => contest.attempt(play.step(one)));
      // One that takes longer than half a turn to start makes the next one seem near, which then waits in the lane for a clock that stands.
      const ends = [first?.()];
      await until(() => bill().length === 1);
      ends.push(...others.map((start) => start()));
      await until(() => waiting().size === 2);
      // The lane holds one at a time.
      expect(ended(await contest.attempt(play.step(free))).end.outcome).toBe('ok');
      expect(bill()).toEqual(['a']);
      await contest.stop({ key: 'stop', attempts: ['answer/b'], reason: 'settled' });
      expect(ended((await ends[1]) as never).end).toMatchObject({ outcome: 'cancelled', run: 0 });
      goOn();
      expect((await Promise.all(ends)).map((one) => ended(one as never).end.outcome)).toEqual([
        'ok',
        'cancelled',
        'ok',
      ]);
      const events = (await player.ledger.events(contest.id)).map(({ event }) => event);
      const told = events.filter(({ type }) => type === 'attempt.queued');
      expect(told).toContainEqual(
        expect.objectContaining({ contestant: 'b', lane: 'account command', ahead: expect.any(Number) }),
      );
    },
    withAccounts(oneTurn, { lanes: { capacities: {}, cloud: 1 } }),
  );
  expect(bill()).toEqual(['a', 'c']);
});

it('is left by a player that is told to leave, whatever is waited for', async () => {
  const leave = new AbortController();
  const roster = ['a', 'b', 'c'].map(quick);
  await play.withPlayer(
    async (player) => {
      const contest = await play.open(player, roster);
      const ends = roster.map((one) => contest.attempt(play.step(one)));
      for (const one of ends) one.catch(() => undefined);
      await until(() => waiting().size === 2 && bill().length === 1);
      await ends[0];
      leave.abort();
      await expect(ends[1]).rejects.toThrow(Interrupted);
      await expect(ends[2]).rejects.toThrow(Interrupted);
      await contest.idle();
    },
    withAccounts(oneTurn, { signal: leave.signal }),
  );
});

it('counts each run, and those that are known by one login together', async () => {
  const again = play.shell(
    'a',
    'echo a >>bill; until [ -e go ]; do sleep 0.02; done; [ $(wc -l <bill) -gt 1 ] && echo answer || exit 7',
  );
  const other = quick('b');
  let offMs = 0;
  await play.withPlayer(
    async (player) => {
      const machine = { ...player.machine, now: () => new Date(Date.now() + offMs) };
      const contest = await play.open({ ...player, machine }, [again, other]);
      const first = contest.attempt(play.step(again));
      await until(() => bill().length === 1);
      const second = contest.attempt(play.step(other));
      await until(() => waiting().has('b account command login:team'));
      offMs = 3_600_000;
      go();
      // The machine slept: it is run again, and waits like anybody.
      await until(() => waiting().has('a account command login:team'));
      expect(bill()).toEqual(['a']);
      goOn();
      await until(() => bill().length === 2);
      goOn();
      expect(ended(await first).end).toMatchObject({ outcome: 'ok', run: 2 });
      expect(ended(await second).end.outcome).toBe('ok');
    },
    withAccounts({ a: { perMinute: 600, login: 'team' }, b: { perMinute: 600, login: 'team' } }),
  );
});

it('does not count a function or a recording', async () => {
  const running = patient('a');
  const inline = ['f', 'g'].map((name) => ({ name, agent: 'inline' }));
  const accounts = { command: { perMinute: 600, parallel: 1 }, inline: { perMinute: 600, parallel: 1 } };
  await play.withPlayer(
    async (player) => {
      const contest = await play.open(player, [running, ...inline]);
      const first = contest.attempt(play.step(running));
      await until(() => bill().length === 1);
      const functions = await Promise.all(inline.map((one) => contest.attempt(play.step(one))));
      expect(functions.map((one) => ended(one).end.outcome)).toEqual(['ok', 'ok']);
      expect(bill()).toEqual(['a']);
      go();
      expect(ended(await first).end.outcome).toBe('ok');
      const settings = { ...player.settings, cassettes: { replay: play.folder } };
      const replaying = await play.open({ ...player, settings }, ['x', 'y'].map(quick));
      const replayed = await Promise.all(
        ['x', 'y'].map(quick).map((one) => replaying.attempt(play.step(one))),
      );
      expect(replayed.map((one) => ended(one).end.outcome)).toEqual(['missing', 'missing']);
    },
    withAccounts(accounts, { inline: { inline: () => 'fine' } }),
  );
  expect(bill()).toEqual(['a']);
  expect(waiting()).toEqual(new Set());
});

const elsewhere: LeaseOwner = { bootId: 'another', pidNamespace: 'n', pid: 1, startTime: '1', host: 'far' };

it('has as many places as it says, of which those on other hosts are taken as long as they are heard of', async () => {
  await ledger.takeLease('account command 0', { ...elsewhere, spool: '/elsewhere/a' }, () => false);
  nowMs -= 31_000;
  await ledger.takeLease('account command 1', { ...elsewhere, spool: '/elsewhere/b' }, () => false);
  nowMs += 31_000;
  const roster = ['a', 'b'].map(patient);
  await play.withPlayer(
    async (player) => {
      const contest = await play.open(player, roster);
      const ends = roster.map((one) => contest.attempt(play.step(one)));
      await until(() => bill().length === 1 && waiting().size === 1);
      await ledger.releaseLease('account command 0', 1);
      await until(() => bill().length === 2);
      go();
      for (const one of await Promise.all(ends)) expect(ended(one).end.outcome).toBe('ok');
      expect(await ledger.lease('account command 0')).toBeUndefined();
    },
    withAccounts({ command: { parallel: 2 } }),
  );
});

it('tells other hosts that its places are held, as long as they are', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const running = patient('a');
    const beatAt = async () => (await ledger.lease('account command 0'))?.beatAt.getTime();
    await play.withPlayer(
      async (player) => {
        const contest = await play.open(player, [running]);
        const end = contest.attempt(play.step(running));
        await until(() => bill().length === 1);
        expect(await beatAt()).toBe(nowMs);
        nowMs += 60_000;
        vi.advanceTimersByTime(5000);
        await until(async () => (await beatAt()) === nowMs);
        go();
        expect(ended(await end).end.outcome).toBe('ok');
      },
      withAccounts({ command: { parallel: 1 } }),
    );
    expect(await beatAt()).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

it('lets an attempt that is taken up again after its player died have its place, and wants no turn of it', async () => {
  const running = play.scripted('a', [
    { say: 'begun ' },
    { run: 'echo a >>bill; until [ -e go ] || [ ! -e bill ]; do sleep 0.02; done' },
    { say: 'done' },
  ]);
  const slot = 'account scripted 0';
  await play.withPlayer(
    async (player) => {
      const contest = await play.open(player, [running]);
      const first = contest.attempt(play.step(running));
      await until(() => bill().length === 1);
      const held = await ledger.lease(slot);
      // As if whoever started it were gone.
      await ledger.releaseLease(slot, held?.epoch ?? 0);
      const dead = { ...elsewhere, ...held?.owner, startTime: 'long ago' };
      await ledger.takeLease(slot, dead, () => true);
      const attached = (await reopenContest(player, contest.id)).attempt(play.step(running));
      // Both follow it now.
      const heard = () => seen.filter((one) => one.type === 'live' && one.event.type === 'text').length;
      await until(() => heard() >= 2);
      expect((await ledger.lease(slot))?.owner).toEqual(held?.owner);
      go();
      for (const one of await Promise.all([first, attached])) expect(ended(one).end.outcome).toBe('ok');
    },
    withAccounts({ scripted: { parallel: 1, perMinute: 600 } }),
  );
  expect([bill(), waiting()]).toEqual([['a'], new Set()]);
});
