// Who waits for whom: so many at a time.
import { cores, elapsedMs } from '../../process/machine.ts';

const quickMs = 100;

/** On a small machine too, for much of most checks is waiting. */
const atLeast = 2;

/**
 * Checks are programs that use the machine: on half of its cores they hardly disturb each other. Those that were quick before mostly wait
 * for their own beginning and end: more than there are cores.
 */
export class CheckTurns {
  readonly #some = new Turns(Math.max(atLeast, Math.floor(cores() / 2)));
  readonly #many = new Turns(2 * cores());
  readonly #quick = new Set<string>();
  readonly #slow = new Set<string>();
  readonly #running = new Set<Promise<unknown>>();
  /** Until whoever runs alone has ended. */
  #gate: Promise<void> = Promise.resolve();
  readonly #elapsed: () => number;

  constructor(elapsed = elapsedMs) {
    this.#elapsed = elapsed;
  }

  async inTurn<T>(command: readonly string[], work: () => Promise<T>): Promise<T> {
    const name = JSON.stringify(command);
    const { done } = await this.#some.inTurn(async () => {
      const run = () => this.#timed(name, work);
      // What the others came to while it waited counts; its own end is not waited for in this turn.
      if (this.#quick.has(name)) return { done: this.#many.inTurn(run) };
      const result = await run();
      return { done: Promise.resolve(result) };
    });
    return await done;
  }

  /** When nobody else runs, and nobody begins meanwhile. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#gate;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    try {
      await before;
      await this.othersEnded();
      return await work();
    } finally {
      resolve();
    }
  }

  /** Those that run now. */
  async othersEnded(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    for (let gate: unknown; gate !== this.#gate; ) {
      gate = this.#gate;
      await gate;
    }
    const startedAt = this.#elapsed();
    const running = work();
    this.#running.add(running);
    try {
      const result = await running;
      this.#note(name, this.#elapsed() - startedAt);
      return result;
    } finally {
      this.#running.delete(running);
    }
  }

  /** It was run before, and took so long. */
  noteTime(command: readonly string[], ranMs: number): void {
    this.#note(JSON.stringify(command), ranMs);
  }

  #note(name: string, tookMs: number): void {
    const [now, not] = tookMs < quickMs ? [this.#quick, this.#slow] : [this.#slow, this.#quick];
    now.add(name);
    not.delete(name);
  }

  /** Of those that ran so far, which some did: to run them once more takes no time. */
  areQuick(): boolean {
    return this.#quick.size > 0 && this.#slow.size === 0;
  }
}

export class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(width = 1) {
    this.#free = width;
  }

  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
