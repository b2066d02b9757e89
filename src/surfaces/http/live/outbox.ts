// What is to be sent to one reader of the live stream: bounded, so that a slow one costs no memory and holds up nobody.

export interface Outbox {
  readonly stream: ReadableStream<Uint8Array>;
  /** False: the reader is too slow. What was waiting is gone, and it has to be told so. */
  push(chunk: Uint8Array): boolean;
  readonly isEmpty: boolean;
  close(): void;
}

export function outbox({ mostBytes, left }: { readonly mostBytes: number; left(): void }): Outbox {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let closed = false;
  let wake: () => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (waiting.length === 0 && !closed)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        const [first] = waiting.splice(0, 1);
        if (first === undefined) return controller.close();
        bytes -= first.length;
        controller.enqueue(first);
      },
      cancel() {
        closed = true;
        wake();
        left();
      },
    },
    { highWaterMark: 0 },
  );
  return {
    stream,
    push(chunk) {
      const fits = bytes + chunk.length <= mostBytes || waiting.length === 0;
      waiting = fits ? [...waiting, chunk] : [];
      bytes = fits ? bytes + chunk.length : 0;
      wake();
      return fits;
    },
    get isEmpty() {
      return waiting.length === 0;
    },
    close() {
      closed = true;
      wake();
    },
  };
}
