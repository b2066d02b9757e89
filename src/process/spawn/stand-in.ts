// Keeps an attempt's limits in the place of a wrapper that does not: it may be stopped, blocked or gone.
import { elapsedMs } from '../machine.ts';
import { noteRunning } from './running.ts';
import { endSpool, isUnrecorded, noteCause, type Spool, wakeWrapper } from './spool.ts';
import type { Limits } from './start.ts';

/** A wrapper that is this late will not do it any more, however busy the machine is. */
const defaultLateMs = 10_000;
const looksPerLate = 10;

/** To be called again and again with how much was heard of it; asks little most of the time. Without limits nothing is kept. */
export function standIn(
  spool: Spool,
  { limits, lateMs = defaultLateMs }: { readonly limits?: Limits; readonly lateMs?: number },
): (bytes: number) => void {
  if (limits === undefined) return () => undefined;
  noteRunning(spool);
  const startedAt = elapsedMs();
  let heard = { bytes: 0, at: startedAt };
  let lookAt = startedAt + lateMs / looksPerLate;
  let lateSince: number | undefined;
  let isEnding = false;
  return (bytes) => {
    const now = elapsedMs();
    if (bytes !== heard.bytes) heard = { bytes, at: now };
    if (isEnding || now < lookAt) return;
    lookAt = now + lateMs / looksPerLate;
    const cause = crossed(limits, { bytes, ranMs: now - startedAt, quietMs: now - heard.at });
    if (cause === undefined && !isUnrecorded(spool)) {
      lateSince = undefined;
      return;
    }
    lateSince ??= now;
    wakeWrapper(spool);
    if (now - lateSince < lateMs) return;
    isEnding = true;
    if (cause !== undefined) noteCause(spool, cause);
    void endSpool(spool);
  };
}

/** As the wrapper's watchdog sees it. */
function crossed(
  { timeoutMs, idleMs, outputBytes }: Limits,
  { bytes, ranMs, quietMs }: { readonly bytes: number; readonly ranMs: number; readonly quietMs: number },
): 'timed-out' | 'idle' | 'output-cap' | undefined {
  if (bytes > outputBytes) return 'output-cap';
  if (ranMs > timeoutMs) return 'timed-out';
  return idleMs > 0 && quietMs > idleMs ? 'idle' : undefined;
}
