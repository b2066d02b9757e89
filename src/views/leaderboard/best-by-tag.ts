// Contests of one kind of task: which those are, and who did best in them.
import type { ContestOpened } from '../../domain/event.ts';
import { leaderboard } from './leaderboard.ts';
import { type ContestRecord, identityOf } from './opinions.ts';

export function hasTag({ options }: Pick<ContestOpened, 'options'>, tag: string): boolean {
  const { tag: own, tags } = options as { readonly tag?: unknown; readonly tags?: unknown };
  return own === tag || (Array.isArray(tags) && tags.includes(tag));
}

/** As contestants are written, best first; empty: nothing is known. Simulated races tell nothing. */
export function bestInRaces(
  records: readonly ContestRecord[],
  { tag, random }: { readonly tag: string | undefined; readonly random: () => number },
): readonly string[] {
  const races = records.flatMap(({ id, events }) => {
    const opened = events.find((event) => event.type === 'contest.opened');
    if (opened === undefined || opened.format !== 'race' || opened.simulated) return [];
    return tag === undefined || hasTag(opened, tag) ? [{ id, events, opened }] : [];
  });
  const specs = new Map(
    races.flatMap(({ opened }) =>
      // The number of a copy is no part of how it is written.
      opened.roster.map((one) => [identityOf(one), one.name.replace(/#\d+$/, '')] as const),
    ),
  );
  return leaderboard(races, { random }).rows.flatMap(({ contestant }) => specs.get(contestant) ?? []);
}
