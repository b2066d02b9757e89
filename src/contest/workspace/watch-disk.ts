// Ends an attempt whose workspace grows over what it may hold.
import { setTimeout as sleep } from 'node:timers/promises';
import { byteCount } from '../../domain/figures.ts';
import { folderBytes } from '../../process/files/folder.ts';
import { elapsedMs } from '../../process/machine.ts';
import type { Halt } from '../handle/halt.ts';
import type { StepWorkspace } from './step-workspace.ts';

const firstLookMs = 1000;
/** Looking takes at most a small part of the time. */
const restPerLook = 20;

/** Returns how to stop watching. */
export function watchDisk({ spec, workspace }: StepWorkspace, halt: Halt): () => void {
  const stop = new AbortController();
  const watch = async () => {
    for (let waitMs = firstLookMs; ; ) {
      await sleep(waitMs, undefined, { signal: stop.signal, ref: false });
      const began = elapsedMs();
      const bytes = await folderBytes(workspace.root, spec.maxBytes);
      if (bytes > spec.maxBytes) {
        const reason = `its workspace grew over ${byteCount(spec.maxBytes)} (--max-disk)`;
        halt.now({ outcome: 'skipped', reason });
        return;
      }
      waitMs = Math.max(firstLookMs, (elapsedMs() - began) * restPerLook);
    }
  };
  watch().catch(() => undefined);
  return () => stop.abort();
}
