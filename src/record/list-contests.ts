// The contests on record as they stand, newest first: what every list shows.
import { hostname } from 'node:os';

import { JoustError } from '../domain/joust-error.ts';
import type { ContestQuery, StoredEvent } from '../ledger/ledger.ts';
import {
  type ContestSummary,
  contestSummary,
  type ListedContest,
  type ListState,
  listStateOf,
  type UnreadableContest,
} from '../views/contest-summary.ts';
import { visibleLine } from '../views/visible.ts';
import type { Archive } from './archive.ts';

export interface ListRequest extends Omit<ContestQuery, 'state' | 'limit'> {
  readonly state?: ListState | undefined;
  readonly limit: number;
}

/** What the record alone cannot tell apart is looked for page by page. Steps of another are found by that other, or when they wait. */
export async function* listContests(
  archive: Archive,
  { state, limit, before: from = Number.MAX_SAFE_INTEGER, ...query }: ListRequest,
): AsyncGenerator<ListedContest | UnreadableContest> {
  const wanted = {
    ...query,
    ...recordState(state),
    limit,
    ...(state !== 'waiting' && { top: true as const }),
  };
  let shown = 0;
  for (let before = from; shown < limit; ) {
    const page = await archive.contests({ ...wanted, before });
    for (const opening of page) {
      const one = await listedContest(archive, opening);
      before = opening.seq;
      if (shown >= limit || !isIn(state, one)) continue;
      shown += 1;
      yield one;
    }
    if (page.length < limit) break;
  }
}

function recordState(state: ListState | undefined): Pick<ContestQuery, 'state'> {
  if (state === undefined) return {};
  return { state: state === 'closed' || state === 'cancelled' ? state : 'open' };
}

function isIn(state: ListState | undefined, one: ListedContest | UnreadableContest): boolean {
  return state === undefined || (!('unreadable' in one) && listStateOf(one) === state);
}

/** One that cannot be read does not hide the others. */
async function listedContest(
  archive: Archive,
  { contest: id, at, event, seq }: StoredEvent,
): Promise<ListedContest | UnreadableContest> {
  try {
    const summary = contestSummary(id, await archive.events(id));
    if (summary === undefined || event.type !== 'contest.opened')
      throw new JoustError('it has no beginning on record', { code: 'ledger' });
    const prompt = await archive.text(event.task.prompt);
    return { ...summary, seq, prompt, ...(await playedNow(archive, summary)) };
  } catch (error) {
    if (!(error instanceof JoustError)) throw error;
    return { seq, id, openedAt: at, unreadable: error.message };
  }
}

/** Who plays it, and on which host of a pool. */
export async function playedNow(
  archive: Pick<Archive, 'player'>,
  { id, state }: Pick<ContestSummary, 'id' | 'state'>,
): Promise<Pick<ListedContest, 'playedBy' | 'host'>> {
  const owner = state === 'open' ? await archive.player(id) : undefined;
  if (owner === undefined) return {};
  return { playedBy: owner.pid, host: owner.pool };
}

/** Who plays it, as seen from here. */
export function playerText({ pid, pool, host }: NonNullable<Awaited<ReturnType<Archive['player']>>>): string {
  if (pool !== undefined) return `on the host ${visibleLine(pool)}`;
  return `by process ${pid}${host === undefined || host === hostname() ? '' : ` on ${visibleLine(host)}`}`;
}
