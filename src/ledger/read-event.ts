// An event from its text: known by its type and version, or an error that says who can read it.
import type { JoustEvent } from '../domain/event.ts';
import { LedgerError } from './ledger.ts';

/** The newest version of each that this joust knows. A type that is missing here does not compile. */
const versions: Readonly<Record<JoustEvent['type'], number>> = {
  'contest.opened': 1,
  'contest.closed': 1,
  'contest.cancelled': 1,
  'child.started': 1,
  'child.ended': 1,
  'attempt.started': 1,
  'attempt.ended': 1,
  'attempt.interrupted': 1,
  'attempt.retried': 1,
  'attempt.queued': 1,
  'attempt.parked': 1,
  'attempt.reopened': 1,
  'check.started': 1,
  'check.ended': 1,
  'gate.asked': 1,
  'gate.answered': 1,
  'stop.decided': 1,
  'limits.changed': 1,
  'verdict.given': 1,
  'winner.decided': 1,
  'winner.overridden': 1,
  'entry.sealed': 1,
  'patch.applied': 1,
  'patch.undone': 1,
  'race.downgraded': 1,
  'race.candidate': 1,
  'agents.identified': 1,
  'draw.made': 1,
  'folder.watched': 1,
  'preference.imported': 1,
  'preference.forgotten': 1,
};

export function readEvent(body: string, contest: string): JoustEvent {
  const event = parsed(body);
  const known = event && Object.hasOwn(versions, event.type) ? versions[event.type] : undefined;
  if (event !== undefined && known !== undefined && event.v <= known) return event;
  if (event === undefined)
    throw new LedgerError(new Error(`contest ${contest} holds an event that is damaged`));
  throw new LedgerError(
    new Error(`contest ${contest} holds an event of a newer joust (${event.type}, version ${event.v})`),
    'Update joust to read it; other contests are not affected.',
  );
}

/** One that cannot be read does not hide the others. */
export function ifReadable<T>(read: () => T): readonly T[] {
  try {
    return [read()];
  } catch (error) {
    if (error instanceof LedgerError) return [];
    throw error;
  }
}

function parsed(body: string): JoustEvent | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isEvent = typeof value === 'object' && value !== null && 'type' in value && 'v' in value;
    return isEvent && typeof value.type === 'string' && typeof value.v === 'number'
      ? (value as JoustEvent)
      : undefined;
  } catch {
    return undefined;
  }
}
