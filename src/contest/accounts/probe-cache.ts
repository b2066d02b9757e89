// Remembers what probes found, in one small file that may be deleted at any time.

import { join } from 'node:path';
import { readSmallFile, replaceFile } from '../../process/files/small-file.ts';

interface Remembered {
  readonly value: unknown;
  readonly at: number;
}

/** As far as the file is one of ours: anything may stand in it. */
type Entries = Record<string, Remembered | null>;

export class ProbeCache {
  readonly #path: string;
  #entries: Entries | undefined;

  constructor(home: string) {
    this.#path = join(home, 'probes.json');
  }

  get(name: string, maxAgeMs: number, now: Date): unknown {
    const entry = this.#load()[name];
    return typeof entry?.at === 'number' && now.getTime() - entry.at <= maxAgeMs ? entry.value : undefined;
  }

  /** A cache that cannot be written costs time, not correctness. */
  set(name: string, value: unknown, now: Date): void {
    this.#entries = undefined;
    const entries = { ...this.#load(), [name]: { value, at: now.getTime() } };
    this.#entries = entries;
    try {
      replaceFile(this.#path, JSON.stringify(entries));
    } catch {
      // The next process asks again.
    }
  }

  #load(): Entries {
    this.#entries ??= parse(readSmallFile(this.#path));
    return this.#entries;
  }
}

function parse(text: string | undefined): Entries {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Entries) : {};
  } catch {
    return {};
  }
}
