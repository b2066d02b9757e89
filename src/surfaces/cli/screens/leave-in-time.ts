// Ends this process soon after an interrupt, even if sealing a large change or removing its workspace would take longer.
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCode } from '../../../domain/joust-error.ts';
import { mayEndSlowly } from '../../../process/slow-end.ts';
import { hurry, treesEnded } from '../../../process/tree/process-tree.ts';

/** After this long, programs that ignored TERM are killed. */
const killAfterMs = 1000;
/**
 * After this long the process exits once the programs it ends are gone, whatever else is under way. What isn't on record yet is
 * collected by the next player, as after a kill.
 */
const exitAfterMs = 1700;
/** Without folders to put away, what is left takes long only on a busy machine. */
const busyMs = 8000;

interface Leaving {
  readonly signal: AbortSignal;
  /** Called before the process exits. */
  late(): void;
}

/** Runs `play` to its end, or exits if the end doesn't come in time after an interrupt. */
export async function leaveInTime<T>({ signal, late }: Leaving, play: () => Promise<T>): Promise<T> {
  const timers: NodeJS.Timeout[] = [];
  let isOver = false;
  const leave = () => {
    timers.push(
      setTimeout(hurry, killAfterMs),
      setTimeout(async () => {
        await treesEnded();
        if (!mayEndSlowly()) await sleep(busyMs, undefined, { ref: false });
        if (isOver) return;
        late();
        process.exit(exitCode.interrupted);
      }, exitAfterMs),
    );
  };
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await play();
  } finally {
    isOver = true;
    signal.removeEventListener('abort', leave);
    for (const timer of timers) clearTimeout(timer);
  }
}
