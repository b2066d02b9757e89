// What the record of a contest says about its steps. An end counts for the same inputs, and until it is reopened.
import type {
  AttemptEnded,
  AttemptParked,
  AttemptStarted,
  CheckEnded,
  ContestOpened,
  JoustEvent,
  VerdictGiven,
} from '../../domain/event.ts';
import { limitsIn } from '../../domain/events/limits-record.ts';
import type { Limits } from '../../domain/usage.ts';
import type { StoredEvent } from '../../ledger/ledger.ts';

type Keyed = Extract<JoustEvent, { key: string; inputs: string }>;

interface Placed<T> {
  readonly event: T;
  /** Its place in the record. */
  readonly order: number;
}

type AttemptRecord =
  | { readonly state: 'ended'; readonly found: Placed<AttemptEnded>; readonly started?: AttemptStarted }
  | { readonly state: 'parked'; readonly found: Placed<AttemptParked>; readonly started?: AttemptStarted }
  /** `over`: there is nothing to attach to. */
  | { readonly state: 'open'; readonly started?: AttemptStarted; readonly over: boolean };

export class ContestRecord {
  readonly opened: ContestOpened | undefined;
  readonly #events: readonly JoustEvent[];
  readonly #reopened: ReadonlySet<string>;
  #byKey: ReadonlyMap<string, readonly Placed<Keyed>[]> | undefined;

  constructor(stored: readonly Pick<StoredEvent, 'event'>[]) {
    this.#events = stored.map(({ event }) => event);
    this.opened = this.#events.find((event) => event.type === 'contest.opened');
    this.#reopened = new Set(
      this.#events.flatMap((event) => (event.type === 'attempt.reopened' ? [event.key] : [])),
    );
  }

  get cancelled(): boolean {
    return this.has('contest.cancelled');
  }

  /** Closed, and nothing of it was reopened since. */
  get closed(): boolean {
    const at = (type: JoustEvent['type']) => this.#events.findLastIndex((event) => event.type === type);
    return at('contest.closed') > at('attempt.reopened');
  }

  has(type: JoustEvent['type']): boolean {
    return this.#events.some((event) => event.type === type);
  }

  get limits(): Limits {
    return limitsIn(this.#events);
  }

  get ends(): readonly AttemptEnded[] {
    return this.#events.filter((event) => event.type === 'attempt.ended');
  }

  get all(): readonly JoustEvent[] {
    return this.#events;
  }

  attempt(key: string, inputs: string): AttemptRecord {
    const started = this.find('attempt.started', key, inputs)?.event;
    const ended = this.find('attempt.ended', key, inputs);
    const parked = this.find('attempt.parked', key, inputs);
    const reopened = this.#events.findLastIndex(
      (event) => event.type === 'attempt.reopened' && event.key === key,
    );
    const known = started && { started };
    if (ended !== undefined && ended.order > reopened) return { state: 'ended', found: ended, ...known };
    const runs = started?.run ?? 0;
    if (parked !== undefined && parked.order > reopened && parked.event.run >= runs)
      return { state: 'parked', found: parked, ...known };
    return { state: 'open', over: started !== undefined && this.#isOver(started), ...known };
  }

  check(key: string, inputs: string): Placed<CheckEnded> | undefined {
    return this.standing('check.ended', key, inputs);
  }

  /** The last of this kind for the same step and inputs, unless the step was reopened since. */
  standing<T extends Keyed['type']>(type: T, key: string, inputs: string): ReturnType<typeof this.find<T>> {
    const found = this.find(type, key, inputs);
    if (found === undefined || !this.#reopened.has(key)) return found;
    const since = this.#events.findLastIndex(
      (event) => event.type === 'attempt.reopened' && event.key === key,
    );
    return found.order > since ? found : undefined;
  }

  /** That rests on these inputs; in a closed contest else the last one. */
  verdict(key: string, inputs: string): VerdictGiven | undefined {
    const same = this.find('verdict.given', key, inputs)?.event;
    if (same !== undefined || !this.closed) return same;
    return this.#events.findLast(
      (event): event is VerdictGiven => event.type === 'verdict.given' && event.key === key,
    );
  }

  /** The early stop that ended it, unless something was reopened since. */
  stopOf(key: string): Extract<JoustEvent, { type: 'stop.decided' }> | undefined {
    const reopened = this.#events.findLastIndex(({ type }) => type === 'attempt.reopened');
    const found = this.#events
      .slice(reopened + 1)
      .find((event) => event.type === 'stop.decided' && event.attempts.includes(key));
    return found?.type === 'stop.decided' ? found : undefined;
  }

  /** The last event of this kind for the same step and inputs. */
  find<T extends Keyed['type']>(
    type: T,
    key: string,
    inputs: string,
  ): Placed<Extract<JoustEvent, { type: T }>> | undefined {
    // Looked up by key: a suite has thousands of them.
    this.#byKey ??= placedByKey(this.#events);
    const found = this.#byKey
      .get(key)
      ?.findLast(({ event }) => event.type === type && event.inputs === inputs);
    return found as Placed<Extract<JoustEvent, { type: T }>> | undefined;
  }

  /** This very run ended, was interrupted, parked or given up. */
  #isOver({ key, run }: AttemptStarted): boolean {
    return this.#events.some((event) => overs.has(event.type) && isRun(event, key, run));
  }
}

function placedByKey(events: readonly JoustEvent[]): ReadonlyMap<string, readonly Placed<Keyed>[]> {
  const placed = events.flatMap((event, order) =>
    'key' in event && 'inputs' in event ? [{ event, order }] : [],
  );
  return Map.groupBy(placed, ({ event }) => event.key);
}

const overs: ReadonlySet<JoustEvent['type']> = new Set([
  'attempt.interrupted',
  'attempt.retried',
  'attempt.lost',
  'attempt.parked',
  'attempt.ended',
]);

function isRun(event: JoustEvent, key: string, run: number): boolean {
  return 'key' in event && event.key === key && 'run' in event && event.run === run;
}

type Started = Extract<JoustEvent, { type: 'attempt.started' | 'check.started' }>;

/**
 * Runs of attempts and checks that were started and of which nothing more is on record. A check that was begun once more was lost
 * before: it costs nothing, so nothing but that tells.
 */
export function openRuns(record: readonly Pick<StoredEvent, 'event'>[]): readonly Started[] {
  const events = record.map(({ event }) => event);
  const over = new Set(
    events.flatMap((event) => ('run' in event && !isStart(event) ? [`${event.key} ${event.run}`] : [])),
  );
  const lost = new Set(lostChecks(record));
  return events.filter(isStart).filter((event) => !over.has(`${event.key} ${event.run}`) && !lost.has(event));
}

/** Those that were begun once more before they had an end. */
export function lostChecks(record: readonly Pick<StoredEvent, 'event'>[]): readonly Started[] {
  const last = new Map<string, Started>();
  const lost: Started[] = [];
  for (const { event } of record) {
    if (event.type === 'check.ended') last.delete(event.key);
    if (event.type !== 'check.started') continue;
    const before = last.get(event.key);
    if (before !== undefined) lost.push(before);
    last.set(event.key, event);
  }
  return lost;
}

function isStart(event: JoustEvent): event is Started {
  return event.type === 'attempt.started' || event.type === 'check.started';
}
