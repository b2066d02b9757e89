// Every format, played on from every prefix of its record: it comes to the same, nobody whose end is on record is asked
// again, and the record only grows. So it does on PostgreSQL: some here, all in the sweep.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { schemaFor, sharedCluster } from '../setup/postgres.ts';
import { type PlayedFormat, playFolder, playOn, playWhole } from './play-prefix.ts';
import { playedFormats } from './played-formats.ts';

describe.each(playedFormats)('$name', (format) => {
  it('comes to the same from every prefix of its record', async () => {
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
const onDatabase = playedFormats.filter(({ name }) => process.env['JOUST_SWEEP'] === 'all' || name === 'ask');

describe.each(onDatabase)('$name on PostgreSQL', (format) => {
  it('comes to the same from every prefix of its record', async (context) => {
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
  for (let count = 1; count <= events.length; count += 1) {
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
