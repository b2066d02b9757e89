// Which contestants say that they wrote to the folder, to be held against what changed in it.

import type { Observation, Observer } from '../../domain/agent-event.ts';
import type { JoustEvent } from '../../domain/event.ts';
import type { FolderChanges } from '../../workspace/folder/folder-watch.ts';

export interface Writes {
  seen(changes: FolderChanges, cwd: string): Extract<JoustEvent, { type: 'folder.watched' }>;
}

/** An observer that listens and passes everything on. */
export function watchWrites(next: Observer): { observe: Observer; writes: Writes } {
  const writes = new Map<string, Set<string>>();
  const observe = (observation: Observation) => {
    noteWrites(writes, observation);
    next(observation);
  };
  return { observe, writes: { seen: (changes, cwd) => watched(changes, { writes, cwd }) } };
}

function noteWrites(writes: Map<string, Set<string>>, observation: Observation): void {
  if (observation.type !== 'live' || observation.event.type !== 'tool') return;
  const known = writes.get(observation.contestant) ?? new Set();
  for (const path of observation.event.writes ?? []) known.add(path);
  writes.set(observation.contestant, known);
}

/** A contestant is named only where its own tool events show the write. */
function watched(
  { verified, changed }: FolderChanges,
  { writes, cwd }: { writes: ReadonlyMap<string, ReadonlySet<string>>; cwd: string },
): Extract<JoustEvent, { type: 'folder.watched' }> {
  const by: Record<string, string[]> = {};
  for (const [contestant, paths] of writes) {
    const own = changed.filter(
      ({ path }) => paths.has(path) || paths.has(`./${path}`) || paths.has(`${cwd}/${path}`),
    );
    if (own.length > 0) by[contestant] = own.map(({ path }) => path);
  }
  return { type: 'folder.watched', v: 1, verified, changed: [...changed], by };
}
