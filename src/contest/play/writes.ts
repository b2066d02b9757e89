// Watches the user's folder while a contest is played, and holds what changed in it against what contestants say they wrote.

import { isAbsolute, resolve } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import type { Observation, Observer } from '../../domain/agent-event.ts';
import type { ContestOpened, JoustEvent } from '../../domain/event.ts';
import { everybody } from '../../domain/roster.ts';
import { type FolderChange, watchFolder } from '../../workspace/folder/folder-watch.ts';

type FolderWatched = Extract<JoustEvent, { type: 'folder.watched' }>;

export interface Writes {
  /** From now on, where contestants have no business to write in the folder. Resolves to what is to be told of it. */
  watch(
    opened: ContestOpened,
    place: { readonly home: string; agentOf(id: string): Agent; folderOf(recorded: string): string },
    /** What joust itself writes there meanwhile. */
    isOwn: (path: string) => boolean,
  ): () => Promise<readonly FolderWatched[]>;
}

/** An observer that listens and passes everything on. */
export function watchWrites(next: Observer): { observe: Observer; writes: Writes } {
  const said: Said = { paths: new Map(), apart: new Set() };
  const observe = (observation: Observation) => {
    listen(said, observation);
    next(observation);
  };
  const writes: Writes = {
    watch(opened, { home, agentOf, folderOf }, isOwn) {
      const where = watchedFolder(opened);
      if (where === undefined) return async () => [];
      const folder = folderOf(where.folder);
      const watch = watchFolder(folder, home);
      const agents = [...new Set(everybody(opened).map(({ agent }) => agent))].map(agentOf);
      return async () => {
        const { verified, changed: found } = await watch.finish();
        const changed = found.filter(({ path }) => !isOwn(path));
        const { left, others } = apartFromLeft(changed, agents);
        return [
          {
            type: 'folder.watched',
            v: 1,
            verified,
            changed: [...others],
            by: blame(others, said, folder),
            copies: where.copies || undefined,
            left: left.length > 0 ? [...left] : undefined,
          },
        ];
      };
    },
  };
  return { observe, writes };
}

interface Said {
  /** By contestant, as its own tool events name them. */
  readonly paths: Map<string, Set<string>>;
  /** They work in a folder of their own: what is not a whole path lies there. */
  readonly apart: Set<string>;
}

function listen({ paths, apart }: Said, observation: Observation): void {
  if (observation.type === 'recorded' && observation.event.type === 'attempt.started') {
    const { workspace, contestant } = observation.event;
    if (workspace !== undefined) apart.add(contestant);
  }
  if (observation.type !== 'live' || observation.event.type !== 'tool') return;
  const known = paths.get(observation.contestant) ?? new Set();
  for (const path of observation.event.writes ?? []) known.add(path);
  paths.set(observation.contestant, known);
}

/**
 * Where nobody may write: the folder that is only to be read; and the repository that contestants work on copies of, unless
 * a sandbox keeps them from it, for then whatever changes there is the user's own doing.
 */
function watchedFolder({
  task,
  options,
}: ContestOpened): { readonly folder: string; readonly copies: boolean } | undefined {
  if (task.tier === 'read') return { folder: task.cwd, copies: false };
  const { base, sandbox } = options as {
    readonly base?: { readonly folder?: unknown };
    readonly sandbox?: unknown;
  };
  if (typeof base?.folder !== 'string' || sandbox === 'os' || sandbox === 'container') return undefined;
  return { folder: base.folder, copies: true };
}

/** What a CLI is known to leave in every folder it works in is told as that, and once. */
function apartFromLeft(changed: readonly FolderChange[], agents: readonly Agent[]) {
  const left = agents.flatMap(({ id, leaves = {} }) =>
    changed.flatMap(({ path }) => {
      const what = leaves[path];
      return what === undefined ? [] : [{ agent: id, path, what }];
    }),
  );
  const known = new Set(left.map(({ path }) => path));
  return { left, others: changed.filter(({ path }) => !known.has(path)) };
}

/** A contestant is named only where its own tool events show the write. */
function blame(
  changed: readonly FolderChange[],
  { paths, apart }: Said,
  folder: string,
): Record<string, string[]> {
  const by: Record<string, string[]> = {};
  for (const [contestant, written] of paths) {
    const here = [...written].filter((path) => isAbsolute(path) || !apart.has(contestant));
    const whole = new Set(here.map((path) => resolve(folder, path)));
    const own = changed.filter(({ path }) => whole.has(resolve(folder, path)));
    if (own.length > 0) by[contestant] = own.map(({ path }) => path);
  }
  return by;
}
