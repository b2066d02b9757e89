// A plain function as a contestant: recorded like any other, run again after its host died, and never detached.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { provesNothing } from '../../src/agents/known-agents.ts';
import type { InlineContestant } from '../../src/contest/attempt/inline.ts';
import type { Contestant } from '../../src/domain/contestant.ts';
import type { JoustEvent } from '../../src/domain/event.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { type ContestRequest, openOnly } from '../../src/play/open.ts';
import { playContest, resumeContest } from '../../src/play/play.ts';
import { world } from '../setup/world.ts';

let folder: string;
let ledger: Ledger;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'joust-inline-'));
  ledger = memoryLedger(() => new Date());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inline = (name: string, more: Partial<Contestant> = {}): Contestant => ({
  name,
  agent: 'inline',
  ...more,
});
const ask = (...roster: readonly Contestant[]): ContestRequest => ({
  format: 'ask',
  prompt: 'why?',
  files: [],
  cwd: folder,
  roster,
  tier: 'read',
  joustVersion: '0',
});
const here = (functions: Record<string, InlineContestant>, signal = new AbortController().signal) =>
  world(folder, { inline: functions, openLedger: () => ledger, signal });
const events = async (id: string): Promise<readonly JoustEvent[]> =>
  (await ledger.events(id)).map(({ event }) => event);
const types = async (id: string) => (await events(id)).map(({ type }) => type);

it('is no simulation where only a judge is scripted, and still counts on no leaderboard', async () => {
  const staff = [{ name: 'judge', agent: 'scripted', model: 'judge' }];
  const asked = { ...ask(inline('a')), staff };
  const { contest } = await playContest(asked, here({ a: () => 'a' }));
  const [opened] = await events(contest);
  if (opened?.type !== 'contest.opened') throw new Error('it was not opened');
  expect(opened.simulated).toBe(false);
  expect(provesNothing(opened)).toBe(true);
});

describe('a function', () => {
  it('that tells what it took only at its end may cross a limit: that is said', async () => {
    const notes: string[] = [];
    const took: InlineContestant = () => ({ text: 'a', usage: { inputTokens: 4000, outputTokens: 1 } });
    await playContest(
      { ...ask(inline('a')), limits: { tokens: 3500 } },
      { ...here({ a: took }), observe: (seen) => void (seen.type === 'note' && notes.push(seen.text)) },
    );
    expect(notes).toContain('It went over its limit of 3,500 tokens: 4,001 were used.');
  });

  it('plays, and its answer, usage and cost are on record without a spool', async () => {
    const played = await playContest(
      ask(inline('a'), inline('b', { model: 'm' })),
      here({
        a: ({ prompt, contestant, key, tier, cwd }) => [prompt, contestant.name, key, tier, cwd].join(' '),
        b: async () => ({ text: 'b', usage: { inputTokens: 3, outputTokens: 4 }, costUsd: 0.5 }),
      }),
    );
    expect(played).toMatchObject({ state: 'closed', outcome: 'ok' });
    const ends = played.results.map((result) => (result.state === 'ended' ? result.end : undefined));
    expect(ends[0]).toMatchObject({
      outcome: 'ok',
      run: 1,
      contestant: 'a',
      timing: { ranMs: expect.any(Number) },
    });
    expect(ends[1]).toMatchObject({
      usage: { inputTokens: 3, outputTokens: 4 },
      cost: { usd: 0.5 },
      model: 'm',
    });
    const text = ends[0]?.answer === undefined ? '' : String(await ledger.blob(ends[0].answer));
    expect(text).toBe(`why? a answer/a read ${folder}`);
    const started = (await events(played.contest)).find(({ type }) => type === 'attempt.started');
    expect(started).not.toHaveProperty('spool');
    expect(existsSync(join(folder, 'joust-home', 'spools'))).toBe(false);
  });

  it('is told again without being called when it is resumed', async () => {
    let calls = 0;
    const functions = {
      a: () => {
        calls += 1;
        return 'once';
      },
    };
    const { contest } = await playContest(ask(inline('a')), here(functions));
    const again = await resumeContest(contest, here({}));
    expect(again).toMatchObject({ state: 'closed' });
    expect(calls).toBe(1);
  });

  it('that throws has crashed, that says nothing is empty, and its own word on how it ended counts', async () => {
    const played = await playContest(
      ask(inline('thrown'), inline('silent'), inline('refused')),
      here({
        thrown: () => {
          throw new Error('no luck');
        },
        silent: () => '',
        refused: () => ({ text: 'no', outcome: 'refused', reason: 'policy' }),
      }),
    );
    const ends = (await events(played.contest)).flatMap((event) =>
      event.type === 'attempt.ended' ? [[event.contestant, event.outcome, event.reason]] : [],
    );
    expect(ends.toSorted()).toEqual([
      ['refused', 'refused', 'policy'],
      ['silent', 'empty', undefined],
      ['thrown', 'crashed', 'no luck'],
    ]);
  });

  it('is given up at its time limit, and told so', async () => {
    const told = Promise.withResolvers<unknown>();
    const { results } = await playContest(
      ask(inline('slow', { timeoutMs: 50 })),
      here({
        slow: ({ signal }) =>
          new Promise(() => signal.addEventListener('abort', () => told.resolve(signal.reason))),
      }),
    );
    expect(results[0]).toMatchObject({ end: { outcome: 'timed-out' } });
    expect(await told.promise).toBe('timed-out');
  });

  it('is interrupted with its host, and runs again on resume', async () => {
    const interrupt = new AbortController();
    const quickEnded = Promise.withResolvers<void>();
    const functions: Record<string, InlineContestant> = {
      quick: () => 'quick',
      slow: () => {
        void quickEnded.promise.then(() => interrupt.abort());
        return new Promise(() => undefined);
      },
    };
    const first = await playContest(ask(inline('quick'), inline('slow')), {
      ...here(functions, interrupt.signal),
      observe: (seen) => void (seen.type === 'landed' && quickEnded.resolve()),
    });
    expect(first.state).toBe('interrupted');
    expect(await types(first.contest)).toContain('attempt.interrupted');
    const again = await resumeContest(first.contest, here({ inline: ({ contestant }) => contestant.name }));
    expect(again.state).toBe('closed');
    const runs = (await events(first.contest)).flatMap((event) =>
      event.type === 'attempt.ended' ? [`${event.contestant} ${event.run}`] : [],
    );
    expect(runs.toSorted()).toEqual(['quick 1', 'slow 2']);
  });

  it('whose host was killed runs again: a start without an end is nobody to attach to', async () => {
    const { contest } = await playContest(ask(inline('a')), here({ a: () => 'first' }));
    const before = await events(contest);
    const cut = before.findIndex(({ type }) => type === 'attempt.started');
    const prompt = await ledger.stage('why?');
    await ledger.append([{ contest: 'killed', events: before.slice(0, cut + 1), blobs: [prompt] }]);
    const again = await resumeContest('killed', here({ a: () => 'second' }));
    expect(again.results[0]).toMatchObject({ end: { outcome: 'ok', run: 2 } });
  });

  it('cannot be detached, nor played by a program that does not have it', async () => {
    await expect(openOnly(ask(inline('a')), here({ a: () => '' }))).rejects.toMatchObject({
      code: 'usage',
      message: 'a is a function of this program, so that no other process can play it',
    });
    await expect(playContest(ask(inline('a')), here({ b: () => '' }))).rejects.toMatchObject({
      code: 'none-usable',
    });
    expect(await ledger.contests()).toEqual([]);
  });
});
