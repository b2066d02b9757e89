// Reads a growing file line by line with bounded memory.
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** Small enough that what it becomes dies young; large pieces would fill the old part of the heap. */
const chunkBytes = 16 * 1024;
/** A longer line is cut here; its rest is passed over. */
export const lineLimit = 4 * 1024 * 1024;

export class LineReader {
  readonly #path: string;
  readonly #decoder = new StringDecoder('utf8');
  readonly #buffer = Buffer.allocUnsafe(chunkBytes);
  #file: number | undefined;
  #begun = '';
  #position = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** The whole lines of the next chunk, or undefined when nothing more is there for now. */
  next(): readonly string[] | undefined {
    const bytes = this.#read();
    if (bytes === 0) return undefined;
    const lines = this.#decoder.write(this.#buffer.subarray(0, bytes)).split('\n');
    const last = lines.pop() ?? '';
    const [first, ...rest] = lines;
    if (first === undefined) {
      this.#begin(last);
      return [];
    }
    this.#begin(first);
    const whole = [this.#begun, ...rest].map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
    this.#begun = last;
    return whole;
  }

  /** The half line at the end of the file, if there is one. */
  rest(): string | undefined {
    this.#begin(this.#decoder.end());
    const rest = this.#begun;
    this.#begun = '';
    return rest === '' ? undefined : rest;
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #begin(text: string): void {
    if (this.#begun.length < lineLimit) this.#begun += text.slice(0, lineLimit - this.#begun.length);
  }

  #read(): number {
    try {
      this.#file ??= openSync(this.#path, 'r');
    } catch {
      return 0;
    }
    const bytes = readSync(this.#file, this.#buffer, 0, chunkBytes, this.#position);
    this.#position += bytes;
    return bytes;
  }
}
