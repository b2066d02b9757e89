// Appends to the ledger in groups: everything recorded in the same turn of the event loop is one transaction.

import type { Observer } from '../../domain/agent-event.ts';
import type { JoustEvent } from '../../domain/event.ts';
import type { Append, Ledger, StagedBlob } from '../../ledger/ledger.ts';
import { failpoint } from '../../process/machine.ts';

interface Waiting {
  readonly append: Append;
  settle(error?: unknown): void;
}

export class Recorder {
  readonly #ledger: Pick<Ledger, 'append'>;
  readonly #observe: Observer;
  readonly #epochs = new Map<string, number>();
  #waiting: Waiting[] = [];

  constructor(ledger: Pick<Ledger, 'append'>, observe: Observer) {
    this.#ledger = ledger;
    this.#observe = observe;
  }

  /** From now on what is recorded for the contest counts only while this lease does. */
  hold(contest: string, epoch: number): void {
    this.#epochs.set(contest, epoch);
  }

  /** Resolves when the events are on disk; observers have been told by then. */
  record(contest: string, events: readonly JoustEvent[], blobs: readonly StagedBlob[] = []): Promise<void> {
    const epoch = this.#epochs.get(contest);
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#flush());
      this.#waiting.push({
        append: { contest, events, blobs, epoch },
        settle: (error) => (error === undefined ? resolve() : reject(error)),
      });
    });
  }

  async #flush(): Promise<void> {
    const group = this.#waiting;
    this.#waiting = [];
    try {
      passFailpoints('before', group);
      const stored = await this.#ledger.append(group.map(({ append }) => append));
      passFailpoints('after', group);
      for (const { contest, event, at } of stored) this.#observe({ type: 'recorded', contest, event, at });
      for (const { settle } of group) settle();
    } catch (error) {
      for (const { settle } of group) settle(error);
    }
  }
}

function passFailpoints(when: 'before' | 'after', group: readonly Waiting[]): void {
  for (const { append } of group) {
    for (const event of append.events) {
      failpoint(`${when} ${event.type}`);
      if ('key' in event) failpoint(`${when} ${event.type} ${event.key}`);
    }
  }
}
