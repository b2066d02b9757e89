// Keeps starts of the same CLI apart, because CLIs refresh their login as they start.
import { setTimeout as sleep } from 'node:timers/promises';

export class Stagger {
  readonly #nextStart = new Map<string, number>();
  readonly #elapsed: () => number;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Waits until this agent's turn and takes it. */
  async turn(agent: string, gapMs: number, signal: AbortSignal): Promise<void> {
    if (gapMs <= 0) return;
    const now = this.#elapsed();
    const start = Math.max(now, this.#nextStart.get(agent) ?? now);
    this.#nextStart.set(agent, start + gapMs);
    if (start > now) await sleep(start - now, undefined, { signal });
  }
}
