// The blobs an event names, whatever its kind: those a result needs, and those that only hold what a process printed.
import type { BlobRef } from './change.ts';
import type { JoustEvent } from './event.ts';

export interface NamedBlobs {
  readonly results: readonly BlobRef[];
  readonly logs: readonly BlobRef[];
}

const logFields = new Set(['stdout', 'stderr']);

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
