// After an attempt ended, whatever it left running is ended too; ends that come together share their scans.
import { endTree, type Tree } from '../process/tree.ts';

export class Sweeper {
  #waiting: { readonly tree: Tree; settle(error?: unknown): void }[] = [];

  sweep(tree: Tree): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#run());
      this.#waiting.push({ tree, settle: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  }

  async #run(): Promise<void> {
    const group = this.#waiting;
    this.#waiting = [];
    try {
      await endTree(group.map(({ tree }) => tree));
      for (const { settle } of group) settle();
    } catch (error) {
      for (const { settle } of group) settle(error);
    }
  }
}
