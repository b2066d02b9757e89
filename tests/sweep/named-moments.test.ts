// kill -9 at every failpoint of every key: resumed, the contest tells the story of an undisturbed one.
import { describe, expect, it } from 'vitest';
import { type Cluster, schemaFor, sharedCluster } from '../setup/postgres.ts';
import { finished } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { type SweptFormat, sweptFormats } from './formats.ts';
import { inParallel } from './in-parallel.ts';
import { isOnRecord, keyMoments } from './moments.ts';
import { diedAt, expectWhole, playWhole, prepared, startsOf, sum } from './play.ts';
import { skipUnlessPlayable } from './repository.ts';

const shared = await sharedCluster();
let plays = 0;

/** Each of them, and once more with its record in PostgreSQL where that is to be had. */
const swept: readonly SweptFormat[] = [
  ...sweptFormats,
  ...(typeof shared === 'string' ? [] : sweptFormats).map((format) => ({
    ...format,
    name: `${format.name} on PostgreSQL`,
    ledger: () => (shared as Cluster).url(schemaFor(`swept ${process.pid} ${plays++}`)),
  })),
];

describe.each(swept)('$name', (format) => {
  it('tells the same story after a death at any named moment of any key', async (context) => {
    await skipUnlessPlayable(format, context);
    const whole = await playWhole(format);
    const moments = keyMoments(whole.events, format.moments);
    expect(moments.length).toBeGreaterThan(15);
    await inParallel(moments, async (moment) => {
      using place = await prepared(format);
      expect(await diedAt(place, format, moment), moment).toBe('SIGKILL');
      const how = await expectWhole(place, { format, whole, moment });
      expect(how, moment).toBe(isOnRecord(moment, format.unopened) ? 'resumed' : 'never begun');
    });
  });

  it('tells the same story after a death while it was being interrupted', async (context) => {
    await skipUnlessPlayable(format, context);
    const whole = await playWhole(format);
    if (whole.events.every(({ type }) => type !== 'attempt.started'))
      return context.skip('nobody plays in it: there is nothing to interrupt');
    await inParallel(['before attempt.interrupted', 'after attempt.interrupted'], async (moment) => {
      for (let tries = 0; ; tries += 1) {
        using place = await prepared(format);
        const before = sum(startsOf(place, format));
        const player = place.start(format.args, { env: { JOUST_TEST_FAILPOINT: moment } });
        const gone = finished(player);
        await until(() => sum(startsOf(place, format)) > before);
        player.kill('SIGINT');
        await gone;
        // Whoever was asked may have been quicker.
        if (player.signalCode === null && tries < 5) continue;
        expect(player.signalCode, moment).toBe('SIGKILL');
        expect(await expectWhole(place, { format, whole, moment, interrupted: true })).toBe('resumed');
        return;
      }
    });
  });
});
