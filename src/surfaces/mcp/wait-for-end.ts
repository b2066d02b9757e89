// Waits for a contest that a process of its own plays: until it is over, or somebody has to say something, or for as long as
// callers wait. Meanwhile it says how it stands, since a client that hears nothing gives up.
import type { Archive, Followed } from '../../record/archive.ts';
import { contestSummary, okCount } from '../../views/contest-summary.ts';

export interface Waiting {
  readonly archive: Pick<Archive, 'follow'>;
  /** How long; what is still played then is left playing. */
  readonly patienceMs: number;
  /** Of a clock that never goes back. */
  elapsed(): number;
  readonly signal: AbortSignal;
  progress(message: string): Promise<void>;
}

/** A client's clock may be as short as this. */
export const heartbeatMs = 8000;

/** True: nobody plays it any more. */
export async function waitForEnd(id: string, waiting: Waiting): Promise<boolean> {
  const { archive, patienceMs, elapsed, signal, progress } = waiting;
  const begun = elapsed();
  const leaving = new AbortController();
  let said: { readonly text: string; readonly at: number } | undefined;
  for await (const followed of archive.follow(id, AbortSignal.any([signal, leaving.signal]))) {
    if (!followed.playing) return true;
    const now = elapsed();
    const text = standText(id, followed);
    if (said === undefined || said.text !== text || now - said.at >= heartbeatMs) {
      said = { text, at: now };
      await progress(text);
    }
    if (signal.aborted || now - begun >= patienceMs) leaving.abort();
  }
  return false;
}

/** `2 of 3 have answered; at work: gemini`. Before a pick nobody is named. */
function standText(id: string, { events }: Followed): string {
  const summary = contestSummary(id, events);
  if (summary === undefined || summary.blind === true) return 'it is being played';
  const { ok, of } = okCount(summary);
  const busy = [...new Set(summary.attempts.flatMap((one) => (one.state === 'open' ? one.contestant : [])))];
  const atWork = busy.length === 0 ? '' : `; at work: ${busy.join(', ')}`;
  return `${ok} of ${of} have answered${atWork}`;
}
