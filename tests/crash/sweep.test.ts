// The crash sweep: kill -9 at every kind of moment at which something is done and not on record, each in the format that has a
// way of its own there, and at those that only processes pass; resumed, the result is that of an undisturbed play.
// tests/contest/prefixes.test.ts plays every format on from its record, and `npm run test:sweep` kills players of all of them,
// for every key and at random moments, and those that take a race over at each of their moments.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ended } from '../cli/output-lines.ts';
import { schemaFor, sharedCluster } from '../setup/postgres.ts';
import { finished, project } from '../setup/project.ts';
import { type SweptFormat, sweptFormats } from '../sweep/formats.ts';
import { inParallel } from '../sweep/in-parallel.ts';
import { isOnRecord, kindMoments } from '../sweep/moments.ts';
import { diedAt, expectWhole, playWhole, prepared, startsOf, sum, type Whole } from '../sweep/play.ts';
import { skipUnlessPlayable } from '../sweep/repository.ts';

const quickly = sweptFormats.filter(({ quick }) => quick !== undefined);

const wholes = new Map<string, Promise<Whole>>();

/** Played once for all that is compared with it. */
function wholeOf(format: SweptFormat): Promise<Whole> {
  const whole = wholes.get(format.name) ?? playWhole(format);
  wholes.set(format.name, whole);
  return whole;
}

describe.each(quickly)('$name', (format) => {
  it('tells the same story after a death at any kind of moment, and nobody is asked twice', async (context) => {
    await skipUnlessPlayable(format, context);
    const whole = await wholeOf(format);
    const { moments: more, quick = /^$/ } = format;
    const moments = kindMoments(whole.events, more).filter((moment) => quick.test(moment));
    expect(moments.length).toBeGreaterThan(0);
    await inParallel(moments, async (moment) => {
      using place = await prepared(format);
      expect(await diedAt(place, format, moment), moment).toBe('SIGKILL');
      const how = await expectWhole(place, { format, whole, moment });
      expect(how, moment).toBe(isOnRecord(moment) ? 'resumed' : 'never begun');
    });
  }, 300_000);
});

/** A race is taken over as an ask is, but for the work that is sealed then; all of them in the sweep. */
const takingOver = ['before attempt.ended', 'lease taken', 'after attempt.ended'];
const takenOver: Readonly<Record<string, readonly string[]>> = {
  ask: takingOver,
  'race on overlays': process.env['JOUST_SWEEP'] === 'all' ? takingOver : takingOver.slice(0, 1),
};

describe.each(quickly.filter(({ name }) => name in takenOver))('$name', (format) => {
  it('tells the same story when the player that takes over dies as well', async (context) => {
    await skipUnlessPlayable(format, context);
    const whole = await wholeOf(format);
    await inParallel(takenOver[format.name] ?? [], async (moment) => {
      using place = await prepared(format);
      const first = place.start(format.args, { env: { JOUST_TEST_FAILPOINT: 'after attempt.started' } });
      await finished(first);
      const next = place.start(['resume', '@last'], { env: { JOUST_TEST_FAILPOINT: moment } });
      await finished(next);
      expect([first.signalCode, next.signalCode], moment).toEqual(['SIGKILL', 'SIGKILL']);
      expect(await expectWhole(place, { format, whole, moment: `taking over, ${moment}` })).toBe('resumed');
    });
  }, 180_000);
});

const shared = await sharedCluster();

/** All of them in the sweep. */
describe.each(quickly.filter(({ name }) => name === 'ask'))('$name on PostgreSQL', (format) => {
  it('tells the same story after a death, and nobody is asked twice', async (context) => {
    if (typeof shared === 'string') return context.skip(shared);
    let plays = 0;
    const there = {
      ...format,
      ledger: () => shared.url(schemaFor(`crash ${process.pid} ${format.name} ${plays++}`)),
    };
    const whole = await playWhole(there);
    await inParallel(['before attempt.ended', 'after attempt.started'], async (moment) => {
      using place = await prepared(there);
      expect(await diedAt(place, there, moment), moment).toBe('SIGKILL');
      expect(await expectWhole(place, { format: there, whole, moment })).toBe('resumed');
    });
  }, 180_000);
});

it('runs again, on record, only what was lost together with its wrapper', async () => {
  using place = project({
    'a.json': JSON.stringify({
      rate: 1000,
      steps: [
        { append: 'starts-a', content: 'started\n' },
        {
          run: '[ -e again ] || { touch again; kill -9 $(cut -d" " -f1 "$JOUST_TEST_SPOOLS"/*/claim) $PPID; sleep 5; }',
        },
        { say: 'first answer' },
      ],
    }),
  });
  const env = { JOUST_TEST_SPOOLS: join(place.home, 'spools') };
  place.config('[env]\npass = ["JOUST_TEST_SPOOLS"]\n');
  const { code, stdout } = await place.joust(['ask', '--json', '-c', 'scripted/./a.json', 'hi'], { env });
  expect(code).toBe(0);
  expect(ended(stdout)[0]).toMatchObject({ outcome: 'ok', text: 'first answer' });
  expect(stdout).toContain('"type":"attempt.retried"');
  expect(sum(startsOf(place, { names: ['a'] }))).toBe(2);
  expect(readdirSync(join(place.home, 'spools'))).toEqual([]);
});
