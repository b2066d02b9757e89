// A folder in which a test plays on the contest handle itself: real players, real processes, a ledger of its own.
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contest } from '../../src/contest/handle/contest.ts';
import { type Opening, openContest, reopenContest } from '../../src/contest/handle/opening.ts';
import type { AttemptResult, AttemptStep, EndedAttempt } from '../../src/contest/handle/step.ts';
import type { Player } from '../../src/contest/play/player.ts';
import type { Contestant } from '../../src/domain/contestant.ts';
import type { AttemptEnded, JoustEvent } from '../../src/domain/event.ts';
import { createPlayer, type World } from '../../src/play/create-player.ts';
import { removeTree } from './remove-tree.ts';
import { world } from './world.ts';

export interface ContestPlace extends Disposable {
  readonly folder: string;
  shell(name: string, script: string, more?: Partial<Contestant>): Contestant;
  scripted(name: string, steps: readonly object[], more?: Partial<Contestant>): Contestant;
  step(contestant: Contestant): AttemptStep;
  open(player: Player, roster: readonly Contestant[], more?: Partial<Opening>): Promise<Contest>;
  withPlayer<T>(play: (player: Player) => Promise<T>, overrides?: Partial<World>): Promise<T>;
  /** Takes the contest up again and plays the step; the text is read while the ledger is open. */
  again(id: string, next: AttemptStep): Promise<{ end: AttemptEnded; text: string }>;
  events(id: string): Promise<JoustEvent[]>;
}

export function contestPlace(): ContestPlace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'joust-contest-')));
  const withPlayer: ContestPlace['withPlayer'] = async (play, overrides = {}) => {
    const player = createPlayer(world(folder, overrides));
    try {
      return await play(player);
    } finally {
      await player.ledger.close();
    }
  };
  return {
    folder,
    withPlayer,
    shell: (name, script, more = {}) => ({
      name,
      agent: 'command',
      settings: { command: ['/bin/sh', '-c', script] },
      ...more,
    }),
    scripted(name, steps, more = {}) {
      const script = join(folder, `${name}.json`);
      writeFileSync(script, JSON.stringify({ rate: 1000, steps }));
      return { name, agent: 'scripted', settings: { script }, ...more };
    },
    step: (contestant) => ({
      key: `answer/${contestant.name}`,
      contestant,
      prompt: 'why?',
      tier: 'read',
      cwd: folder,
    }),
    open: (player, roster, more = {}) =>
      openContest(player, {
        format: 'test',
        formatVersion: 1,
        joustVersion: '0',
        task: { prompt: 'why?', cwd: folder, tier: 'read', files: [] },
        roster: [...roster],
        options: {},
        simulated: false,
        ...more,
      }),
    again: (id, next) =>
      withPlayer(async (player) => {
        const { end, text } = ended(await (await reopenContest(player, id)).attempt(next));
        return { end, text: await text() };
      }),
    events: (id) => withPlayer(async (player) => (await player.ledger.events(id)).map(({ event }) => event)),
    [Symbol.dispose]: () => removeTree(folder),
  };
}

export function ended(result: AttemptResult): EndedAttempt {
  if (result.state === 'ended') return result;
  throw new Error(`${result.key} is parked`);
}
