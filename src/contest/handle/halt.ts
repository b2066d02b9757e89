// What ends an attempt before its time: a halt for a reason of the contest's own (an early stop, a limit), or the player's leaving.
import type { Outcome } from '../../domain/outcome.ts';

export interface HaltReason {
  readonly outcome: Extract<Outcome, 'skipped' | 'timed-out' | 'cancelled'>;
  readonly reason: string;
  /** The contest's budget was crossed while it ran. */
  readonly overBudget?: true;
}

export class Halt {
  readonly #controller = new AbortController();
  #why: HaltReason | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get why(): HaltReason | undefined {
    return this.#why;
  }

  /** The first reason stands. */
  now(why: HaltReason): void {
    this.#why ??= why;
    this.#controller.abort();
  }
}

/** Unwinds a format when its player was told to leave; what was done is recorded and can be resumed. */
export class Interrupted extends Error {
  constructor(message = 'the contest was interrupted', options?: ErrorOptions) {
    super(message, options);
    this.name = 'Interrupted';
  }
}
