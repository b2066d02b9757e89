// The private checkout of one attempt, from its making to its clearing away: what it is started with, what is watched while
// it works, and what it leaves.
import { resolve } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import type { Room } from '../attempt/run.ts';
import type { AttemptToRun } from '../handle/step.ts';
import type { Player } from '../play/player.ts';
import { confineAgent } from './confine.ts';
import { watchLooks } from './outside-access.ts';
import { endWithEntry, sealEntry } from './seal-entry.ts';
import { runSetup } from './setup.ts';
import { clearAway, linkCaches, openWorkplace, SetupFailed, type Workplace } from './step-workspace.ts';
import { watchDisk } from './watch-disk.ts';

type Entering = AttemptToRun & { readonly agent: Agent; readonly run: number };

export async function enterRoom(player: Player, attempt: Entering): Promise<Room | { failed: string }> {
  const place = await placeFor(player, attempt);
  if (place instanceof SetupFailed) return { failed: place.message };
  const { step, agent, halt } = attempt;
  const looks = watchLooks(player, place);
  const unwatch = watchDisk(place, halt);
  return {
    root: place.workspace.root,
    folder: place.folder,
    env: place.env,
    sandboxed: place.spec.sandbox !== 'none',
    watched: looks.heard,
    unwatch,
    async confine(argv, scratch) {
      linkCaches(place, agent, player.machine.home);
      const { script } = step.contestant.settings ?? {};
      const readable = script === undefined ? [] : [resolve(step.cwd, script)];
      return await confineAgent(player, place, { argv, agent, scratch, readable });
    },
    async seal(end, secrets) {
      const entry = await sealEntry(player, { ...attempt, place, end, secrets, looked: looks.seen() });
      // It came to its own end, whatever is made of that.
      const done = end.outcome === 'ok' || end.outcome === 'empty';
      return { entry, end: endWithEntry(end, entry), done };
    },
    leave: () => clearAway(player, place),
  };
}

async function placeFor(player: Player, attempt: Entering): Promise<Workplace | SetupFailed> {
  const { step, contest, record, run } = attempt;
  const spec = step.workspace;
  if (spec === undefined) throw new Error(`the attempt ${step.key} has no workspace`);
  const setUp = (place: Workplace, line: string) => runSetup(player, { contest, record, place, line, run });
  return await openWorkplace(player, { contest, spec, run, setUp }).catch((error: unknown) => {
    if (error instanceof SetupFailed) return error;
    throw error;
  });
}
