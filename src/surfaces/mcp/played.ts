// Starts a contest for a caller: a process of its own plays it. What comes of it is told when it is over, when a person has to decide,
// or when the caller has waited long enough.
import { startDetached } from '../../play/leave-to-player.ts';
import type { ReadyContest } from '../../play/ready.ts';
import { toldContest } from './told-contest.ts';
import type { Call, Told } from './tool.ts';
import { waitForEnd } from './wait-for-end.ts';

export async function played(ready: ReadyContest, call: Call): Promise<Told> {
  return await waited(await started(ready, call), call);
}

/** Whoever leaves meanwhile leaves a contest that is played. */
export async function started(ready: ReadyContest, { desk: { place } }: Call): Promise<string> {
  return (await startDetached(ready, { ...place, signal: new AbortController().signal })).id;
}

/** For the call that started it: who cancels that wants nothing of it any more. */
export async function waited(id: string, call: Call): Promise<Told> {
  const { desk, signal } = call;
  await endOf(id, call);
  if (isCancelled(signal)) await desk.archive().cancel(id);
  return await toldContest(id, desk);
}

/** Waits until its player is gone, or for as long as callers wait. */
export async function endOf(id: string, { desk, signal, progress }: Call): Promise<void> {
  const { elapsed } = desk.place.machine;
  await waitForEnd(id, { archive: desk.archive(), patienceMs: desk.patienceMs, signal, progress, elapsed });
}

/** A client that is gone, or was out of patience, has not said that it wants nothing any more. */
function isCancelled({ aborted, reason }: AbortSignal): boolean {
  if (!aborted) return false;
  const isGone = reason instanceof Error && 'code' in reason && reason.code === 'CONNECTION_CLOSED';
  return !isGone && !/timed? ?out/i.test(String(reason));
}
