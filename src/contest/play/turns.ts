// Work of which only so much may happen at the same time: one after the other, unless it is told a width.
import { cores } from '../../process/machine.ts';

/** Checks are programs that use the machine: on half of its cores they hardly disturb each other. */
export function checkTurns(): Turns {
  return new Turns(Math.max(1, Math.floor(cores() / 2)));
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
