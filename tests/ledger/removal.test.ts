// The conformance suite of removal: what goes, what stays because something else names it, and who is not disturbed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlobRef } from '../../src/domain/change.ts';
import type { JoustEvent } from '../../src/domain/event.ts';
import { type Ledger, type RemovalRequest, type StagedBlob, StaleAppend } from '../../src/ledger/ledger.ts';
import { finished } from '../setup/project.ts';
import { ledgerKinds } from './kinds.ts';

const large = (seed: string) => `${seed} `.repeat(150_000);
const owner = { bootId: 'b', pidNamespace: 'n', pid: 1, startTime: 's' };

function ended(blobs: Partial<Record<'answer' | 'stdout' | 'stderr', StagedBlob>>): JoustEvent {
  const refs = Object.fromEntries(Object.entries(blobs).map(([field, { ref }]) => [field, ref]));
  const event = {
    type: 'attempt.ended',
    v: 1,
    key: 'k',
    run: 1,
    contestant: 'c',
    inputs: 'i',
    outcome: 'ok',
  };
  return { ...event, timing: { queuedMs: 0 }, ...refs } as JoustEvent;
}

describe.each(ledgerKinds)('the $name ledger', ({ open, program, files }) => {
  let home: string;
  let ledger: Ledger;

  beforeEach(() => {
    home = join(realpathSync(mkdtempSync(join(tmpdir(), 'joust-removal-'))), 'data');
    ledger = open(home, () => new Date());
  });
  afterEach(async () => {
    await ledger.close();
    rmSync(join(home, '..'), { recursive: true, force: true });
  });

  const put = async (contest: string, blobs: Parameters<typeof ended>[0]) => {
    await ledger.append([{ contest, events: [ended(blobs)], blobs: Object.values(blobs) }]);
  };
  const remove = (contests: readonly string[], more: Partial<RemovalRequest> = {}) =>
    ledger.remove({ contests, what: 'everything', gone: () => false, ...more });
  const has = (ref: BlobRef) =>
    ledger.blob(ref).then(
      () => true,
      () => false,
    );
  const blobFiles = () =>
    readdirSync(join(home, 'blobs'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(home, 'blobs', path)).isFile(),
    );
  const grownOld = ({ sha256 }: BlobRef) =>
    utimesSync(join(home, 'blobs', sha256.slice(0, 2), sha256.slice(2)), 1000, 1000);

  const expectWhole = async (contest: string) => {
    const [stored] = await ledger.events(contest);
    const refs = stored?.event.type === 'draw.made' ? (stored.event.value as BlobRef[]) : [];
    expect(refs).toHaveLength(2);
    for (const ref of refs) expect((await ledger.blob(ref)).length).toBe(ref.bytes);
  };

  it('removes events, lease and content, small and large, and says how much', async () => {
    const blobs = { answer: await ledger.stage('small'), stdout: await ledger.stage(large('x')) };
    await put('one', blobs);
    await put('two', { answer: await ledger.stage('other') });
    const { epoch } = await ledger.takeLease('one', owner, () => true);
    await ledger.releaseLease('one', epoch);
    const { removed, held } = await remove(['one', 'none']);
    expect(removed).toEqual([{ contest: 'one', bytes: expect.any(Number) }]);
    expect(removed[0]?.bytes).toBeGreaterThan(300_000);
    expect(held.size).toBe(0);
    expect(await ledger.events('one')).toEqual([]);
    expect(await ledger.events('two')).toHaveLength(1);
    for (const { ref } of Object.values(blobs)) expect(await has(ref)).toBe(false);
    if (files) expect(blobFiles()).toEqual([]);
    await expect(ledger.append([{ contest: 'one', epoch, events: [ended({})] }])).rejects.toThrow(
      StaleAppend,
    );
  });

  it('keeps content that another contest names, until that goes as well', async () => {
    const shared = { answer: await ledger.stage('same'), stdout: await ledger.stage(large('same')) };
    await put('one', shared);
    await put('two', { stderr: shared.answer, answer: shared.stdout });
    await remove(['one']);
    for (const { ref } of Object.values(shared)) expect(await has(ref)).toBe(true);
    await remove(['two']);
    for (const { ref } of Object.values(shared)) expect(await has(ref)).toBe(false);
  });

  it('keeps content that is named while its last contest goes', async () => {
    for (const content of ['small', large('large')]) {
      await put('one', { answer: await ledger.stage(content) });
      const again = await ledger.stage(content);
      // The append comes between the events' going and the files'.
      await Promise.all([remove(['one']), put('two', { answer: again })]);
      expect(await ledger.events('one')).toEqual([]);
      expect(await has(again.ref)).toBe(true);
    }
  });

  it('leaves alone what somebody plays, and removes it once they are gone', async () => {
    await put('one', { answer: await ledger.stage('a') });
    await put('two', { answer: await ledger.stage('b') });
    await ledger.takeLease('one', owner, () => true);
    const { removed, held } = await remove(['one', 'two']);
    expect(removed.map(({ contest }) => contest)).toEqual(['two']);
    expect(held.get('one')?.owner).toEqual(owner);
    expect(await ledger.events('one')).toHaveLength(1);
    await remove(['one'], { gone: () => true });
    expect(await ledger.events('one')).toEqual([]);
    expect(await ledger.lease('one')).toBeUndefined();
  });

  it('only tells what would go in a dry run, the same as then goes', async () => {
    const blobs = { answer: await ledger.stage('a'), stdout: await ledger.stage(large('b')) };
    await put('one', blobs);
    await put('two', { ...blobs, stderr: await ledger.stage('c') });
    for (const what of ['logs', 'everything'] as const) {
      const told = await remove(['one', 'two'], { what, dryRun: true });
      for (const { ref } of Object.values(blobs))
        expect(await has(ref)).toBe(what === 'logs' || ref === blobs.answer.ref);
      expect((await remove(['one', 'two'], { what })).removed).toEqual(told.removed);
    }
  });

  describe('logs', () => {
    it('go without the events and results, and are known to be pruned', async () => {
      const answer = await ledger.stage('the answer');
      const [stdout, stderr] = [await ledger.stage(large('out')), await ledger.stage('err')];
      await put('one', { answer, stdout, stderr });
      const before = await ledger.events('one');
      await remove(['one'], { what: 'logs' });
      expect(await ledger.events('one')).toEqual(before);
      expect(await has(answer.ref)).toBe(true);
      expect(await ledger.prunedAt(answer.ref)).toBeUndefined();
      for (const { ref } of [stdout, stderr]) {
        expect(await has(ref)).toBe(false);
        expect(await ledger.prunedAt(ref)).toMatch(/^\d{4}-/);
      }
      expect((await remove(['one'], { what: 'logs' })).removed).toEqual([{ contest: 'one', bytes: 0 }]);
    });

    it('are known to be pruned where they were copied without, until their content comes', async () => {
      const [log, at] = [await ledger.stage('printed'), '2020-02-02T02:02:02.002Z'];
      const pruned = [{ sha256: log.ref.sha256, at }];
      await ledger.append([{ contest: 'one', events: [], pruned }]);
      await ledger.append([{ contest: 'two', events: [], pruned }]);
      expect(await ledger.prunedAt(log.ref)).toBe(at);
      await put('one', { stdout: log });
      expect(await ledger.prunedAt(log.ref)).toBeUndefined();
    });

    it('stay where they are also an answer or the log of another contest; come back when stored again', async () => {
      const [both, shared] = [await ledger.stage('plain'), await ledger.stage(large('shared'))];
      await put('one', { answer: both, stdout: both, stderr: shared });
      await put('two', { stdout: shared });
      await remove(['one'], { what: 'logs' });
      for (const { ref } of [both, shared]) expect(await has(ref)).toBe(true);
      await remove(['one', 'two'], { what: 'logs' });
      expect([await has(both.ref), await has(shared.ref)]).toEqual([true, false]);
      await put('three', { answer: await ledger.stage(large('shared')) });
      expect(await ledger.prunedAt(shared.ref)).toBeUndefined();
    });
  });

  if (files !== undefined)
    describe('strays', () => {
      it('are files that nothing names, and old unfinished ones', async () => {
        await put('one', { stdout: await ledger.stage(large('named')) });
        const { ref } = await ledger.stage(large('stray'));
        const folder = join(home, 'blobs', ref.sha256.slice(0, 2));
        for (const name of ['old.new', 'fresh.new']) writeFileSync(join(folder, name), '12345');
        utimesSync(join(folder, 'old.new'), 1000, 1000);
        expect(await ledger.removeStrays({ dryRun: true })).toEqual({ blobs: 1, bytes: 5 });
        grownOld(ref);

        const expected = { blobs: 2, bytes: ref.bytes + 5 };
        expect(await ledger.removeStrays({ dryRun: true })).toEqual(expected);
        expect(blobFiles()).toHaveLength(4);
        expect(await ledger.removeStrays()).toEqual(expected);
        expect(blobFiles()).toHaveLength(2);
        expect(await ledger.removeStrays()).toEqual({ blobs: 0, bytes: 0 });
      });

      it('are none once they are stored again, before anything names them', async () => {
        const { ref } = await ledger.stage(large('stray'));
        grownOld(ref);
        const again = await ledger.stage(large('stray'));
        expect(await ledger.removeStrays()).toEqual({ blobs: 0, bytes: 0 });
        await put('one', { answer: again });
        expect(await has(ref)).toBe(true);
      });

      it('that are named after all are stored again, from text and from files', async () => {
        const path = join(home, '..', 'file');
        writeFileSync(path, large('file'));
        const blobs = { answer: await ledger.stage(large('text')), stdout: await ledger.stageFile(path) };
        for (const { ref } of Object.values(blobs)) grownOld(ref);
        await ledger.removeStrays();
        expect(blobFiles()).toEqual([]);
        await put('one', blobs);
        for (const { ref } of Object.values(blobs)) expect(await has(ref)).toBe(true);
      });
    });

  if (program !== undefined)
    it('never removes what other processes name at the same time', async () => {
      const script = join(home, '..', 'write.mts');
      writeFileSync(
        script,
        `const [home, who] = process.argv.slice(2);
      const ledger = ${program};
      for (let index = 0; index < 40; index += 1) {
        const blobs = [await ledger.stage('small ' + index % 4), await ledger.stage(('large' + index % 4).repeat(60_000))];
        const event = { type: 'draw.made', v: 1, key: who + index, inputs: 'i', value: blobs.map(({ ref }) => ref) };
        await ledger.append([{ contest: who + (index % 2 ? 'goes' : 'stays') + index, events: [event], blobs }]);
      }
      await ledger.close();`,
      );
      const names = ['a', 'b'];
      let writing = true;
      const writers = Promise.all(
        names.map((who) => finished(spawn(process.execPath, [script, home, who], { env: process.env }))),
      ).finally(() => {
        writing = false;
      });
      const contests = (kind: string, parity: number) =>
        names.flatMap((who) => Array.from({ length: 20 }, (_, at) => `${who}${kind}${2 * at + parity}`));
      while (writing) {
        await remove(contests('goes', 1));
        await ledger.removeStrays();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      for (const { code, stderr } of await writers) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      await remove(contests('goes', 1));
      for (const contest of contests('stays', 0)) await expectWhole(contest);
      expect(await ledger.events('agoes1')).toEqual([]);
    });
});
