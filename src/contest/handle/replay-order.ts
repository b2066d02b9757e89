// Keeps the play of a format the same each time: results are handed to it one at a time, in the order of the record, and
// only when it has nothing else to do. It also knows when nothing but people is waited for.

interface Waiting {
  readonly order: number;
  go(): void;
}

/** What is recorded in this playing comes after all that was on record before it. */
const afterTheRecord = 2 ** 52;

export class ReplayOrder {
  readonly #results: Waiting[] = [];
  #lastLive = afterTheRecord;
  #short = 0;
  #long = 0;
  #people = 0;
  #scheduled = false;
  #stuck = Promise.withResolvers<void>();

  /** Resolves when it is this result's turn: by its place in the record, or after everything that ended before it. */
  turn(order?: number): Promise<void> {
    this.#lastLive += 1;
    const place = order ?? this.#lastLive;
    return new Promise((go) => {
      this.#results.push({ order: place, go });
      this.#schedule();
    });
  }

  /** Something short that the format waits for: no result is handed over meanwhile. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#short += 1;
    try {
      return await work();
    } finally {
      this.#short -= 1;
      this.#schedule();
    }
  }

  /** Something long, whose result takes its turn when it is there. */
  async work<T>(work: Promise<T>): Promise<T> {
    this.#long += 1;
    try {
      return await work;
    } finally {
      this.#long -= 1;
      this.#schedule();
    }
  }

  /** Something that only a person can end, and perhaps not today. */
  async person<T>(work: Promise<T>): Promise<T> {
    this.#people += 1;
    this.#schedule();
    try {
      return await work;
    } finally {
      this.#people -= 1;
    }
  }

  /** Something that nobody does in this playing. */
  inVain(): Promise<never> {
    return this.person(new Promise<never>(() => undefined));
  }

  /** Resolves when nothing is under way but what waits for people. */
  get stuck(): Promise<void> {
    return this.#stuck.promise;
  }

  /** After a turn of the event loop whatever the format does on its own is done: it has no other clock. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#next();
    });
  }

  #next(): void {
    if (this.#short > 0) return;
    const first = this.#results.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || one.order < best.order ? one : best),
      undefined,
    );
    if (first !== undefined) {
      this.#results.splice(this.#results.indexOf(first), 1);
      first.go();
      this.#schedule();
    } else if (this.#long === 0 && this.#people > 0) this.#stuck.resolve();
  }
}
