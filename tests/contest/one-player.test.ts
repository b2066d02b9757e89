// One player at a time, in one process too; and what a contest was started with, kept for whoever plays it on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import type { World } from '../../src/play/create-player.ts';
import type { ContestRequest } from '../../src/play/open.ts';
import { playContest, resumeContest } from '../../src/play/play.ts';
import { world } from '../setup/world.ts';

let folder: string;
let ledger: Ledger;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'joust-player-'));
  ledger = memoryLedger(() => new Date());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const request = (): ContestRequest => ({
  format: 'ask',
  prompt: 'why?',
  files: [],
  cwd: folder,
  tier: 'read',
  joustVersion: '0',
  roster: [{ name: 'a', agent: 'inline' }],
  options: {},
});
const here = (more: Partial<World> = {}) => world(folder, { openLedger: () => ledger, ...more });

async function interrupted(more: Partial<World> = {}): Promise<string> {
  const stop = new AbortController();
  const left = here({
    ...more,
    signal: stop.signal,
    inline: {
      a: () => {
        setTimeout(() => stop.abort(), 10);
        return new Promise(() => undefined);
      },
    },
  });
  return (await playContest(request(), left)).contest;
}

describe('two who resume the same contest in one process', () => {
  it('do not both play: one is told that it is busy, and it is paid once', async () => {
    const contest = await interrupted();
    let calls = 0;
    const told = Promise.withResolvers<void>();
    const both = here({
      inline: {
        a: async () => {
          calls += 1;
          await told.promise;
          return 'answer';
        },
      },
    });
    const two = [resumeContest(contest, both), resumeContest(contest, both)];
    for (const one of two) one.catch(() => told.resolve());
    const ended = await Promise.allSettled(two);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(ended.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'busy' });
    expect(calls).toBe(1);
    expect(await resumeContest(contest, both)).toMatchObject({ state: 'closed' });
    expect(calls).toBe(1);
  });
});

describe('a contest that was cancelled from another machine', () => {
  it('is left by its player, who reads it in the record', async () => {
    const begun = Promise.withResolvers<void>();
    const playing = playContest(
      request(),
      here({
        inline: {
          a: () => {
            begun.resolve();
            return new Promise(() => undefined);
          },
        },
      }),
    );
    await begun.promise;
    const [opened] = await ledger.contests();
    await ledger.append([{ contest: opened?.contest ?? '', events: [{ type: 'contest.cancelled', v: 1 }] }]);
    expect(await playing).toMatchObject({ state: 'interrupted' });
  });
});

describe('what a contest was started with', () => {
  const limitSeen = async (contest: string, more: Partial<World>) => {
    const { results } = await resumeContest(contest, here(more));
    return results[0]?.state === 'ended' ? results[0].end.outcome : undefined;
  };
  const settings = { timeoutMs: 500, outputBytes: 1000, envPass: ['A_VARIABLE'], prices: {} };
  const slow = { a: () => new Promise<string>((resolve) => setTimeout(() => resolve('late'), 1500)) };

  it('is on record, and whoever plays it on keeps to it', async () => {
    const contest = await interrupted({ settings, lanes: { capacities: { x: 2 }, cloud: 3 } });
    const [opened] = await ledger.events(contest);
    expect(opened?.event).toMatchObject({
      player: {
        timeoutMs: 500,
        outputBytes: 1000,
        envPass: ['A_VARIABLE'],
        lanes: { capacities: { x: 2 }, cloud: 3 },
      },
    });
    expect(await limitSeen(contest, { inline: slow, said: [] })).toBe('timed-out');
  });

  it('gives way to what is said now', async () => {
    const contest = await interrupted({ settings });
    expect(await limitSeen(contest, { inline: slow, said: ['timeoutMs'] })).toBe('ok');
  });
});
