// The record of a contest as people may see it while they are still to pick blindly: nothing of it tells who did what.
import type { ContestOpened, JoustEvent } from '../event.ts';

/** The question whose answer lifts the blindness, where the contest was opened so. */
export function blindUntil({ options }: Pick<ContestOpened, 'options'>): string | undefined {
  const { blindUntil: gate } = options;
  return typeof gate === 'string' ? gate : undefined;
}

/** Neither picked nor over since it was last taken up. */
export function isBlind(events: readonly JoustEvent[]): boolean {
  const opened = events.find((event) => event.type === 'contest.opened');
  const gate = opened === undefined ? undefined : blindUntil(opened);
  if (gate === undefined) return false;
  const reopened = events.findLastIndex(({ type }) => type === 'attempt.reopened');
  return !events.slice(reopened + 1).some((event) => lifts(event, gate));
}

/** Who picks may know; so may everybody once there is nothing left to pick. */
export function lifts(event: JoustEvent, gate: string): boolean {
  if (event.type === 'gate.answered') return event.key === gate;
  return event.type === 'contest.closed' || event.type === 'contest.cancelled';
}

/** The same record unless it is blind; then only what gives nothing away, with the answers as they are shown to be picked. */
export function blindRecord<T extends { readonly event: JoustEvent }>(record: readonly T[]): readonly T[] {
  const events = record.map(({ event }) => event);
  if (!isBlind(events)) return record;
  const opened = events.find((event) => event.type === 'contest.opened');
  const gate = (opened && blindUntil(opened)) ?? '';
  const reopened = events.findLastIndex(({ type }) => type === 'attempt.reopened');
  return record
    .filter(({ event }, at) => givesNothingAway(event) && !(at < reopened && lifts(event, gate)))
    .map((stored) => ({ ...stored, event: withoutHints(stored.event) }));
}

export function givesNothingAway({ type }: JoustEvent): boolean {
  return harmless.has(type);
}

const harmless: ReadonlySet<JoustEvent['type']> = new Set([
  'contest.opened',
  'contest.closed',
  'contest.cancelled',
  'gate.asked',
  'gate.answered',
  'limits.changed',
]);

/** Whoever knows the seed can draw the sides again; what was said before it began may name somebody. */
function withoutHints(event: JoustEvent): JoustEvent {
  if (event.type !== 'contest.opened') return event;
  const { notes: _notes, ...opened } = event;
  return { ...opened, seed: 'hidden until the pick' };
}
