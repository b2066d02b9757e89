// Answers of the API as views hold them: read once for all who show them, and read anew when news concern them.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { NewsItem } from './live/open-live.ts';
import { type Source, Trouble, useSource } from './source.ts';

export interface Answer<T> {
  /** The last one, also while a newer one is read. */
  readonly data: T | undefined;
  /** Why there is none, or none newer. */
  readonly trouble: Trouble | undefined;
  readonly isReading: boolean;
}

/** Whether an answer is out of date after this. */
export type Concerns = (news: NewsItem) => boolean;

interface Entry {
  answer: Answer<unknown>;
  readonly shownBy: Map<() => void, Concerns | undefined>;
  isStale: boolean;
  readAt: number;
  restMs: number;
}

/** Between two readings of the same answer; one that takes long, as that of a large suite, is read less often. */
const [restMs, restOfReadings, longestRestMs] = [300, 3, 10_000];
/** Kept for the way back. */
const mostUnused = 40;
const nothing: Answer<undefined> = { data: undefined, trouble: undefined, isReading: true };

/** All answers of one source. */
export class Answers {
  readonly #source: Source;
  readonly #entries = new Map<string, Entry>();

  constructor(source: Source) {
    this.#source = source;
    source.live?.onNews((news) => this.#hear(news));
    source.live?.onResync(() => this.#outdate(() => true));
    // The stream begins with what is recorded after it. An answer read before that may miss something.
    let isHeard = false;
    source.live?.onState(({ type }) => {
      if (type === 'live' && !isHeard) this.#outdate(() => true);
      isHeard ||= type === 'live';
    });
    if (source.live !== undefined)
      document.addEventListener('visibilitychange', () => {
        for (const [path, entry] of this.#entries) if (entry.isStale) this.#readSoon(path, entry);
      });
  }

  peek(path: string): Answer<unknown> {
    return this.#entries.get(path)?.answer ?? nothing;
  }

  show(path: string, changed: () => void, concerns?: Concerns): () => void {
    const known = this.#entries.get(path);
    const entry = known ?? { answer: nothing, shownBy: new Map(), isStale: true, readAt: 0, restMs };
    // The last shown is the last to be dropped.
    this.#entries.delete(path);
    this.#entries.set(path, entry);
    // What nobody showed was not kept up to date.
    if (entry.shownBy.size === 0 && this.#source.live !== undefined) entry.isStale = true;
    entry.shownBy.set(changed, concerns);
    this.#readSoon(path, entry);
    return () => {
      entry.shownBy.delete(changed);
      this.#dropUnused();
    };
  }

  /** After something was done that changes it and what is below it. */
  refresh(beginning: string): void {
    this.#outdate((path) => path.startsWith(beginning));
  }

  /** What is not on record changes without news: whether somebody plays. */
  refreshOnly(exact: string): void {
    this.#outdate((path) => path === exact);
  }

  #hear(news: readonly NewsItem[]): void {
    this.#outdate((_path, { shownBy }) =>
      [...shownBy.values()].some((concerns) => concerns !== undefined && news.some(concerns)),
    );
  }

  #outdate(isOut: (path: string, entry: Entry) => boolean): void {
    for (const [path, entry] of this.#entries) {
      if (!isOut(path, entry)) continue;
      entry.isStale = true;
      this.#readSoon(path, entry);
    }
  }

  /** Not while it is being read, not twice within a moment, and not for a page that nobody sees. */
  #readSoon(path: string, entry: Entry): void {
    if (!entry.isStale || entry.shownBy.size === 0 || entry.readAt === Number.POSITIVE_INFINITY) return;
    if (document.hidden && entry.answer.data !== undefined) return;
    const wait = Math.max(0, entry.readAt + entry.restMs - performance.now());
    entry.readAt = Number.POSITIVE_INFINITY;
    setTimeout(() => this.#read(path, entry), wait);
  }

  async #read(path: string, entry: Entry): Promise<void> {
    entry.isStale = false;
    this.#tell(entry, { ...entry.answer, isReading: true });
    const began = performance.now();
    try {
      const data = await this.#source.get(path);
      this.#tell(entry, { data, trouble: undefined, isReading: false });
    } catch (error) {
      const trouble =
        error instanceof Trouble ? error : new Trouble({ code: 'page', message: String(error) });
      this.#tell(entry, { data: entry.answer.data, trouble, isReading: false });
    }
    entry.readAt = performance.now();
    entry.restMs = Math.min(longestRestMs, Math.max(restMs, restOfReadings * (entry.readAt - began)));
    this.#readSoon(path, entry);
  }

  #tell(entry: Entry, answer: Answer<unknown>): void {
    entry.answer = answer;
    for (const changed of entry.shownBy.keys()) changed();
  }

  #dropUnused(): void {
    const unused = [...this.#entries].filter(([, { shownBy }]) => shownBy.size === 0);
    for (const [path] of unused.slice(0, Math.max(0, unused.length - mostUnused))) this.#entries.delete(path);
  }
}

const known = new WeakMap<Source, Answers>();

export function answersOf(source: Source): Answers {
  const found = known.get(source) ?? new Answers(source);
  known.set(source, found);
  return found;
}

/** `undefined` reads nothing. What news make it out of date is said once: `concerns` is not to change; by default those of its contest. */
export function useAnswer<T>(path: string | undefined, concerns?: Concerns): Answer<T> {
  const answers = answersOf(useSource());
  const [says] = useState(() => concerns);
  const subscribe = useCallback(
    (changed: () => void) =>
      path === undefined ? () => undefined : answers.show(path, changed, says ?? concernsOf(path)),
    [answers, path, says],
  );
  const answer = useSyncExternalStore(subscribe, () => (path === undefined ? idle : answers.peek(path)));
  return answer as Answer<T>;
}

const idle: Answer<undefined> = { data: undefined, trouble: undefined, isReading: false };

/** What is below a contest changes with its record. */
function concernsOf(path: string): Concerns | undefined {
  const [, id] = /^\/contests\/([^/?]+)/.exec(path) ?? [];
  return id === undefined ? undefined : ({ contest }) => contest === decodeURIComponent(id);
}

/** Does something, says that it is doing it, and what went wrong. Null where nothing can be done: in a report. */
export function useDeed<Said extends object, Result = unknown>(
  path: string,
): {
  readonly do: ((said: Said) => Promise<Result | undefined>) | undefined;
  readonly isDoing: boolean;
  readonly trouble: Trouble | undefined;
} {
  const source = useSource();
  const [state, setState] = useState<{ isDoing: boolean; trouble?: Trouble }>({ isDoing: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another deed
  useEffect(() => setState({ isDoing: false }), [path]);
  const { post } = source;
  if (post === undefined) return { do: undefined, isDoing: false, trouble: undefined };
  return {
    isDoing: state.isDoing,
    trouble: state.trouble,
    async do(said) {
      setState({ isDoing: true });
      try {
        const result = (await post(path, said)) as Result;
        setState({ isDoing: false });
        return result;
      } catch (error) {
        const trouble =
          error instanceof Trouble ? error : new Trouble({ code: 'page', message: String(error) });
        setState({ isDoing: false, trouble });
        return undefined;
      }
    },
  };
}
