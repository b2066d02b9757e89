// What the live stream costs: a slow reader is told to read anew, and where nobody reads nothing is followed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../../../tests/setup/until.ts';
import type { JoustEvent } from '../../../domain/event.ts';
import { openSqlite } from '../../../ledger/sqlite/sqlite-ledger.ts';
import { thisMachine } from '../../../process/machine.ts';
import { type Archive, openArchive, withoutNamesIn } from '../../../record/archive.ts';
import { LiveHub, type LiveLimits } from './live-hub.ts';
import { placeText, readPlace } from './live-place.ts';

let home: string;
let archive: Archive;
let ledger: ReturnType<typeof openSqlite>;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'joust-live-'));
  const machine = thisMachine();
  archive = withoutNamesIn(openArchive(home, machine));
  ledger = openSqlite({ home, now: machine.now });
});
afterEach(async () => {
  await archive[Symbol.asyncDispose]();
  await ledger.close();
  rmSync(home, { recursive: true, force: true });
});

const event: JoustEvent = { type: 'preference.forgotten', v: 1, id: 'x'.repeat(200) };
const record = (count: number) =>
  ledger.append([{ contest: 'one', events: Array.from({ length: count }, () => event) }]);
const hubWith = (limits: Partial<LiveLimits> = {}, of = archive) =>
  new LiveHub(
    of,
    (error) => {
      throw error;
    },
    { batchMs: 1, lookMs: 5, ...limits },
  );

type Reading = ReturnType<typeof reading>;

/** The messages so far, as text. */
function reading(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  let text = '';
  const decoder = new TextDecoder();
  return {
    read: async () => {
      const { value } = await reader.read();
      text += decoder.decode(value, { stream: true });
      return text;
    },
    leave: () => reader.cancel(),
  };
}

it('sends a slow reader a resync in place of what it did not read, and goes on from there', async () => {
  const hub = hubWith({ mostBytes: 5000 });
  const slow = reading(hub.join({ contests: [] }));
  expect(await slow.read()).toContain('event: hello');
  const quick = reading(hub.join({ contests: [] }));
  let heard = await quick.read();
  for (let round = 0; round < 20; round += 1) {
    const [last] = (await record(10)).slice(-1);
    while (!heard.includes(`"seq":${last?.seq},`)) heard = await quick.read();
  }
  expect(heard).not.toContain('resync');
  let text = await slow.read();
  while (!text.includes('event: resync')) text = await slow.read();
  expect(text.length).toBeLessThan(12_000);
  const [next] = await record(1);
  while (!text.includes(`"seq":${next?.seq},`)) text = await slow.read();
  await hub.close();
});

it('reads and follows nothing when the last one left', async () => {
  const hub = hubWith();
  const one = reading(hub.join({ contests: [] }));
  await one.read();
  await one.leave();
  await until(() => hub.following === 0);
  const again = reading(hub.join({ contests: [] }));
  expect(await again.read()).toContain('event: hello');
  await hub.close();
});

it('follows an attempt once for all who watch it, and ends that with the last of them', async () => {
  const prompt = await ledger.stage('why?');
  const opened: JoustEvent = {
    type: 'contest.opened',
    v: 1,
    format: 'ask',
    formatVersion: 1,
    joustVersion: '0',
    seed: 'x',
    task: { prompt: prompt.ref, cwd: home, tier: 'read', files: [] },
    roster: [{ name: 'ann', agent: 'command' }],
    options: {},
    simulated: false,
  };
  const spool = join(home, 'spool');
  const about = { key: 'answer/1', run: 1, contestant: 'ann', inputs: 'x', tier: 'read', spool } as const;
  const events: JoustEvent[] = [opened, { type: 'attempt.started', v: 1, ...about }];
  await ledger.append([{ contest: 'told', events, blobs: [prompt] }]);
  let [begun, ended] = [0, 0];
  const tail: Archive['tail'] = async function* (_id, _key, signal) {
    begun += 1;
    yield { type: 'text', delta: 'first words' };
    await new Promise((over) => signal.addEventListener('abort', over, { once: true }));
    ended += 1;
  };
  const hub = hubWith({}, { ...archive, tail });
  const [one, other] = [0, 1].map(() => reading(hub.join({ contests: ['told'] }))) as [Reading, Reading];
  for (const reader of [one, other])
    for (let text = ''; !text.includes('first words'); ) text = await reader.read();
  expect([hub.following, begun]).toEqual([1, 1]);
  await one.leave();
  expect([hub.following, ended]).toEqual([1, 0]);
  await other.leave();
  expect(hub.following).toBe(0);
  await until(() => ended === 1);
  await hub.close();
});

it('catches up with what was missed, unless that is too much', async () => {
  const [first] = await record(1);
  await record(30);
  const hub = hubWith({ mostMissed: 50 });
  const after = readPlace(String(first?.seq));
  const back = reading(hub.join({ contests: [], after }));
  let text = await back.read();
  while (!text.includes('event: news')) text = await back.read();
  expect(text.match(/"type":"preference.forgotten"/g)).toHaveLength(30);
  await record(30);
  const late = reading(hub.join({ contests: [], after }));
  let said = await late.read();
  while (!said.includes('event: resync')) said = await late.read();
  const lost = reading(hub.join({ contests: [], after: readPlace('999999999') }));
  let told = await lost.read();
  while (!told.includes('event: resync')) told = await lost.read();
  await hub.close();
});

it('writes places as text and reads no others', () => {
  const place = { seq: 1200, said: new Map([[1187, 5120]]) };
  expect(placeText(place)).toBe('1200.1187:5120');
  expect(readPlace('1200.1187:5120')).toEqual(place);
  for (const text of ['', 'x', '12.', '12.3', '12.3:-1', '1e9', '12;3:4'])
    expect(readPlace(text)).toBeUndefined();
});
