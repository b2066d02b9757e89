// Who is how good, over all contests on record that are asked for.
import { sep } from 'node:path';
import { randomFor } from '../contest/handle/draw.ts';
import { type FilteredLeaderboard, hasTag, leaderboard, tagsOf } from '../views/leaderboard/leaderboard.ts';
import { type ContestRecord, opinionsIn, type VerdictSource } from '../views/leaderboard/opinions.ts';
import { provesNothing } from './agents.ts';
import type { Archive, ContestOnRecord } from './archive.ts';

export interface LeaderboardRequest {
  /** Absent: all. */
  readonly source?: VerdictSource | undefined;
  readonly format?: string | undefined;
  /** A folder: contests in it, or below. */
  readonly project?: string | undefined;
  readonly tag?: string | undefined;
  /** Stored at this moment or later, in ISO 8601. */
  readonly from?: string | undefined;
  /** Simulated ones as well. */
  readonly simulated: boolean;
}

export async function leaderboardOf(
  archive: Pick<Archive, 'records'>,
  request: LeaderboardRequest,
): Promise<FilteredLeaderboard> {
  const all: ContestOnRecord[] = [];
  for await (const one of archive.records()) all.push(one);
  const briefs = all.filter(({ opened }) => opened.format === 'brief');
  const records = withoutReplaced(
    all.filter((one) => isAskedFor(request, eventsOf(one), one.at)),
    briefs,
  ).map((one): ContestRecord => ({ id: one.id, events: eventsOf(withWhole(one, briefs)) }));
  // The same record gives the same board.
  const random = randomFor(records.map(({ id }) => id).join(' '));
  return { ...leaderboard(records, { source: request.source, random }), filters: filtersIn(all, request) };
}

/** Of contests that could count, in one way or another. */
function filtersIn(
  all: readonly ContestOnRecord[],
  { simulated }: Pick<LeaderboardRequest, 'simulated'>,
): FilteredLeaderboard['filters'] {
  const fit = all.flatMap((one) => {
    const opinions = isAskedFor({ simulated }, eventsOf(one), one.at)
      ? opinionsIn({ id: one.id, events: eventsOf(one) })
      : [];
    return opinions.length === 0 ? [] : [{ opened: one.opened, opinions }];
  });
  const distinct = (values: readonly string[]) => [...new Set(values)].toSorted();
  return {
    formats: distinct(fit.map(({ opened }) => opened.format)),
    projects: distinct(fit.map(({ opened }) => opened.task.cwd)),
    tags: distinct(fit.flatMap(({ opened }) => tagsOf(opened))),
    sources: distinct(fit.flatMap(({ opinions }) => opinions.map(({ source }) => source))),
  };
}

function eventsOf({ record }: Pick<ContestOnRecord, 'record'>): ContestRecord['events'] {
  return record.map(({ event }) => event);
}

/** Of the same field of a brief the newest judging that is over counts, as its report has it. */
function withoutReplaced(
  newestFirst: readonly ContestOnRecord[],
  briefs: readonly ContestOnRecord[],
): readonly ContestOnRecord[] {
  const ids = new Set(briefs.map(({ id }) => id));
  const fieldOf = ({ opened: { format, about = '' } }: ContestOnRecord) =>
    format === 'judge' && ids.has(about) ? about : undefined;
  const counting = new Map<string | undefined, ContestOnRecord>();
  for (const one of newestFirst)
    if (!counting.has(fieldOf(one)) && eventsOf(one).some(({ type }) => type === 'contest.closed'))
      counting.set(fieldOf(one), one);
  return newestFirst.filter((one) => {
    const field = fieldOf(one);
    return field === undefined || (counting.get(field) ?? one) === one;
  });
}

/** Whose work is carried over in a brief is on record by name there; who that is was told when it played. */
function withWhole(one: ContestOnRecord, briefs: readonly ContestOnRecord[]): ContestOnRecord {
  const { opened, at } = one;
  if (opened.format !== 'judge' || !briefs.some(({ id }) => id === opened.about)) return one;
  const played = briefs.filter((brief) => brief.opened.task.cwd === opened.task.cwd && brief.at <= at);
  const roster = opened.roster.map((who) => {
    const known = played
      .flatMap((brief) => brief.opened.roster)
      .find(({ name, agent, model }) => name === who.name && agent === who.agent && model === who.model);
    return who.settings === undefined ? (known ?? who) : who;
  });
  const record = one.record.map((stored) =>
    stored.event.type === 'contest.opened' ? { ...stored, event: { ...stored.event, roster } } : stored,
  );
  return { ...one, record };
}

function isAskedFor(
  { format, project, tag, from, simulated }: LeaderboardRequest,
  events: ContestRecord['events'],
  at: string,
): boolean {
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined || (provesNothing(opened) && !simulated)) return false;
  const { cwd } = opened.task;
  return (
    (format === undefined || opened.format === format) &&
    (project === undefined || cwd === project || cwd.startsWith(project + sep)) &&
    (tag === undefined || hasTag(opened, tag)) &&
    (from === undefined || at >= from)
  );
}
