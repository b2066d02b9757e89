// How every ledger answers what it is asked for: the contests that are meant, the events that match, and waiting for such.
import { isAbsolute, relative, sep } from 'node:path';
import type { BlobRef } from '../domain/change.ts';
import type { ContestQuery, EventFilter, NewsWait, StoredEvent } from './ledger.ts';

/** How soon to look again: at first after news, and at most. */
interface Looks {
  readonly soonMs: number;
  readonly lateMs: number;
}

/** Longer by this much after each look in vain. */
const slower = 1.5;

/**
 * Waiting for what is appended: told at once within a process, looked for where others may write as well, often where things
 * happen and seldom where nothing does.
 */
export class News {
  readonly #isThere: (seq: number, filter: EventFilter) => boolean;
  readonly #looks: Looks | undefined;
  /** Of all who wait: somebody who begins to wait again does not begin to look again. */
  #pauseMs = 0;
  readonly #waiting = new Set<(events: readonly StoredEvent[]) => void>();

  /** Without looks nobody else can append. */
  constructor(isThere: (seq: number, filter: EventFilter) => boolean, looks?: Looks) {
    this.#isThere = isThere;
    this.#looks = looks;
  }

  tell(events: readonly StoredEvent[]): void {
    this.#pauseMs = 0;
    for (const one of [...this.#waiting]) one(events);
  }

  async wait(seq: number, { signal, timeoutMs, ...filter }: NewsWait): Promise<boolean> {
    if (signal.aborted) return false;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const told = (events: readonly StoredEvent[]) => events.some(matches(filter)) && resolve(true);
    const stop = () => resolve(false);
    let looking: NodeJS.Timeout | undefined;
    const look = () => {
      try {
        if (!this.#isThere(seq, filter)) {
          looking = this.#again(look);
          return;
        }
        this.#pauseMs = 0;
        resolve(true);
      } catch (error) {
        reject(error);
      }
    };
    this.#waiting.add(told);
    signal.addEventListener('abort', stop, { once: true });
    const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
    look();
    try {
      return await promise;
    } finally {
      this.#waiting.delete(told);
      signal.removeEventListener('abort', stop);
      clearTimeout(timer);
      clearTimeout(looking);
    }
  }

  #again(look: () => void): NodeJS.Timeout | undefined {
    if (this.#looks === undefined) return undefined;
    const { soonMs, lateMs } = this.#looks;
    this.#pauseMs = Math.min(lateMs, Math.max(soonMs, this.#pauseMs * slower));
    return setTimeout(look, this.#pauseMs);
  }
}

export function matches({
  contest,
  types,
}: EventFilter): (stored: Pick<StoredEvent, 'contest' | 'event'>) => boolean {
  return ({ contest: whose, event }) =>
    (contest === undefined || contest === whose) && (types === undefined || types.includes(event.type));
}

/** The first of these, in their order, that are meant, told from their openings, and by their prompts where words are given; their states and ids were looked at before. */
export async function meantBy(
  { limit = Number.POSITIVE_INFINITY, words = [], ...query }: ContestQuery,
  openings: Iterable<StoredEvent>,
  prompt: (ref: BlobRef) => Promise<Buffer>,
): Promise<readonly StoredEvent[]> {
  const found: StoredEvent[] = [];
  for (const opening of openings) {
    if (found.length >= limit) break;
    const { event } = opening;
    if (event.type !== 'contest.opened' || !isMeant(query, opening)) continue;
    if (words.length > 0 && !holdsWords(words, await prompt(event.task.prompt))) continue;
    found.push(opening);
  }
  return found;
}

function isMeant({ format, about, since, folders, top }: ContestQuery, { at, event }: StoredEvent): boolean {
  if (event.type !== 'contest.opened') return false;
  if (top === true && event.parent !== undefined) return false;
  if (format !== undefined && event.format !== format) return false;
  if (about !== undefined && event.about !== about) return false;
  if (since !== undefined && at < since) return false;
  return folders === undefined || folders.some((folder) => isWithin(event.task.cwd, folder));
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

export function holdsWords(words: readonly string[], prompt: Buffer): boolean {
  const text = prompt.toString('utf8').toLowerCase();
  return words.every((word) => text.includes(word));
}
