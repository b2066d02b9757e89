// The arenas nobody has picked in yet.
import { blindUntil } from '../../domain/blind-record.ts';
import type { Contestant } from '../../domain/contestant.ts';
import type { Archive } from '../../index.ts';
import { contestSummary } from '../../views/contest-summary.ts';

export interface PendingArena {
  readonly id: string;
  readonly openedAt: string;
  readonly state: 'playing' | 'waiting' | 'open';
  readonly roster: readonly Contestant[];
  readonly prompt: string;
  /** What it waits for; absent: it does not wait for a person. */
  readonly question?: string;
}

/** Newest first. */
export async function pendingArenas(archive: Archive): Promise<readonly PendingArena[]> {
  const pending: PendingArena[] = [];
  for (const { contest, event } of await archive.contests()) {
    if (event.type !== 'contest.opened' || blindUntil(event) === undefined) continue;
    const summary = contestSummary(contest, await archive.events(contest));
    if (summary?.blind !== true) continue;
    const { openedAt, waiting } = summary;
    const idle = waiting === undefined ? 'open' : 'waiting';
    pending.push({
      id: contest,
      openedAt,
      state: (await archive.player(contest)) === undefined ? idle : 'playing',
      roster: event.roster,
      prompt: await archive.text(event.task.prompt),
      ...(waiting !== undefined && { question: waiting.question }),
    });
  }
  return pending;
}
