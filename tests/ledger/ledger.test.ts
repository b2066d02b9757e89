// The conformance suite of the ledger's port: what every ledger keeps, in which order, and what it refuses.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { JoustError } from '../../src/domain/joust-error.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { finished } from '../setup/project.ts';
import { ledgerKinds, now } from './kinds.ts';

const drawn = (key: string): Extract<JoustEvent, { type: 'draw.made' }> => ({
  type: 'draw.made',
  v: 1,
  key,
  inputs: 'i',
  value: key,
});
const keys = (events: readonly { event: JoustEvent }[]) =>
  events.map(({ event }) => (event.type === 'draw.made' ? event.key : event.type));
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

describe.each(ledgerKinds)('the $name ledger', ({ open, program, files }) => {
  let home: string;
  let ledger: Ledger;

  beforeEach(() => {
    home = join(realpathSync(mkdtempSync(join(tmpdir(), 'joust-ledger-'))), 'data');
    ledger = open(home);
  });
  afterEach(async () => {
    await ledger.close();
    rmSync(join(home, '..'), { recursive: true, force: true });
  });

  async function reopen(): Promise<void> {
    await ledger.close();
    ledger = open(home);
  }

  describe('events', () => {
    it('come back as they were, in the order of the appends, contest by contest', async () => {
      const awkward = { ...drawn('a "quoted" \\ \u2028 \ud83d\ude00'), value: { deep: [1, null, 'é'] } };
      const stored = await ledger.append([{ contest: 'one', events: [drawn('1'), awkward] }]);
      await ledger.append([{ contest: 'two', events: [drawn('2')] }]);
      await ledger.append([{ contest: 'one', events: [drawn('3')] }]);
      expect(stored.map(({ contest, at, event }) => ({ contest, at, event }))).toEqual([
        { contest: 'one', at: now().toISOString(), event: drawn('1') },
        { contest: 'one', at: now().toISOString(), event: awkward },
      ]);
      const read = await ledger.events('one');
      expect(read.slice(0, 2)).toEqual(stored);
      expect(keys(read)).toEqual(['1', awkward.key, '3']);
      expect(keys(await ledger.events('two'))).toEqual(['2']);
      expect(await ledger.events('none')).toEqual([]);
    });

    it('keep any text there is: NUL, halves of characters, what means something to a database', async () => {
      const texts = [
        '\0',
        'a\ud800b',
        '\udc00',
        '\\u0000',
        "'; DROP TABLE events; --",
        '\\x00',
        '$1',
        '{"a":1}',
        '\u{10ffff}',
      ];
      const event = { ...drawn('k'), value: Object.fromEntries(texts.map((text) => [text, text])) };
      await ledger.append([{ contest: 'one', events: [event] }]);
      expect((await ledger.events('one')).map((stored) => stored.event)).toEqual([event]);
      expect(JSON.stringify((await ledger.events('one'))[0]?.event)).toBe(JSON.stringify(event));
    });

    it('of a copy keep the time they were first appended', async () => {
      const at = '2020-02-02T02:02:02.002Z';
      await ledger.append([
        { contest: 'one', events: [drawn('1')], at },
        { contest: 'one', events: [drawn('2')] },
      ]);
      expect((await ledger.events('one')).map((stored) => stored.at)).toEqual([at, now().toISOString()]);
    });

    it('of one append stand together, over several contests, in growing order', async () => {
      const stored = await ledger.append([
        { contest: 'one', events: [drawn('1'), drawn('2')] },
        { contest: 'two', events: [drawn('3')] },
        { contest: 'one', events: [drawn('4')] },
      ]);
      const order = stored.map(({ seq }) => seq);
      expect(keys(stored)).toEqual(['1', '2', '3', '4']);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(new Set(order).size).toBe(4);
      expect(await ledger.append([])).toEqual([]);
    });

    it('are all there or none: an append that fails leaves nothing of itself', async () => {
      const circular: Record<string, unknown> = {};
      circular['self'] = circular;
      const small = await ledger.stage('small');
      const failing = ledger.append([
        { contest: 'one', events: [drawn('lost')], blobs: [small] },
        { contest: 'two', events: [drawn('lost'), { ...drawn('bad'), value: circular } as JoustEvent] },
      ]);
      await expect(failing).rejects.toThrow(/circular/i);
      expect(await ledger.events('one')).toEqual([]);
      expect(await ledger.events('two')).toEqual([]);
      await expect(ledger.blob(small.ref)).rejects.toThrow(JoustError);
      expect(keys(await ledger.append([{ contest: 'one', events: [drawn('after')] }]))).toEqual(['after']);
    });

    it('of many appends at once are all kept', async () => {
      const all = Array.from({ length: 50 }, (_, index) => String(index));
      await Promise.all(all.map((key) => ledger.append([{ contest: 'one', events: [drawn(key)] }])));
      expect(keys(await ledger.events('one')).toSorted()).toEqual(all.toSorted());
    });
  });

  describe('blobs', () => {
    const contents = [
      ['empty', ''],
      ['small', 'ü\0\n'],
      ['at the limit of a row', 'x'.repeat(256 * 1024)],
      ['just over it', 'x'.repeat(256 * 1024 + 1)],
      ['large', 'large '.repeat(500_000)],
    ] as const;

    it.each(contents)(
      'that are %s are found by their hash, from text, bytes and files',
      async (_name, content) => {
        const path = join(home, '..', 'file');
        writeFileSync(path, content);
        const ref = { sha256: sha256(content), bytes: Buffer.byteLength(content) };
        const blobs = [
          await ledger.stage(content),
          await ledger.stage(new TextEncoder().encode(content)),
          await ledger.stageFile(path),
        ];
        for (const blob of blobs) expect(blob.ref).toEqual(ref);
        await ledger.append([{ contest: 'one', events: [drawn('1')], blobs }]);
        rmSync(path, { force: true });
        expect((await ledger.blob(ref)).toString()).toBe(content);
      },
    );

    it('keep bytes that are no text', async () => {
      const bytes = Uint8Array.from({ length: 512 * 1024 }, (_, index) => (index * 7) % 256);
      for (const content of [bytes, bytes.subarray(0, 1000)]) {
        const blob = await ledger.stage(content);
        await ledger.append([{ contest: 'one', events: [], blobs: [blob] }]);
        expect(sha256(await ledger.blob(blob.ref))).toBe(sha256(content));
      }
    });

    it('that are identical may come at the same time', async () => {
      for (const content of ['same', 'same '.repeat(200_000)]) {
        const blobs = await Promise.all(Array.from({ length: 8 }, () => ledger.stage(content)));
        await Promise.all(
          blobs.map((blob) => ledger.append([{ contest: 'one', events: [], blobs: [blob] }])),
        );
        expect((await ledger.blob(blobs[0]?.ref ?? { sha256: '', bytes: 0 })).toString()).toBe(content);
      }
    });

    it('that nobody has are an error with a code, not an empty text', async () => {
      const missing = { sha256: sha256('never stored'), bytes: 12 };
      await expect(ledger.blob(missing)).rejects.toMatchObject({ name: 'JoustError', code: 'not-found' });
    });
  });

  it('keeps everything when it is opened again', async () => {
    const blobs = [await ledger.stage('small'), await ledger.stage('large '.repeat(100_000))];
    await ledger.append([{ contest: 'one', events: [drawn('1')], blobs }]);
    await reopen();
    const [stored] = await ledger.append([{ contest: 'one', events: [drawn('2')] }]);
    const read = await ledger.events('one');
    expect(keys(read)).toEqual(['1', '2']);
    expect(read[1]).toEqual(stored);
    const contents = await Promise.all(blobs.map(async ({ ref }) => String(await ledger.blob(ref))));
    expect(contents).toEqual(['small', 'large '.repeat(100_000)]);
  });

  if (program !== undefined)
    it('loses nothing when several processes open it anew and append at once', async () => {
      const fresh = join(home, '..', 'fresh');
      const script = join(home, '..', 'append.mts');
      writeFileSync(
        script,
        `const [home, who] = process.argv.slice(2);
      const ledger = ${program};
      for (let index = 0; index < 40; index += 1) {
        const blobs = [await ledger.stage('same ' + index), await ledger.stage('large '.repeat(60_000) + (index % 2))];
        const event = { type: 'draw.made', v: 1, key: who + '-' + index, inputs: 'i', value: 1 };
        await ledger.append([{ contest: 'shared', events: [event], blobs }, { contest: who, events: [event, event] }]);
      }
      await ledger.close();`,
      );
      const names = ['a', 'b', 'c', 'd'];
      const ran = await Promise.all(
        names.map((who) => finished(spawn(process.execPath, [script, fresh, who], { env: process.env }))),
      );
      for (const { code, stderr } of ran) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const reader = open(fresh);
      const each = (who: string) => Array.from({ length: 40 }, (_, index) => `${who}-${index}`);
      const shared = keys(await reader.events('shared'));
      expect(shared.toSorted()).toEqual(names.flatMap(each).toSorted());
      for (const who of names) {
        expect(shared.filter((key) => key.startsWith(who))).toEqual(each(who));
        expect(keys(await reader.events(who))).toEqual(each(who).flatMap((key) => [key, key]));
      }
      await reader.close();
    });

  if (files !== undefined)
    it('is refused clearly where its folder cannot be one', () => {
      const file = join(home, '..', 'occupied');
      writeFileSync(file, 'a file');
      for (const place of [file, join(file, 'below')]) {
        const error = thrown(() => open(place));
        expect(error).toMatchObject({ name: 'JoustError', code: 'ledger' });
        expect(error.message).toContain(place);
        expect(error.hint).toMatch(/JOUST_HOME/);
      }
      expect(readFileSync(file, 'utf8')).toBe('a file');
    });
});

function thrown(act: () => unknown): JoustError {
  try {
    act();
  } catch (error) {
    if (error instanceof JoustError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
