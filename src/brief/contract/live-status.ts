// status.json of a brief while a contest of it is played. Only that contest is read anew: the others of the folder stay as they are.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ContestOpened } from '../../domain/event.ts';
import type { RecordPlace } from '../../play/result.ts';
import { openArchive } from '../../record/archive.ts';
import { contestsIn, recordOf } from '../brief-contests.ts';
import { briefFileName } from '../brief-folder.ts';
import { keepStatus, statusOf } from './contract-files.ts';

export interface LiveStatus {
  update(): Promise<void>;
  close(): Promise<void>;
}

export function liveStatus(
  id: string,
  { task: { cwd: folder } }: ContestOpened,
  place: RecordPlace,
): LiveStatus {
  if (!existsSync(join(folder, briefFileName)))
    return { update: async () => undefined, close: async () => undefined };
  const archive = openArchive(place.home, place.machine, place.openLedger);
  const contests = contestsIn(folder, archive);
  contests.catch(() => undefined);
  return {
    async update() {
      const record = await archive.events(id);
      const all = (await contests).map((one) => (one.id === id ? { ...one, record } : one));
      const whole = recordOf(all);
      // Judging of something else, in a folder that holds a brief by chance.
      if (whole.played.length > 0) keepStatus(folder, statusOf(folder, whole, new Set([id])));
    },
    close: async () => await archive[Symbol.asyncDispose](),
  };
}
