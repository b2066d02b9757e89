// How the attempts of a contest stood at one point of its record.
import type { TimelineEntry } from '../../../../views/timeline.ts';

export type Moment = TimelineEntry & { readonly seq: number };

export interface AttemptThen {
  readonly key: string;
  readonly who: string;
  /** queued, running, parked, interrupted, or how it ended. */
  readonly state: string;
  readonly queuedAt?: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/** What was recorded up to `seq`, that included. */
export function attemptsAt(moments: readonly Moment[], seq: number): readonly AttemptThen[] {
  const found = new Map<string, AttemptThen>();
  for (const moment of moments) {
    if (moment.seq > seq) break;
    const { key, who, type } = moment;
    if (key === undefined || who === undefined || !type.startsWith('attempt.')) continue;
    const now = after(found.get(key) ?? { key, who, state: 'queued' }, moment);
    found.set(key, now);
  }
  return [...found.values()];
}

function after(before: AttemptThen, { type, at, said }: Moment): AttemptThen {
  const { endedAt: _gone, ...begun } = before;
  switch (type) {
    case 'attempt.queued':
      return { ...begun, state: 'queued', queuedAt: at };
    case 'attempt.started':
      return { ...begun, state: 'running', startedAt: at };
    case 'attempt.parked':
      return { ...begun, state: 'parked' };
    case 'attempt.interrupted':
      return { ...begun, state: 'interrupted', endedAt: at };
    case 'attempt.ended':
      return { ...begun, state: said[0] ?? 'ended', endedAt: at };
    default:
      return before;
  }
}

/** Kinds of events by what they are about, in the order they first occur. */
export function kindsIn(moments: readonly Moment[]): readonly string[] {
  return [...new Set(moments.map(kindOf))];
}

export function kindOf({ type }: Pick<Moment, 'type'>): string {
  return type.split('.', 1)[0] ?? type;
}
