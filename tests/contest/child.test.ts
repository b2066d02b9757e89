// A contest as a step of another: found again after its parent was left or killed, paid for by it, cancelled with it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openContest, reopenContest } from '../../src/contest/handle/opening.ts';
import type { ChildRequest, PlayedChild } from '../../src/contest/handle/step.ts';
import type { Player } from '../../src/contest/play/player.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { memoryLedger } from '../../src/ledger/memory.ts';
import { createPlayer, type World } from '../../src/play/create-player.ts';
import { playContest, resumeContest } from '../../src/play/play.ts';
import { openArchive } from '../../src/record/archive.ts';
import { until } from '../setup/until.ts';
import { world } from '../setup/world.ts';

let folder: string;
let ledger: Ledger;
let calls: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'joust-child-'));
  ledger = memoryLedger(() => new Date());
  calls = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const child = (prompt: string): ChildRequest => ({
  format: 'ask',
  prompt,
  files: [],
  cwd: folder,
  tier: 'read',
  joustVersion: '0',
  options: {},
  roster: [{ name: 'a', agent: 'inline' }],
});
const here = (more: Partial<World> = {}) =>
  world(folder, {
    openLedger: () => ledger,
    inline: {
      a: ({ prompt }) => {
        calls.push(prompt);
        return { text: `${prompt}!`, usage: { inputTokens: 5, outputTokens: 5 } };
      },
    },
    ...more,
  });

/** A player of a parent that has no format of its own; its children are played as the app plays them. */
function playerOf(more: Partial<World> = {}): Player {
  const place = here(more);
  const play = async (id: string, request: ChildRequest): Promise<PlayedChild> => {
    const known = await ledger.events(id);
    if (known.some(({ event }) => event.type === 'contest.cancelled'))
      return { outcome: 'cancelled', results: [] };
    const parts = { id, parent: 'parent' };
    const { outcome, results, result } =
      known.length === 0
        ? await playContest({ ...request, child: parts }, place)
        : await resumeContest(id, place);
    return outcome === undefined ? 'waits' : { outcome, results, ...(result !== undefined && { result }) };
  };
  return { ...createPlayer(place), playChild: play };
}

const opening = () => ({
  format: 'test',
  formatVersion: 1,
  joustVersion: '0',
  roster: [],
  options: {},
  simulated: false,
  task: { prompt: 'parent', cwd: folder, tier: 'read' as const, files: [] },
});
const types = async (id: string) => (await ledger.events(id)).map(({ event }) => event.type);

it('is played, told with its answers, and on record with what it took', async () => {
  const contest = await openContest(playerOf(), opening());
  const played = await contest.play('round/1', child('why?'));
  const [first] = played.results;
  expect(played).toMatchObject({ outcome: 'ok' });
  expect(first?.state === 'ended' ? await first.text() : '').toBe('why?!');
  expect(await types(contest.id)).toEqual(['contest.opened', 'child.started', 'child.ended']);
  const ended = (await ledger.events(contest.id)).at(-1)?.event;
  expect(ended).toMatchObject({ contest: played.contest, spent: { attempts: 1, tokens: 10, usd: 0 } });
  expect((await ledger.events(played.contest))[0]?.event).toMatchObject({ parent: 'parent' });
});

it('comes back from the record, in its order, without being played again', async () => {
  const { id, play } = await openContest(playerOf(), opening());
  await Promise.all([play('2', child('two')), play('1', child('one'))]);
  const again = await reopenContest(playerOf({ inline: {} }), id);
  const order: string[] = [];
  await Promise.all([
    again.play('1', child('one')).then(() => order.push('one')),
    again.play('2', child('two')).then(() => order.push('two')),
  ]);
  const recorded = (await ledger.events(id)).flatMap(({ event }) =>
    event.type === 'child.ended' ? [event.key === '1' ? 'one' : 'two'] : [],
  );
  expect(order).toEqual(recorded);
  expect(calls.toSorted()).toEqual(['one', 'two']);
});

const moments = ['before it was opened', 'while it was played', 'before its end was recorded'];
it.each(moments)('is found again where the parent was killed %s', async (moment) => {
  const contest = await openContest(playerOf(), opening());
  const played = await contest.play('1', child('why?'));
  // A record that ends where the kill was.
  const parent = (await ledger.events(contest.id)).map(({ event }) => event);
  const own = (await ledger.events(played.contest)).map(({ event }) => event);
  const prompts = [await ledger.stage('parent'), await ledger.stage('why?'), await ledger.stage('why?!')];
  ledger = memoryLedger(() => new Date());
  const kept = moments.indexOf(moment) === 2 ? own.length : moments.indexOf(moment) * 2;
  await ledger.append([
    { contest: contest.id, events: parent.slice(0, 2), blobs: prompts },
    { contest: played.contest, events: own.slice(0, kept) },
  ]);
  calls = [];
  const again = await (await reopenContest(playerOf(), contest.id)).play('1', child('why?'));
  expect(again).toMatchObject({ contest: played.contest, outcome: 'ok' });
  expect(calls).toHaveLength(kept === own.length ? 0 : 1);
  expect(await types(contest.id)).toEqual(['contest.opened', 'child.started', 'child.ended']);
});

it('counts in the budget of its parent', async () => {
  const contest = await openContest(playerOf(), { ...opening(), limits: { attempts: 1 } });
  await contest.play('1', child('why?'));
  const contestant = { name: 'a', agent: 'inline' };
  const step = { key: 'own', contestant, prompt: 'own', tier: 'read' as const, cwd: folder };
  expect(await contest.attempt(step)).toMatchObject({ end: { outcome: 'skipped' } });
  const again = await reopenContest(playerOf(), contest.id);
  expect(await again.attempt({ ...step, prompt: 'other' })).toMatchObject({ end: { outcome: 'skipped' } });
});

it('is cancelled with its parent', async () => {
  const place = here();
  const contest = await openContest(playerOf(), opening());
  const never = playerOf({ inline: { a: () => new Promise(() => undefined) } });
  void (await reopenContest(never, contest.id)).play('1', child('why?')).catch(() => undefined);
  const started = async () =>
    (await ledger.eventsAfter(0, { types: ['attempt.started'] })).map((stored) => stored.contest);
  await until(async () => (await started()).length > 0);
  const [id = ''] = await started();
  // As if its player were another process's that is gone.
  const { epoch } = (await ledger.lease(id)) ?? { epoch: 0 };
  await ledger.releaseLease(id, epoch);
  await using archive = openArchive(join(folder, 'joust-home'), place.machine, () => ledger);
  expect(await archive.cancel(contest.id)).toMatchObject({ done: true });
  expect(await types(id)).toContain('contest.cancelled');
});
