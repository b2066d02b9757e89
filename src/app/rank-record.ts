// Who is how good, over all contests on record that are asked for.
import { sep } from 'node:path';
import { randomFor } from '../contest/handle/draw.ts';
import { hasTag, type Leaderboard, leaderboard } from '../views/leaderboard/leaderboard.ts';
import type { ContestRecord, VerdictSource } from '../views/leaderboard/opinions.ts';
import { provesNothing } from './agents.ts';
import type { Archive } from './archive.ts';

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
): Promise<Leaderboard> {
  const records: ContestRecord[] = [];
  for await (const { id, at, record } of archive.records()) {
    const events = record.map(({ event }) => event);
    if (isAskedFor(request, events, at)) records.push({ id, events });
  }
  // The same record gives the same board.
  const random = randomFor(records.map(({ id }) => id).join(' '));
  return leaderboard(records, { source: request.source, random });
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
