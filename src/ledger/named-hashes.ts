// Which content an event names, read from its text: what goes with it, and what stays.

import type { BlobRef } from '../domain/change.ts';
import type { JoustEvent } from '../domain/event.ts';
import type { RemovalRequest } from './ledger.ts';

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
