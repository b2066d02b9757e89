// Waiting for what is appended: told at once within a process, looked for where others may write as well.
import type { EventFilter, NewsWait, StoredEvent } from './ledger.ts';

export class News {
  readonly #isThere: (seq: number, filter: EventFilter) => boolean;
  readonly #everyMs: number | undefined;
  readonly #waiting = new Set<(events: readonly StoredEvent[]) => void>();

  /** `everyMs`: how often to look; absent: nobody else can append. */
  constructor(isThere: (seq: number, filter: EventFilter) => boolean, everyMs?: number) {
    this.#isThere = isThere;
    this.#everyMs = everyMs;
  }

  tell(events: readonly StoredEvent[]): void {
    for (const one of [...this.#waiting]) one(events);
  }

  async wait(seq: number, { signal, timeoutMs, ...filter }: NewsWait): Promise<boolean> {
    if (signal.aborted) return false;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const told = (events: readonly StoredEvent[]) => events.some(matches(filter)) && resolve(true);
    const stop = () => resolve(false);
    const look = () => {
      try {
        if (this.#isThere(seq, filter)) resolve(true);
      } catch (error) {
        reject(error);
      }
    };
    this.#waiting.add(told);
    signal.addEventListener('abort', stop, { once: true });
    const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
    const looking = this.#everyMs === undefined ? undefined : setInterval(look, this.#everyMs);
    look();
    try {
      return await promise;
    } finally {
      this.#waiting.delete(told);
      signal.removeEventListener('abort', stop);
      clearTimeout(timer);
      clearInterval(looking);
    }
  }
}

export function matches({
  contest,
  types,
}: EventFilter): (stored: Pick<StoredEvent, 'contest' | 'event'>) => boolean {
  return ({ contest: whose, event }) =>
    (contest === undefined || contest === whose) && (types === undefined || types.includes(event.type));
}
