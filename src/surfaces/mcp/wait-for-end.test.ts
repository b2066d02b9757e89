import { expect, it } from 'vitest';
import type { JoustEvent } from '../../domain/event.ts';
import type { Followed } from '../../record/archive.ts';
import { waitForEnd } from './wait-for-end.ts';

interface Played {
  /** How long it is played, in looks of a second each. */
  readonly seconds: number;
  readonly patienceMs?: number;
  readonly signal?: AbortSignal;
}

/** A contest in which ann has ended and bob is at work, by a clock of its own. */
async function waited({ seconds, patienceMs = 45_000, signal = new AbortController().signal }: Played) {
  let now = 1000;
  const said: { readonly text: string; readonly at: number }[] = [];
  const stored = (event: object) => ({ seq: 1, at: '', contest: 'c', event: event as JoustEvent });
  const events = [
    stored({ type: 'contest.opened', options: {}, roster: [{ name: 'ann' }, { name: 'bob' }] }),
    stored({ type: 'attempt.ended', key: '1', contestant: 'ann', outcome: 'ok', timing: {} }),
    stored({ type: 'attempt.started', key: '2', contestant: 'bob' }),
  ];
  async function* follow(_id: string, leave: AbortSignal): AsyncGenerator<Followed> {
    for (let at = 0; ; at += 1) {
      yield { events, playing: at < seconds };
      if (at >= seconds || leave.aborted) return;
      now += 1000;
    }
  }
  const ended = await waitForEnd('c', {
    archive: { follow },
    patienceMs,
    signal,
    elapsed: () => now,
    progress: async (text) => void said.push({ text, at: now - 1000 }),
  });
  return { ended, said, tookMs: now - 1000 };
}

it('ends when nobody plays it any more', async () => {
  expect(await waited({ seconds: 3 })).toMatchObject({ ended: true, tookMs: 3000 });
});

it('gives a contest up that outlasts callers, and leaves it playing', async () => {
  const { ended, tookMs } = await waited({ seconds: 1000 });
  expect([ended, tookMs]).toEqual([false, 45_000]);
});

it('says how it stands at once, and then often enough for a clock of ten seconds', async () => {
  const { said } = await waited({ seconds: 1000 });
  expect(said[0]).toEqual({ text: '1 of 2 have answered; at work: bob', at: 0 });
  const pauses = said.slice(1).map(({ at }, before) => at - (said[before]?.at ?? 0));
  expect(Math.max(...pauses)).toBeLessThan(10_000);
  expect(said.length).toBeGreaterThan(4);
});

it('leaves with the caller', async () => {
  expect(await waited({ seconds: 1000, signal: AbortSignal.abort() })).toMatchObject({
    ended: false,
    tookMs: 0,
  });
});
