// Tells how long the machine slept: the calendar went on, the clock that counts running time did not.
import type { Machine } from '../../process/machine.ts';

/** The function tells it from now on, in milliseconds. */
export function sleptMs({ now, elapsed }: Pick<Machine, 'now' | 'elapsed'>): () => number {
  const [startedAt, startedMs] = [now().getTime(), elapsed()];
  return () => Math.max(0, now().getTime() - startedAt - (elapsed() - startedMs));
}
