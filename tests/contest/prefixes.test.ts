// Every format, played on from prefixes of its record: it comes to the same, nobody whose end is on record is asked again, and
// the record only grows. So it does on PostgreSQL. A short record is cut after every event, a long one after the first and the
// last event of each kind, and on PostgreSQL it is an ask; `npm run test:sweep` cuts all of them after every event, on both.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JoustEvent } from '../../src/domain/event.ts';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { schemaFor, sharedCluster } from '../setup/postgres.ts';
import { type PlayedFormat, playFolder, playOn, playWhole } from './play-prefix.ts';
import { playedFormats } from './played-formats.ts';

/** `npm run test:sweep` has all of them. */
const isLong = process.env['JOUST_SWEEP'] === 'all';

describe.each(playedFormats)('$name', (format) => {
  it('comes to the same from any kind of prefix of its record', async () => {
    await expectSame(format);
  }, 180_000);
});

/** What a playing came to is read from it when that is over. */
class StaysOpen extends PostgresLedger {
  override async close(): Promise<void> {
    // Not yet.
  }

  end(): Promise<void> {
    return super.close();
  }
}

const shared = await sharedCluster();
const onDatabase = playedFormats.filter(({ name }) => isLong || name === 'ask');

describe.each(onDatabase)('$name on PostgreSQL', (format) => {
  it('comes to the same from any kind of prefix of its record', async (context) => {
    if (typeof shared === 'string') return context.skip(shared);
    await expectSame(format, (count) => {
      const url = shared.url(schemaFor(`prefix ${process.pid} ${format.name} ${count}`));
      return new StaysOpen({ url, now: () => new Date() });
    });
  }, 600_000);
});

async function expectSame(format: PlayedFormat, openAt?: (count: number) => StaysOpen): Promise<void> {
  using place = playFolder(format);
  const whole = await playWhole(format, place);
  const events = whole.records.get(whole.contest) ?? [];
  expect(events.at(-1)?.type).toBe('contest.closed');
  expect(whole.asked).not.toEqual([]);
  for (const count of cutsOf(events)) {
    const before = events.slice(0, count);
    const cut = `${format.name}, cut after ${count} of ${events.length}: ${before.at(-1)?.type}`;
    const ledger = openAt?.(count);
    const played = await playOn(format, { ...whole, ...(ledger && { ledger }) }, count);
    await ledger?.end();
    expect(played.cameTo, cut).toEqual(whole.cameTo);
    expect(played.events.slice(0, count), cut).toEqual(before);
    expect(played.events.at(-1)?.type, cut).toBe('contest.closed');
    // A contest that is a step of it is there as a whole once it was started.
    const steps = before.flatMap((event) => (event.type === 'child.started' ? [event.contest] : []));
    const ended = [...before, ...steps.flatMap((id) => whole.records.get(id) ?? [])].flatMap((event) =>
      event.type === 'attempt.ended' ? [event.key] : [],
    );
    expect(played.asked.toSorted(), cut).toEqual(without(whole.asked, ended).toSorted());
  }
}

const short = 16;

/** How many events are left of it each time; none of a kind is left out. */
function cutsOf(events: readonly JoustEvent[]): readonly number[] {
  const kinds = events.map(kindOf);
  return [...kinds.entries()].flatMap(([at, kind]) =>
    isLong || events.length <= short || kinds.indexOf(kind) === at || kinds.lastIndexOf(kind) === at
      ? [at + 1]
      : [],
  );
}

/** By its type, and by the stage it is about: the end of a contestant's work is another matter than that of a judge's. */
function kindOf(event: JoustEvent): string {
  const [stage = ''] = 'key' in event ? event.key.split('/') : [];
  return `${event.type} ${stage}`;
}

/** Each of them once: steps of a contest may have the same keys. */
function without(all: readonly string[], gone: readonly string[]): readonly string[] {
  const left = [...all];
  for (const key of gone) if (left.includes(key)) left.splice(left.indexOf(key), 1);
  return left;
}

it('leaves no format out', () => {
  const played = new Set(playedFormats.map(({ name }) => name.split(',')[0]));
  const folders = readdirSync(new URL('../../src/formats', import.meta.url), { withFileTypes: true });
  for (const folder of folders.filter((one) => one.isDirectory())) expect(played).toContain(folder.name);
});
