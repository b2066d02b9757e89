// kill -9 at two hundred random moments, also of the player that resumes: the story is that of an undisturbed contest.
// JOUST_SWEEP_SEED=N draws the moments of an earlier run again, JOUST_SWEEP_MOMENTS=N more or fewer of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { finished, type Project } from '../setup/project.ts';
import { type SweptFormat, sweptFormats } from './formats.ts';
import { inParallel } from './in-parallel.ts';
import { expectWhole, playWhole, prepared, type Whole } from './play.ts';
import { skipUnlessPlayable } from './repository.ts';

const seed = Number(process.env['JOUST_SWEEP_SEED'] ?? Date.now() % 1_000_000);
const count = Number(process.env['JOUST_SWEEP_MOMENTS'] ?? 200);

/** The parts of a whole play's time after which the player, and each one that resumes, is killed. */
function deathsOf(number: number): readonly number[] {
  const random = randomFrom(seed * 1_000_003 + number);
  const deaths = 1 + Math.floor(random() * 2);
  return Array.from({ length: deaths }, () => 0.1 + random());
}

/** mulberry32: small, and the same everywhere. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Whether the player was still there to be killed. */
async function playAndDie(place: Project, line: readonly string[], afterMs: number): Promise<boolean> {
  const player = place.start(line);
  const gone = finished(player);
  await Promise.race([sleep(afterMs), gone]);
  player.kill('SIGKILL');
  await gone;
  return player.signalCode === 'SIGKILL';
}

async function usualOf(format: SweptFormat, plays: number): Promise<Whole> {
  const wholes = await Promise.all(Array.from({ length: plays }, () => playWhole(format)));
  const usual = wholes.sort((a, b) => a.tookMs - b.tookMs)[Math.floor(plays / 2)];
  if (usual === undefined) throw new Error('nothing was played');
  return usual;
}

describe.each(sweptFormats)('$name', (format) => {
  it(`tells the same story after a death at ${count} random moments (JOUST_SWEEP_SEED=${seed})`, async (context) => {
    await skipUnlessPlayable(format, context);
    const whole = await usualOf(format, 3);
    let midway = 0;
    await inParallel(
      Array.from({ length: count }, (_, number) => number),
      async (number) => {
        using place = await prepared(format);
        const deaths = deathsOf(number);
        const moment = `JOUST_SWEEP_SEED=${seed}, number ${number}, ${deaths.map((part) => Math.round(part * whole.tookMs))} ms`;
        let killed = 0;
        for (const [turn, part] of deaths.entries()) {
          const line = turn === 0 ? format.args : ['resume', '@last', '--json'];
          killed += Number(await playAndDie(place, line, part * whole.tookMs));
        }
        const how = await expectWhole(place, { format, whole, moment });
        midway += Number(how === 'resumed' && killed > 0);
      },
    );
    // Too early or too late a death proves nothing.
    expect(midway).toBeGreaterThan(count / 3);
  });
});
