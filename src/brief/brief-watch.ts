// The folder of a brief while a contest of it is played: status.json tells how it stands, and in the end all that lies there is
// made anew.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Observer } from '../domain/agent-event.ts';
import type { ContestOpened, JoustEvent } from '../domain/event.ts';
import type { World } from '../play/create-player.ts';
import type { RecordPlace } from '../play/result.ts';

const formats: readonly string[] = ['brief', 'judge', 'consult'];
const tells: readonly JoustEvent['type'][] = [
  ...(['attempt.started', 'attempt.ended', 'attempt.parked', 'attempt.interrupted'] as const),
  ...(['attempt.reopened', 'gate.asked', 'gate.answered'] as const),
];

const statusFile = /^(?:joust\/)?status\.json(?:\.\d+\.new)?$/;

/** What is written there meanwhile, by its path in the folder: nobody else's doing. */
export function ownFiles({ format, task }: ContestOpened): (path: string) => boolean {
  const isBrief = formats.includes(format) && existsSync(join(task.cwd, 'brief.yaml'));
  return (path) => isBrief && statusFile.test(path);
}

export interface BriefWatch {
  readonly observe: Observer;
  /** From now on, where it is a contest of a brief. */
  begin(contest: { readonly id: string; readonly opened: ContestOpened }): void;
  /** Nothing is written any more. */
  end(): Promise<void>;
}

/** An observer that listens and passes everything on. One write at a time, and none twice for what came meanwhile. */
export function watchBrief(next: Observer, place: RecordPlace): BriefWatch {
  let writing: Promise<void> = Promise.resolve();
  let isAsked = false;
  let update: (() => Promise<void>) | undefined;
  let close = async (): Promise<void> => undefined;
  const ask = () => {
    if (update === undefined || isAsked) return;
    isAsked = true;
    writing = writing.then(async () => {
      isAsked = false;
      // In the end it is made from the record, and said where that cannot be done.
      await update?.().catch(() => undefined);
    });
  };
  return {
    observe(seen) {
      next(seen);
      if (seen.type === 'recorded' && tells.includes(seen.event.type)) ask();
    },
    begin({ id, opened }) {
      if (!formats.includes(opened.format) || opened.parent !== undefined) return;
      const status = import('./contract/live-status.ts').then(({ liveStatus }) =>
        liveStatus(id, opened, place),
      );
      update = async () => await (await status).update();
      close = async () => await (await status).close();
      ask();
    },
    async end() {
      await writing;
      update = undefined;
      await close();
    },
  };
}

/** What lies in a brief's folder is made anew. */
export async function kept<T extends { readonly contest: string; readonly format: string }>(
  played: T,
  world: World,
): Promise<T> {
  // As a step of another contest it is played on a copy, and a host of a pool has no such folder.
  if (!formats.includes(played.format) || world.parent !== undefined || world.host !== undefined)
    return played;
  const { keepFolderOf } = await import('./keep-folder.ts');
  for (const text of await keepFolderOf(played.contest, world)) world.observe({ type: 'note', text });
  return played;
}
