// Keeps long loops interruptible: signals and timers run while a loop goes over many files.

import { elapsedMs } from './machine.ts';

/** To be awaited on every turn of a loop. It pauses only when the loop has run for a while. */
export type GiveWay = () => Promise<void>;

export function givingWay(everyMs = 20): GiveWay {
  let resumedAt = elapsedMs();
  return async () => {
    if (elapsedMs() - resumedAt < everyMs) return;
    await new Promise<void>((resume) => void setImmediate(resume));
    resumedAt = elapsedMs();
  };
}
