// A contest as its record tells it: who played, how each attempt stands, what it cost.
import type { AttemptEnded, ContestOpened, JoustEvent } from '../domain/event.ts';

export interface RecordedEvent {
  readonly at: string;
  readonly event: JoustEvent;
}

export interface AttemptSummary {
  readonly key: string;
  readonly contestant: string;
  readonly run: number;
  readonly state: 'open' | 'interrupted' | 'ended';
  readonly startedAt?: string;
  readonly spool?: string;
  readonly end?: AttemptEnded;
}

export interface ContestSummary {
  readonly id: string;
  readonly openedAt: string;
  readonly opened: ContestOpened;
  readonly state: 'open' | 'closed' | 'cancelled';
  /** By key, in the order of their first start. */
  readonly attempts: readonly AttemptSummary[];
  /** The sum of what is known, and how many attempts are not in it. */
  readonly cost: { readonly usd: number; readonly unknown: number };
}

export function contestSummary(id: string, record: readonly RecordedEvent[]): ContestSummary | undefined {
  const first = record.find(({ event }) => event.type === 'contest.opened');
  if (first?.event.type !== 'contest.opened') return undefined;
  const attempts = new Map<string, AttemptSummary>();
  for (const { at, event } of record) addAttempt(attempts, event, at);
  const ends = [...attempts.values()].flatMap(({ end }) =>
    end?.timing.startedAt === undefined ? [] : [end],
  );
  return {
    id,
    openedAt: first.at,
    opened: first.event,
    state: stateOf(record),
    attempts: [...attempts.values()],
    cost: {
      usd: ends.reduce((sum, { cost }) => sum + (cost?.usd ?? 0), 0),
      unknown: ends.filter(({ cost }) => cost === undefined).length,
    },
  };
}

function stateOf(record: readonly RecordedEvent[]): ContestSummary['state'] {
  if (record.some(({ event }) => event.type === 'contest.cancelled')) return 'cancelled';
  return record.some(({ event }) => event.type === 'contest.closed') ? 'closed' : 'open';
}

function addAttempt(attempts: Map<string, AttemptSummary>, event: JoustEvent, at: string): void {
  if (event.type === 'attempt.started') {
    const { key, contestant, run, spool } = event;
    attempts.set(key, { key, contestant, run, state: 'open', startedAt: at, spool });
  } else if (event.type === 'attempt.interrupted') {
    const { key, contestant, run } = event;
    attempts.set(key, { ...attempts.get(key), key, contestant, run, state: 'interrupted' });
  } else if (event.type === 'attempt.ended') {
    const { key, contestant, run } = event;
    attempts.set(key, { ...attempts.get(key), key, contestant, run, state: 'ended', end: event });
  }
}
