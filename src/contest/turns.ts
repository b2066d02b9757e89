// One after the other: work that must not happen at the same time.

export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
