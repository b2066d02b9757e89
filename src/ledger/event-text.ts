// Events as the texts they are kept as: read by type and version, or an error that says who can; and the content they name.
import type { BlobRef } from '../domain/change.ts';
import type { JoustEvent } from '../domain/event.ts';
import { LedgerError, type RemovalRequest } from './ledger.ts';

/** The newest version of each that this joust knows. A type that is missing here does not compile. */
const versions: Readonly<Record<JoustEvent['type'], number>> = {
  'contest.opened': 1,
  'contest.closed': 1,
  'contest.cancelled': 1,
  'contest.unplayed': 1,
  'child.started': 1,
  'child.ended': 1,
  'cell.measured': 1,
  'attempt.started': 1,
  'attempt.ended': 1,
  'attempt.interrupted': 1,
  'attempt.retried': 1,
  'attempt.lost': 1,
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
  'judge.calibrated': 1,
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

/** In an event's text, words that look like this have their quotes escaped. */
export function* hashesIn(body: string): Generator<string> {
  for (const [, sha256 = ''] of body.matchAll(/"sha256":"([0-9a-f]{64})"/g)) yield sha256;
}

/** Content that goes with these contests, or with their logs, since no event that stays names it; each with the first that does. */
export function onlyNamedBy(
  going: ReadonlySet<string>,
  what: RemovalRequest['what'],
  events: Iterable<{ readonly contest: string; readonly body: string }>,
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const kept = new Set<string>();
  for (const { contest, body } of events) {
    const { goes, stays } = going.has(contest) ? namesOf(body, what) : { goes: [], stays: hashesIn(body) };
    for (const sha256 of goes) if (!owners.has(sha256)) owners.set(sha256, contest);
    for (const sha256 of stays) kept.add(sha256);
  }
  return new Map([...owners].filter(([sha256]) => !kept.has(sha256)));
}

function namesOf(
  body: string,
  what: RemovalRequest['what'],
): { readonly goes: readonly string[]; readonly stays: readonly string[] } {
  const named = namedBlobs(JSON.parse(body) as JoustEvent);
  const results = named.results.map(({ sha256 }) => sha256);
  const logs = named.logs.map(({ sha256 }) => sha256);
  return what === 'logs' ? { goes: logs, stays: results } : { goes: [...results, ...logs], stays: [] };
}

interface NamedBlobs {
  readonly results: readonly BlobRef[];
  readonly logs: readonly BlobRef[];
}

const logFields = new Set(['stdout', 'stderr']);

/** Those a result needs, and those that only hold what a process printed; whatever the event's kind. */
export function namedBlobs(event: JoustEvent): NamedBlobs {
  const found = { results: [] as BlobRef[], logs: [] as BlobRef[] };
  for (const [field, value] of Object.entries(event))
    collect(value, found[logFields.has(field) ? 'logs' : 'results']);
  return found;
}

function collect(value: unknown, into: BlobRef[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (isBlobRef(value)) into.push({ sha256: value.sha256, bytes: value.bytes });
  for (const inner of Object.values(value)) collect(inner, into);
}

/** By hand: every start of joust loads this file, and must not load the schema library with it. */
function isBlobRef(value: object): value is BlobRef {
  const { sha256, bytes } = value as Partial<Record<keyof BlobRef, unknown>>;
  return typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) && Number.isInteger(bytes);
}
