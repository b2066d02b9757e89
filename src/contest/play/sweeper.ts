// After an attempt ended, whatever it left running is ended too; ends that come together share their scans.
import { endTree, type Tree } from '../../process/spawn/process-tree.ts';

const longMs = 15;

export class Sweeper {
  #waiting: { readonly tree: Tree; settle(error?: unknown): void }[] = [];
  /** A scan looks at every process: after a long one the next waits for more ends to share it. */
  #restUntil = 0;

  sweep(tree: Tree): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) this.#schedule();
      this.#waiting.push({ tree, settle: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  }

  #schedule(): void {
    const restMs = this.#restUntil - performance.now();
    if (restMs > 0) setTimeout(() => void this.#run(), restMs);
    else setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    const group = this.#waiting;
    this.#waiting = [];
    const startedAt = performance.now();
    try {
      await endTree(group.map(({ tree }) => tree));
      for (const { settle } of group) settle();
    } catch (error) {
      for (const { settle } of group) settle(error);
    }
    const now = performance.now();
    const tookMs = now - startedAt;
    this.#restUntil = tookMs < longMs ? 0 : now + Math.min(2 * tookMs, 100);
  }
}
