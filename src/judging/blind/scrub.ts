// Takes out of the judge's copy what says who wrote an entry; code, patches and the task's own names stay.
import { holdsName, type Names, namesOutside } from './names.ts';
import {
  lineRules,
  pathRules,
  proseRules,
  type ScrubbedKind,
  type ScrubRule,
  selfRules,
} from './scrub-rules.ts';
import { textZones } from './text-zones.ts';

export interface ScrubContext {
  /** The task as it was asked: what it names, an entry may name. */
  readonly task: string;
  readonly names: Names;
  /** Folders the contestants worked in, whose paths must not show. */
  readonly workspaces?: readonly string[];
}

export interface Scrubbed {
  readonly text: string;
  readonly scrubbed: readonly { readonly what: ScrubbedKind; readonly count: number }[];
  /** Names that remain and may tell the judge who wrote it: not the task's, or said of itself. */
  readonly leaks: readonly string[];
}

export function scrub(text: string, { task, names, workspaces = [] }: ScrubContext): Scrubbed {
  const foreign = namesOutside(task, names);
  const everywhere = lineRules(names);
  const inProse = [...everywhere, ...proseRules(foreign), ...pathRules(workspaces)];
  const counts = new Map<ScrubbedKind, number>();
  const apply = (part: string, { what, pattern, to }: ScrubRule): string =>
    part.replace(pattern, (...match: readonly unknown[]) => {
      const found = String(match[0]);
      if (task.includes(found.trim())) return found;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      return to.replace(/\$(\d)/gu, (_, group: string) => String(match[Number(group)] ?? ''));
    });
  const clean = textZones(text)
    .map((zone) => (zone.kind === 'code' ? everywhere : inProse).reduce(apply, zone.text))
    .join('');
  return {
    text: clean,
    scrubbed: [...counts].map(([what, count]) => ({ what, count })),
    leaks: leaksIn(clean, foreign, names),
  };
}

function leaksIn(text: string, foreign: Names, names: Names): readonly string[] {
  const remaining = all(foreign).filter((name) => holdsName(text, name));
  const said = selfRules(names).flatMap(({ pattern }) => [...text.matchAll(pattern)].map(([found]) => found));
  const self = all(names).filter((name) => said.some((found) => holdsName(found, name)));
  return [...new Set([...remaining, ...self])];
}

function all({ agents, families, models }: Names): readonly string[] {
  return [...agents, ...families, ...models];
}
