// A wrapper that does not do its work: stopped, blocked, or without room for the end. Whoever plays comes to an end all the same.
import { existsSync, lstatSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endSpool, isRunning, noteCause, spoolEnd, spoolTree } from '../../src/process/spawn/spool.ts';
import { endTree } from '../../src/process/tree/process-tree.ts';
import { type SpoolPlace, spoolPlace } from '../setup/spool-place.ts';
import { until } from '../setup/until.ts';

let place: SpoolPlace;

beforeEach(() => {
  place = spoolPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

const generous = { timeoutMs: 600_000, idleMs: 0, outputBytes: 1e9 };
/** Everybody in its group but itself: the wrapper and its watchdog. */
const stopKeepers =
  'for p in $PPID $(cat /proc/$PPID/task/*/children); do [ $p = $$ ] || kill -STOP $p; done';

describe('a wrapper that was stopped', () => {
  it('is woken, and records the end itself', async () => {
    const seen = await place.played('kill -STOP $PPID; echo answer; exit 3', { limits: generous });
    expect(seen.at(-1)).toMatchObject({ type: 'end', end: { cause: 'exited', code: 3 } });
  });

  it('with its watchdog does not lift the time limit', async () => {
    const limits = { ...generous, timeoutMs: 1000 };
    const seen = await place.played(`${stopKeepers}; echo on; sleep 1000`, { limits, lateMs: 500 });
    expect(seen.at(-1)).toMatchObject({ type: 'end', end: { cause: 'timed-out' } });
    await until(() => place.marked().length === 0);
  });

  it('nor that of silence', async () => {
    const limits = { ...generous, idleMs: 1000 };
    const seen = await place.played(`${stopKeepers}; echo on; sleep 1000`, { limits, lateMs: 500 });
    expect(seen.at(-1)).toMatchObject({ type: 'end', end: { cause: 'idle' } });
  });

  it('nor that of output', async () => {
    const limits = { ...generous, outputBytes: 1000 };
    const flood = 'head -c 9999 /dev/zero; sleep 1000';
    const seen = await place.played(`${stopKeepers}; ${flood}`, { limits, lateMs: 500 });
    expect(seen.at(-1)).toMatchObject({ type: 'end', end: { cause: 'output-cap' } });
  });

  it('is ended with everybody else when that is asked for', async () => {
    const gone = place.start('kill -STOP 0; sleep 1000');
    await until(() => isRunning(place.spool) === true && existsSync(join(place.spool.path, 'child')));
    noteCause(place.spool, 'cancelled');
    expect(await endSpool(place.spool)).toEqual([]);
    await gone;
    expect(spoolEnd(place.spool)).toMatchObject({ cause: 'cancelled' });
    expect(place.marked()).toEqual([]);
  });
});

describe('an end that cannot be written', () => {
  const longAgo = new Date('2020-01-01');

  it('into a pipe that was put there: it is put aside', async () => {
    const seen = await place.played('mkfifo "$spool/end"; exit 4');
    expect(seen.at(-1)).toMatchObject({ type: 'end', end: { cause: 'exited', code: 4 } });
  });

  it('since somebody puts a pipe there again and again', async () => {
    const again = 'while :; do [ -p "$spool/end" ] || { rm -f "$spool/end"; mkfifo "$spool/end"; }; done';
    const seen = await place.played(`(${again}) 2>/dev/null & echo answer`, {
      limits: generous,
      lateMs: 500,
    });
    expect(seen).toContainEqual({ type: 'lines', stream: 'stdout', lines: ['answer'] });
    expect(seen.at(-1)).toMatchObject({ type: 'end', end: { cause: 'exited' } });
    expect(await endTree([spoolTree(place.spool)])).toEqual([]);
    expect(place.marked()).toEqual([]);
  });

  it('for want of room is an end all the same, without a code', async () => {
    await place.start('exit 0');
    for (const content of ['', 'x\n', 'NaN\n', '9'.repeat(400)]) {
      writeFileSync(join(place.spool.path, 'end'), content);
      utimesSync(join(place.spool.path, 'end'), longAgo, longAgo);
      expect(spoolEnd(place.spool)).toMatchObject({ cause: 'exited', code: null });
    }
  });

  it('is not there yet while it is empty and young: it may be about to be written', async () => {
    await place.start('exit 0');
    writeFileSync(join(place.spool.path, 'end'), '');
    expect(spoolEnd(place.spool)).toBeUndefined();
  });

  it('into a folder that was put there: it is put aside', async () => {
    const seen = await place.played('mkdir "$spool/end"; exit 6');
    expect(lstatSync(join(place.spool.path, 'end')).isFile()).toBe(true);
    expect(seen.at(-1)).toMatchObject({ type: 'end', end: { cause: 'exited', code: 6 } });
  });
});

it('a pipe in the place of a stream does not hold up the limits', async () => {
  await place.start('rm "$spool/stdout"; mkfifo "$spool/stdout"; sleep 1000', { timeoutMs: 1500 });
  expect(spoolEnd(place.spool)).toMatchObject({ cause: 'timed-out' });
});
