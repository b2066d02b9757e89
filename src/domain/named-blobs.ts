// The blobs an event names, whatever its kind: those a result needs, and those that only hold what a process printed.
import { type BlobRef, blobRefSchema, type JoustEvent } from './event.ts';

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
  const ref = blobRefSchema.safeParse(value);
  if (ref.success) into.push(ref.data);
  for (const inner of Object.values(value)) collect(inner, into);
}
