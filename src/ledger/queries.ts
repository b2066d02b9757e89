// How every ledger answers what it is asked for: the contests that are meant, the events that match, and waiting for such.
import { isAbsolute, relative, sep } from 'node:path';
import type { BlobRef } from '../domain/change.ts';
import type { JoustEvent } from '../domain/event.ts';
import type { ContestQuery, EventFilter, NewsWait, StoredEvent } from './ledger.ts';

/** How soon to look again: at first after news, and at most. */
interface Looks {
  readonly soonMs: number;
  readonly lateMs: number;
}

/** Longer by this much after each look in vain. */
const slower = 1.5;

/** What is told of an append: enough to know whether somebody waits for it. */
type Told = Pick<StoredEvent, 'seq' | 'contest'> & { readonly event: Pick<JoustEvent, 'type'> };

interface Waiting {
  told(events: readonly Told[]): void;
  look(): Promise<void>;
}

/**
 * Waiting for what is appended: told at once within a process, looked for where others may write as well, often where things
 * happen and seldom where nothing does.
 */
export class News {
  readonly #isThere: (seq: number, filter: EventFilter) => boolean | Promise<boolean>;
  readonly #looks: Looks | undefined;
  /** Of all who wait: somebody who begins to wait again does not begin to look again. */
  #pauseMs = 0;
  readonly #waiting = new Set<Waiting>();

  /** Without looks nobody else can append. */
  constructor(isThere: (seq: number, filter: EventFilter) => boolean | Promise<boolean>, looks?: Looks) {
    this.#isThere = isThere;
    this.#looks = looks;
  }

  tell(events: readonly Told[]): void {
    this.#pauseMs = 0;
    for (const one of [...this.#waiting]) one.told(events);
  }

  /** There may be some. */
  lookNow(): void {
    this.#pauseMs = 0;
    for (const one of [...this.#waiting]) void one.look();
  }

  async wait(seq: number, { signal, timeoutMs, ...filter }: NewsWait): Promise<boolean> {
    if (signal.aborted) return false;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const isMeant = matches(filter);
    const stop = () => resolve(false);
    let looking: NodeJS.Timeout | undefined;
    const waiting: Waiting = {
      told: (events) => events.some((one) => one.seq > seq && isMeant(one)) && resolve(true),
      look: async () => {
        try {
          const there = this.#isThere(seq, filter);
          if (there === true || (there !== false && (await there))) {
            this.#pauseMs = 0;
            resolve(true);
          } else if (this.#waiting.has(waiting)) {
            clearTimeout(looking);
            looking = this.#again(waiting);
          }
        } catch (error) {
          reject(error);
        }
      },
    };
    this.#waiting.add(waiting);
    signal.addEventListener('abort', stop, { once: true });
    const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
    void waiting.look();
    try {
      return await promise;
    } finally {
      this.#waiting.delete(waiting);
      signal.removeEventListener('abort', stop);
      clearTimeout(timer);
      clearTimeout(looking);
    }
  }

  #again({ look }: Waiting): NodeJS.Timeout | undefined {
    if (this.#looks === undefined) return undefined;
    const { soonMs, lateMs } = this.#looks;
    this.#pauseMs = Math.min(lateMs, Math.max(soonMs, this.#pauseMs * slower));
    return setTimeout(() => void look(), this.#pauseMs);
  }
}

export function matches({
  contest,
  types,
}: EventFilter): (stored: Pick<Told, 'contest' | 'event'>) => boolean {
  return ({ contest: whose, event }) =>
    (contest === undefined || contest === whose) && (types === undefined || types.includes(event.type));
}

/** The first of these, in their order, that are meant, told from their openings, and by their prompts where words are given; their states and ids were looked at before. */
export async function meantBy(
  { limit = Number.POSITIVE_INFINITY, words = [], ...query }: ContestQuery,
  openings: Iterable<StoredEvent> | AsyncIterable<StoredEvent>,
  prompt: (ref: BlobRef) => Promise<Buffer>,
): Promise<readonly StoredEvent[]> {
  const found: StoredEvent[] = [];
  for await (const opening of openings) {
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
