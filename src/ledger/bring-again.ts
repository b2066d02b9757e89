// Content that was stored, and taken away by somebody before an event named it: it is brought again, and the append repeated.
import type { StagedBlob } from './ledger.ts';

/** Whoever removes contests one after the other may take the same content away each time. */
const mostTimes = 50;

/** Thrown by an append whose content is not there any more. */
export class BlobRemoved extends Error {
  readonly blob: StagedBlob;

  constructor(blob: StagedBlob) {
    super(`the content ${blob.ref.sha256.slice(0, 12)} was removed before it was named`);
    this.blob = blob;
  }
}

export async function bringingAgain<T>(append: () => Promise<T>): Promise<T> {
  for (let times = 0; ; times += 1) {
    try {
      return await append();
    } catch (error) {
      if (!(error instanceof BlobRemoved) || times >= mostTimes) throw error;
      await error.blob.restore?.();
    }
  }
}
