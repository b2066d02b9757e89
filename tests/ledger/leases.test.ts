// The conformance suite of the ledger's port, continued: who plays a contest, who is outdated, and which contests there are.
import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { type LeaseOwner, type Ledger, StaleAppend } from '../../src/ledger/ledger.ts';
import { finished } from '../setup/project.ts';
import { ledgerKinds } from './kinds.ts';

const owner = (pid: number): LeaseOwner => ({ bootId: 'boot', pidNamespace: 'pid:[1]', pid, startTime: '7' });
const drawn = (key: string): JoustEvent => ({ type: 'draw.made', v: 1, key, inputs: 'i', value: key });
const alive = () => false;
const gone = () => true;

describe.each(ledgerKinds)('the $name ledger', ({ open, program }) => {
  let top: string;
  let ledger: Ledger;
  let nowMs: number;

  beforeEach(() => {
    top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-leases-')));
    nowMs = 1_800_000_000_000;
    ledger = open(join(top, 'data'), () => new Date(nowMs));
  });
  afterEach(async () => {
    await ledger.close();
    rmSync(top, { recursive: true, force: true });
  });

  describe('a lease', () => {
    it('is held by whoever took it first, until that one is gone', async () => {
      expect(await ledger.lease('c')).toBeUndefined();
      const first = await ledger.takeLease('c', owner(1), alive);
      expect(first).toEqual({ owner: owner(1), epoch: 1, beatAt: new Date(nowMs) });
      expect(await ledger.takeLease('c', owner(2), alive)).toEqual(first);
      expect(await ledger.lease('c')).toEqual(first);
      const second = await ledger.takeLease('c', owner(2), gone);
      expect(second).toMatchObject({ owner: owner(2), epoch: 2 });
      expect(await ledger.lease('c')).toEqual(second);
    });

    it('asks about the one who holds it, and about nobody where it is free', async () => {
      const asked: unknown[] = [];
      const ask = (held: unknown) => asked.push(held) > 0;
      await ledger.takeLease('c', owner(1), ask);
      expect(asked).toEqual([]);
      await ledger.takeLease('c', owner(2), ask);
      expect(asked).toEqual([{ owner: owner(1), epoch: 1, beatAt: new Date(nowMs) }]);
    });

    it('of one contest says nothing about another', async () => {
      await ledger.takeLease('c', owner(1), alive);
      expect(await ledger.takeLease('d', owner(2), alive)).toMatchObject({ owner: owner(2), epoch: 1 });
    });

    it('beats for its holder only, and tells the one who was taken over', async () => {
      await ledger.takeLease('c', owner(1), alive);
      nowMs += 5000;
      expect(await ledger.beatLease('c', 1)).toBe(true);
      expect((await ledger.lease('c'))?.beatAt).toEqual(new Date(nowMs));
      await ledger.takeLease('c', owner(2), gone);
      nowMs += 5000;
      expect(await ledger.beatLease('c', 1)).toBe(false);
      expect((await ledger.lease('c'))?.beatAt).toEqual(new Date(nowMs - 5000));
      expect(await ledger.beatLease('nobody', 1)).toBe(false);
    });

    it('is free when it is given back, by its holder only, and its epoch goes on growing', async () => {
      await ledger.takeLease('c', owner(1), alive);
      await ledger.takeLease('c', owner(2), gone);
      await ledger.releaseLease('c', 1);
      expect(await ledger.lease('c')).toMatchObject({ owner: owner(2) });
      await ledger.releaseLease('c', 2);
      expect(await ledger.lease('c')).toBeUndefined();
      expect(await ledger.beatLease('c', 2)).toBe(false);
      expect((await ledger.takeLease('c', owner(3), alive)).epoch).toBe(3);
    });

    if (program !== undefined)
      it('goes to exactly one of several processes that want it at once', async () => {
        const script = join(top, 'take.mts');
        writeFileSync(
          script,
          `const home = process.argv[2];
        const ledger = ${program};
        const owner = { bootId: 'b', pidNamespace: 'n', pid: process.pid, startTime: '1' };
        const held = await ledger.takeLease('contested', owner, () => false);
        console.log(JSON.stringify({ mine: process.pid, holder: held.owner.pid, epoch: held.epoch }));
        await ledger.close();`,
        );
        const home = join(top, 'shared');
        const ran = await Promise.all(
          [1, 2, 3, 4].map(() => finished(spawn(process.execPath, [script, home], { env: process.env }))),
        );
        for (const { code, stderr } of ran) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const said = ran.map(
          ({ stdout }) => JSON.parse(stdout) as { mine: number; holder: number; epoch: number },
        );
        expect(new Set(said.map(({ holder }) => holder)).size).toBe(1);
        expect(said.filter(({ mine, holder }) => mine === holder)).toHaveLength(1);
        expect(said.every(({ epoch }) => epoch === 1)).toBe(true);
      });
  });

  describe('an append', () => {
    it('of a player who was taken over is refused whole', async () => {
      const { epoch } = await ledger.takeLease('c', owner(1), alive);
      await ledger.append([{ contest: 'c', epoch, events: [drawn('1')] }]);
      await ledger.takeLease('c', owner(2), gone);
      const late = ledger.append([
        { contest: 'other', events: [drawn('lost')] },
        { contest: 'c', epoch, events: [drawn('lost')] },
      ]);
      await expect(late).rejects.toThrow(StaleAppend);
      expect((await ledger.events('c')).map(({ event }) => event)).toEqual([drawn('1')]);
      expect(await ledger.events('other')).toEqual([]);
      await ledger.append([{ contest: 'c', epoch: 2, events: [drawn('2')] }]);
      expect(await ledger.events('c')).toHaveLength(2);
    });
  });

  describe('contests', () => {
    const opened = (format: string): JoustEvent => ({
      type: 'contest.opened',
      v: 1,
      format,
      formatVersion: 1,
      joustVersion: '0',
      task: { prompt: { sha256: 'a'.repeat(64), bytes: 1 }, cwd: '/', tier: 'read', files: [] },
      roster: [],
      options: {},
      seed: 's',
      simulated: false,
    });

    it('are told by their first event, newest first, by the beginning of their name', async () => {
      for (const name of ['ab1', 'ab2', 'b%_', 'B1']) {
        await ledger.append([{ contest: name, events: [opened(name), drawn('more')] }]);
      }
      const names = async (prefix?: string) =>
        (await ledger.contests(prefix === undefined ? {} : { prefix })).map(({ contest }) => contest);
      expect(await names()).toEqual(['B1', 'b%_', 'ab2', 'ab1']);
      expect(await names('ab')).toEqual(['ab2', 'ab1']);
      expect(await names('b')).toEqual(['b%_']);
      expect(await names('%')).toEqual([]);
      expect(await names('_')).toEqual([]);
      expect((await ledger.contests({ prefix: 'ab1' }))[0]?.event).toEqual(opened('ab1'));
    });
  });
});
