// Ends one attempt before its time for a reason of the contest's own: an early stop, a limit. Not an interruption.
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
