// A contest that is being played, as a program holds it: its events as they come, its id, and what it came to.
import type { AgentEvent, Observation } from '../domain/agent-event.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { PlayedContest } from './played-contest.ts';

type Live = Extract<Observation, { type: 'live' }>;
type Reported = Exclude<AgentEvent, { type: 'ended' | 'answered' }>;

/** What is recorded, what contestants say meanwhile (`text` as it comes), and sentences for whoever watches (`note`). */
export type ContestEvent =
  | Exclude<Observation, Live>
  | (Reported & Pick<Live, 'key' | 'contestant'>)
  /** Nobody took so many events in time; what is recorded is still on record. */
  | { readonly type: 'skipped'; readonly count: number };

/**
 * It plays whether or not anybody looks. `for await` gives its events (once, from the first), `await run` and
 * `await run.result` what it came to. Leaving the loop ends no contest: the signal does.
 */
export interface ContestRun<Result = unknown>
  extends AsyncIterable<ContestEvent>,
    PromiseLike<PlayedContest<Result>> {
  /** As soon as it is on record. */
  readonly id: Promise<string>;
  readonly result: Promise<PlayedContest<Result>>;
}

export interface Telling {
  tell(event: ContestEvent): void;
  /** It is on record. */
  opened(id: string): void;
}

export function startRun<Result>(
  play: (telling: Telling) => Promise<PlayedContest<Result>>,
): ContestRun<Result> {
  const queue = eventQueue();
  const id = Promise.withResolvers<string>();
  // Whoever waits for the result hears of it there.
  id.promise.catch(() => undefined);
  const result = play({ tell: queue.push, opened: id.resolve });
  const isOver = (error?: unknown) => {
    queue.end(error);
    id.reject(error ?? new JoustError('the contest was not opened', { code: 'not-found' }));
  };
  result.then(() => isOver(), isOver);
  return {
    id: id.promise,
    result,
    // biome-ignore lint/suspicious/noThenProperty: it is awaited like a process of execa's
    then: (kept, broken) => result.then(kept, broken),
    [Symbol.asyncIterator]() {
      // The loop throws what went wrong.
      result.catch(() => undefined);
      return queue.iterate();
    },
  };
}

/** How an observation is told to a program; undefined: it comes in other words as well. */
export function eventOf(seen: Observation): ContestEvent | undefined {
  if (seen.type !== 'live') return seen;
  const { key, contestant, event } = seen;
  return event.type === 'ended' || event.type === 'answered' ? undefined : { ...event, key, contestant };
}

const mostWaiting = 10_000;

/** Holds what nobody has taken yet, so many at most: what is only live goes first. */
function eventQueue() {
  let waiting: ContestEvent[] = [];
  let skipped = 0;
  let state: 'new' | 'taken' | 'left' = 'new';
  let over: { readonly error?: unknown } | undefined;
  let news = Promise.withResolvers<void>();
  const makeRoom = () => {
    const kept = waiting.filter(({ type }) => type === 'recorded').slice(-mostWaiting / 2);
    skipped += waiting.length - kept.length;
    waiting = kept;
  };
  async function* events(): AsyncGenerator<ContestEvent> {
    try {
      for (;;) {
        const next = skipped > 0 ? skippedSoFar() : waiting.shift();
        if (next !== undefined) yield next;
        else if (over === undefined) await news.promise;
        else break;
      }
      if (over?.error !== undefined) throw over.error;
    } finally {
      state = 'left';
      waiting = [];
    }
  }
  const skippedSoFar = (): ContestEvent => {
    const count = skipped;
    skipped = 0;
    return { type: 'skipped', count };
  };
  const wake = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  return {
    push(event: ContestEvent) {
      if (state === 'left') return;
      if (waiting.length >= mostWaiting) makeRoom();
      waiting.push(event);
      wake();
    },
    end(error?: unknown) {
      over = { error };
      wake();
    },
    iterate() {
      if (state !== 'new')
        throw new JoustError('the events of a contest can be gone through once', {
          code: 'usage',
          hint: 'Keep what you need; what is on record can be read again by its id.',
        });
      state = 'taken';
      return events();
    },
  };
}
