// Who is how good, over all contests on record that are asked for.
import { sep } from 'node:path';
import { provesNothing } from '../agents/known-agents.ts';
import { randomFor } from '../contest/handle/draw.ts';
import type { Contestant } from '../domain/contestant.ts';
import type { Ledger } from '../ledger/ledger.ts';
import {
  type BoardPart,
  boardPart,
  type FilteredLeaderboard,
  leaderboard,
  tagsOf,
} from '../views/leaderboard/leaderboard.ts';
import type { VerdictSource } from '../views/leaderboard/opinions.ts';
import type { Archive } from './archive.ts';
import { type RecordDigest, recordDigests } from './record-digests.ts';
import { consumed } from './usage-on-record.ts';

export interface LeaderboardRequest {
  /** Absent: all. */
  readonly source?: VerdictSource | undefined;
  readonly format?: string | undefined;
  /** A folder by each of its names: contests in it, or below. */
  readonly projects?: readonly string[] | undefined;
  readonly tag?: string | undefined;
  /** Stored at this moment or later, in ISO 8601. */
  readonly from?: string | undefined;
  /** Simulated ones as well. */
  readonly simulated: boolean;
}

/** What the board needs to know of a contest, kept from one look to the next. */
interface Counted {
  readonly id: string;
  readonly at: string;
  readonly format: string;
  readonly cwd: string;
  readonly tags: readonly string[];
  readonly about?: string;
  readonly isProof: boolean;
  readonly isOver: boolean;
  readonly part: BoardPart;
  /** Of a brief: whose work may be carried over. */
  readonly roster?: readonly Contestant[];
}

const counted: RecordDigest<Counted> = {
  name: 'leaderboard',
  version: 1,
  make: ({ id, at, opened, record }) => ({
    id,
    at,
    format: opened.format,
    cwd: opened.task.cwd,
    tags: tagsOf(opened),
    about: opened.about,
    isProof: !provesNothing(opened),
    isOver: record.some(({ event }) => event.type === 'contest.closed'),
    part: boardPart({ id, events: record.map(({ event }) => event) }),
    roster: opened.format === 'brief' ? opened.roster : undefined,
  }),
};

/** For those who may only read them: what is made of the whole record is kept by hosts of a pool. */
export async function keepDigests(ledger: Ledger): Promise<void> {
  await recordDigests(ledger, counted);
  await recordDigests(ledger, consumed);
}

export async function leaderboardOf(
  archive: Pick<Archive, 'digests' | 'events'>,
  request: LeaderboardRequest,
): Promise<FilteredLeaderboard> {
  const all = await archive.digests(counted);
  const briefs = all.filter(({ format }) => format === 'brief');
  const meant = withoutReplaced(
    all.filter((one) => isAskedFor(request, one)),
    briefs,
  );
  const parts = await Promise.all(meant.map((one) => partOf(archive, one, briefs)));
  // The same record gives the same board.
  const random = randomFor(meant.map(({ id }) => id).join(' '));
  return { ...leaderboard(parts, { source: request.source, random }), filters: filtersIn(all, request) };
}

/** Of contests that could count, in one way or another. */
function filtersIn(
  all: readonly Counted[],
  { simulated }: Pick<LeaderboardRequest, 'simulated'>,
): FilteredLeaderboard['filters'] {
  const fit = all.filter((one) => one.part.opinions.length > 0 && isAskedFor({ simulated }, one));
  const distinct = (values: readonly string[]) => [...new Set(values)].toSorted();
  return {
    formats: distinct(fit.map(({ format }) => format)),
    projects: distinct(fit.map(({ cwd }) => cwd)),
    tags: distinct(fit.flatMap(({ tags }) => tags)),
    sources: distinct(fit.flatMap(({ part }) => part.opinions.map(({ source }) => source))),
  };
}

/** Of the same field of a brief the newest judging that is over counts, as its report has it. */
function withoutReplaced(newestFirst: readonly Counted[], briefs: readonly Counted[]): readonly Counted[] {
  const ids = new Set(briefs.map(({ id }) => id));
  const fieldOf = ({ format, about = '' }: Counted) =>
    format === 'judge' && ids.has(about) ? about : undefined;
  const counting = new Map<string | undefined, Counted>();
  for (const one of newestFirst)
    if (!counting.has(fieldOf(one)) && one.isOver) counting.set(fieldOf(one), one);
  return newestFirst.filter((one) => {
    const field = fieldOf(one);
    return field === undefined || (counting.get(field) ?? one) === one;
  });
}

/** Whose work is carried over in a brief is on record by name there; who that is was told when it played. */
async function partOf(
  archive: Pick<Archive, 'events'>,
  { id, at, format, about, cwd, part }: Counted,
  briefs: readonly Counted[],
): Promise<BoardPart> {
  if (format !== 'judge' || !briefs.some((brief) => brief.id === about)) return part;
  const played = briefs
    .filter((brief) => brief.cwd === cwd && brief.at <= at)
    .flatMap(({ roster = [] }) => roster);
  const events = (await archive.events(id)).map(({ event }) => {
    if (event.type !== 'contest.opened') return event;
    const roster = event.roster.map((who) => {
      const known = played.find(
        ({ name, agent, model }) => name === who.name && agent === who.agent && model === who.model,
      );
      return who.settings === undefined ? (known ?? who) : who;
    });
    return { ...event, roster };
  });
  return boardPart({ id, events });
}

function isAskedFor({ format, projects, tag, from, simulated }: LeaderboardRequest, one: Counted): boolean {
  return (
    (one.isProof || simulated) &&
    (format === undefined || one.format === format) &&
    (projects === undefined || projects.some((folder) => isWithin(one.cwd, folder))) &&
    (tag === undefined || one.tags.includes(tag)) &&
    (from === undefined || one.at >= from)
  );
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
