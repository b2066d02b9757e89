// The failpoints that an undisturbed play passes, told from its record: a new format brings its own.
import type { JoustEvent } from '../../src/domain/event.ts';

/** One for each kind of event and of step. */
export function kindMoments(events: readonly JoustEvent[], more: readonly string[] = []): readonly string[] {
  const [key] = startedKeys(events);
  const kinds = events.map(({ type }) => type);
  return [...around(kinds, key === undefined ? [] : [key]), ...more];
}

/** One for each event and step. */
export function keyMoments(events: readonly JoustEvent[], more: readonly string[] = []): readonly string[] {
  const kinds = events.flatMap((event) =>
    'key' in event ? [event.type, `${event.type} ${event.key}`] : [event.type],
  );
  return [...around(kinds, startedKeys(events)), ...more];
}

/** Whether a player that died then had put its contest on record. */
export function isOnRecord(moment: string, unopened: readonly string[] = []): boolean {
  return !['before contest.opened', 'base taken', ...unopened].includes(moment);
}

function around(kinds: readonly string[], keys: readonly string[]): readonly string[] {
  return [
    'lease taken',
    ...[...new Set(kinds)].flatMap((kind) => [`before ${kind}`, `after ${kind}`]),
    ...keys.flatMap((key) => [`spawned ${key}`, `ended ${key}`, `sealed ${key}`]),
  ];
}

function startedKeys(events: readonly JoustEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'attempt.started' ? [event.key] : []));
}
