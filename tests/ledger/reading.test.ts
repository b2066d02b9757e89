// The conformance suite of reading: what came after, waiting for news, which contests there are, content in pieces.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContestOpened, JoustEvent } from '../../src/domain/event.ts';
import type { ContestQuery, Ledger, StoredEvent } from '../../src/ledger/ledger.ts';
import { ledgerKinds } from './kinds.ts';

const drawn = (key: string): JoustEvent => ({ type: 'draw.made', v: 1, key, inputs: 'i', value: key });
const never = new AbortController().signal;
const keys = (events: readonly StoredEvent[]) =>
  events.map(({ event }) => ('key' in event ? event.key : event.type));

describe.each(ledgerKinds)('the $name ledger', ({ open }) => {
  let top: string;
  let ledger: Ledger;
  let now: string;

  beforeEach(() => {
    top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-reading-')));
    now = '2026-01-01T00:00:00.000Z';
    ledger = open(join(top, 'data'), () => new Date(now));
  });
  afterEach(async () => {
    await ledger.close();
    rmSync(top, { recursive: true, force: true });
  });

  describe('what came after', () => {
    it('a place is told in its order, of one contest or of some types', async () => {
      const [first] = await ledger.append([{ contest: 'a', events: [drawn('1')] }]);
      const seq = first?.seq ?? 0;
      await ledger.append([
        { contest: 'b', events: [drawn('2')] },
        { contest: 'a', events: [drawn('3'), { type: 'contest.cancelled', v: 1 }] },
      ]);
      expect(keys(await ledger.eventsAfter(0))).toEqual(['1', '2', '3', 'contest.cancelled']);
      expect(keys(await ledger.eventsAfter(seq))).toEqual(['2', '3', 'contest.cancelled']);
      expect(keys(await ledger.eventsAfter(seq, { contest: 'a' }))).toEqual(['3', 'contest.cancelled']);
      expect(keys(await ledger.eventsAfter(seq, { contest: 'a', types: ['draw.made'] }))).toEqual(['3']);
      expect(keys(await ledger.eventsAfter(0, { types: ['draw.made'], last: 2 }))).toEqual(['2', '3']);
      expect(keys(await ledger.eventsAfter(0, { last: 9 }))).toHaveLength(4);
    });

    it('is waited for, by contest and type, from this connection and another', async () => {
      const other = open(join(top, 'data'), () => new Date(now));
      const heard: string[] = [];
      const wait = async (name: string, contest?: string) => {
        const filter = contest === undefined ? {} : { contest };
        if (await ledger.waitForNews(0, { ...filter, signal: never })) heard.push(name);
      };
      const waiting = [wait('any'), wait('b', 'b'), wait('c', 'c')];
      await other.append([{ contest: 'a', events: [drawn('1')] }]);
      await waiting[0];
      expect(heard).toEqual(['any']);
      await ledger.append([{ contest: 'b', events: [drawn('2')] }]);
      await waiting[1];
      await other.append([{ contest: 'c', events: [drawn('3')] }]);
      await waiting[2];
      expect(heard).toEqual(['any', 'b', 'c']);
      expect(await ledger.waitForNews(0, { signal: never })).toBe(true);
      await other.close();
    });

    it('is not waited for longer than was said, nor after the signal', async () => {
      const stop = new AbortController();
      expect(await ledger.waitForNews(0, { signal: never, timeoutMs: 10 })).toBe(false);
      const waiting = ledger.waitForNews(0, { signal: stop.signal });
      stop.abort();
      expect(await waiting).toBe(false);
      expect(await ledger.waitForNews(0, { signal: stop.signal })).toBe(false);
    });
  });

  describe('contests', () => {
    async function opened(
      contest: string,
      more: Partial<ContestOpened> = {},
      prompt = 'why?',
    ): Promise<void> {
      const staged = await ledger.stage(prompt);
      const task = { prompt: staged.ref, cwd: '/work/app', tier: 'read' as const, files: [] };
      const event: ContestOpened = {
        type: 'contest.opened',
        v: 1,
        format: 'ask',
        formatVersion: 1,
        joustVersion: '0',
        task,
        roster: [],
        options: {},
        seed: 's',
        simulated: false,
        ...more,
      };
      await ledger.append([{ contest, events: [event], blobs: [staged] }]);
    }
    const put = (contest: string, ...events: readonly JoustEvent[]) => ledger.append([{ contest, events }]);
    const found = async (query: ContestQuery) =>
      (await ledger.contests(query)).map(({ contest }) => contest).join(' ');

    it('are found by format, time, folder and the words of their prompt', async () => {
      await opened('a', {}, 'The FLAKY test');
      now = '2026-02-01T00:00:00.000Z';
      await opened('b', { format: 'race' }, `flaky ${'x'.repeat(300_000)} É`);
      const prompt = await ledger.stage('elsewhere');
      await opened(
        'c',
        { task: { prompt: prompt.ref, cwd: '/work/application', tier: 'read', files: [] } },
        'elsewhere',
      );
      expect(await found({ format: 'race' })).toBe('b');
      expect(await found({ since: '2026-01-15' })).toBe('c b');
      expect(await found({ folders: ['/work/app'] })).toBe('b a');
      expect(await found({ folders: ['/work'] })).toBe('c b a');
      expect(await found({ words: ['flaky'] })).toBe('b a');
      expect(await found({ words: ['flaky', 'é'] })).toBe('b');
    });

    it('are found by the beginning of their id, and by what they are about', async () => {
      for (const name of ['ab', 'abc', 'b', 'a_', 'a%']) await opened(name);
      await opened('d', { about: 'ab' });
      await opened('e', { about: 'abc', options: { note: '"about":"ab"' } });
      expect(await found({ prefix: 'ab' })).toBe('abc ab');
      expect(await found({ prefix: 'a%' })).toBe('a%');
      expect(await found({ prefix: 'a_', state: 'open' })).toBe('a_');
      expect(await found({ prefix: 'zz' })).toBe('');
      expect(await found({ about: 'ab' })).toBe('d');
      expect(await found({ about: 'abc' })).toBe('e');
    });

    it('are found by their state, and one that was reopened is open again', async () => {
      for (const name of ['open', 'closed', 'cancelled', 'reopened']) await opened(name);
      await put('closed', { type: 'contest.closed', v: 1, outcome: 'ok' });
      await put('cancelled', { type: 'contest.cancelled', v: 1 });
      await put('reopened', { type: 'contest.closed', v: 1, outcome: 'ok' });
      await put('reopened', { type: 'attempt.reopened', v: 1, key: 'k', contestant: 'c' });
      expect(await found({ state: 'open' })).toBe('reopened open');
      expect(await found({ state: 'closed' })).toBe('closed');
      expect(await found({ state: 'cancelled' })).toBe('cancelled');
    });

    it('come page by page', async () => {
      for (let index = 0; index < 7; index += 1) await opened(`c${index}`);
      const pages: string[] = [];
      for (let before = Number.MAX_SAFE_INTEGER; ; ) {
        const page = await ledger.contests({ limit: 3, before });
        pages.push(page.map(({ contest }) => contest).join(' '));
        if (page.length < 3) break;
        before = page.at(-1)?.seq ?? 0;
      }
      expect(pages).toEqual(['c6 c5 c4', 'c3 c2 c1', 'c0']);
    });
  });

  describe('digests of contests', () => {
    const prompt = { sha256: '0'.repeat(64), bytes: 0 };
    const opening = (): ContestOpened => ({
      type: 'contest.opened',
      v: 1,
      format: 'ask',
      formatVersion: 1,
      joustVersion: '0',
      task: { prompt, cwd: '/', tier: 'read', files: [] },
      roster: [],
      options: {},
      seed: 's',
      simulated: false,
    });
    const digest = (version: number) => ({
      name: 'count',
      version,
      make: (record: readonly StoredEvent[]) => `${version}: ${record.length}`,
    });
    const told = async (version: number) =>
      (await ledger.digests(digest(version))).map(({ contest, text }) => `${contest} ${text}`);

    it('follow the record: what has grown, what is new, what is gone, and another version', async () => {
      for (const contest of ['a', 'b']) await ledger.append([{ contest, events: [opening()] }]);
      await ledger.append([{ contest: 'no-opening', events: [drawn('1')] }]);
      expect(await told(1)).toEqual(['b 1: 1', 'a 1: 1']);
      await ledger.append([{ contest: 'a', events: [drawn('1'), drawn('2')] }]);
      await ledger.append([{ contest: 'c', events: [opening()] }]);
      expect(await told(1)).toEqual(['c 1: 1', 'b 1: 1', 'a 1: 3']);
      expect(await told(2)).toEqual(['c 2: 1', 'b 2: 1', 'a 2: 3']);
      await ledger.remove({ contests: ['a'], what: 'everything', gone: () => true });
      expect(await told(2)).toEqual(['c 2: 1', 'b 2: 1']);
    });

    it('leave out what cannot be read', async () => {
      await ledger.append([{ contest: 'a', events: [opening()] }]);
      const unknown = { type: 'moon.landed', v: 1 } as unknown as JoustEvent;
      await ledger.append([{ contest: 'b', events: [opening(), unknown] }]);
      expect(await told(1)).toEqual(['a 1: 1']);
    });
  });

  it('says clearly that an event is of a newer joust, and reads the others', async () => {
    const opened = { type: 'contest.opened', v: 2, format: 'ask' } as unknown as JoustEvent;
    const unknown = { type: 'moon.landed', v: 1 } as unknown as JoustEvent;
    await ledger.append([{ contest: 'newer', events: [opened] }]);
    await ledger.append([{ contest: 'other', events: [drawn('1'), unknown] }]);
    await expect(ledger.events('newer')).rejects.toMatchObject({
      code: 'ledger',
      message: 'contest newer holds an event of a newer joust (contest.opened, version 2)',
    });
    await expect(ledger.events('other')).rejects.toMatchObject({
      message: expect.stringContaining('moon.landed'),
    });
    expect(await ledger.contests()).toEqual([]);
  });

  describe('content in pieces', () => {
    async function* pieces(size: number, count: number): AsyncGenerator<Uint8Array> {
      for (let index = 0; index < count; index += 1) yield Buffer.alloc(size, index % 256);
    }

    it.each([
      [0, 0],
      [10, 3],
      [100_000, 20],
    ])('of %i bytes, %i times, is stored and read like the whole', async (size, count) => {
      const staged = await ledger.stageStream(pieces(size, count));
      expect(staged.ref.bytes).toBe(size * count);
      await ledger.append([{ contest: 'c', events: [], blobs: [staged] }]);
      const whole = await ledger.blob(staged.ref);
      const read: Uint8Array[] = [];
      for await (const chunk of ledger.blobStream(staged.ref)) read.push(chunk);
      expect(Buffer.concat(read).equals(whole)).toBe(true);
      expect(whole.length).toBe(size * count);
      expect((await ledger.stage(whole)).ref).toEqual(staged.ref);
    });

    it('that nobody has is an error', async () => {
      const { ref } = await ledger.stage('never appended');
      const reading = async () => {
        for await (const _ of ledger.blobStream(ref)) break;
      };
      await expect(reading()).rejects.toMatchObject({ code: 'not-found' });
    });
  });
});
