// Removes old contests from the record: plans what may go, keeps what someone can still use, then removes it.
import { discardContests, type Swept, sweepStrays } from '../../contest/play/discard.ts';
import type { ContestOpened } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { Archive } from '../../record/archive.ts';
import { contestSummary, type ListState, listStateOf } from '../../views/contest-summary.ts';

export interface PruneRequest {
  /** ISO time: contests opened before it may go. Empty: no contest is old enough. */
  readonly before: string;
  readonly what: 'everything' | 'logs';
  /** Also contests that `resume`, `answer` or `pick` could still use. */
  readonly unfinished: boolean;
}

export interface PrunePlan {
  readonly contests: readonly { readonly contest: string; readonly at: string; readonly bytes: number }[];
  /** Contests old enough that stay, and why. */
  readonly kept: ReadonlyMap<string, string>;
  readonly strays: Swept;
}

export async function planPrune(archive: Archive, request: PruneRequest): Promise<PrunePlan> {
  const { contests, kept } = await oldContests(archive, request);
  const ids = contests.map(({ contest }) => contest);
  const { removed, busy } = await discardContests(archive.below, {
    contests: ids,
    what: request.what,
    dryRun: true,
  });
  const bytesOf = new Map(removed.map(({ contest, bytes }) => [contest, bytes]));
  return {
    contests: contests
      .map((one) => ({ ...one, bytes: bytesOf.get(one.contest) ?? 0 }))
      .filter(({ bytes }) => bytes > 0),
    kept: new Map([...kept, ...busy]),
    strays: await sweepStrays(archive.below, true),
  };
}

/** Removes what the plan names, less what has come into use since. */
export async function prune(archive: Archive, request: PruneRequest, plan: PrunePlan): Promise<PrunePlan> {
  const { contests, kept } = await oldContests(archive, request);
  const free = new Set(contests.map(({ contest }) => contest));
  const going = plan.contests.map(({ contest }) => contest).filter((contest) => free.has(contest));
  const { removed, busy } = await discardContests(archive.below, { contests: going, what: request.what });
  const gone = new Map(removed.map(({ contest, bytes }) => [contest, bytes]));
  return {
    contests: plan.contests.flatMap((one) => {
      const bytes = gone.get(one.contest);
      return bytes === undefined ? [] : [{ ...one, bytes }];
    }),
    kept: new Map([...kept, ...busy]),
    strays: await sweepStrays(archive.below, false),
  };
}

interface OldContests {
  readonly contests: readonly { readonly contest: string; readonly at: string }[];
  readonly kept: ReadonlyMap<string, string>;
}

async function oldContests(
  archive: Archive,
  { before, unfinished }: Pick<PruneRequest, 'before' | 'unfinished'>,
): Promise<OldContests> {
  const all = await archive.contests();
  const old = all.filter(({ at }) => at < before).map(({ contest, at }) => ({ contest, at }));
  if (old.length === 0 || unfinished) return { contests: old, kept: new Map() };
  const openings = new Map(
    all.flatMap(({ contest, event }) => (event.type === 'contest.opened' ? [[contest, event] as const] : [])),
  );
  const kept = withNeeded(await unfinishedContests(archive), openings);
  return {
    contests: old.filter(({ contest }) => !kept.has(contest)),
    kept: new Map(old.flatMap(({ contest }) => listed(contest, kept.get(contest)))),
  };
}

function listed(contest: string, why: string | undefined): [string, string][] {
  return why === undefined ? [] : [[contest, why]];
}

const reasons: Readonly<Partial<Record<ListState, string>>> = {
  waiting: 'it waits for an answer',
  parked: 'it is parked until a quota is back',
  queued: 'it waits for a host',
  open: 'it was interrupted and can be resumed',
};

async function unfinishedContests(archive: Archive): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { contest } of await archive.contests({ state: 'open' })) {
    const why = await whyUnfinished(archive, contest);
    if (why !== undefined) found.set(contest, why);
  }
  return found;
}

/** Why someone could still go on with it; undefined: it is finished. */
export async function whyUnfinished(archive: Archive, contest: string): Promise<string | undefined> {
  try {
    const summary = contestSummary(contest, await archive.events(contest));
    return summary === undefined ? undefined : reasons[listStateOf(summary)];
  } catch (error) {
    if (!(error instanceof JoustError)) throw error;
    return 'this version of joust cannot read it';
  }
}

/** Going on with a contest takes its steps, the contest it is a step of, and the one it is about. */
function withNeeded(
  unfinished: ReadonlyMap<string, string>,
  openings: ReadonlyMap<string, ContestOpened>,
): ReadonlyMap<string, string> {
  const kept = new Map(unfinished);
  const children = Map.groupBy(openings, ([, { parent }]) => parent);
  const need = (contest: string | undefined, by: string) => {
    if (contest === undefined || kept.has(contest)) return;
    kept.set(contest, `contest ${by} needs it, and is not finished`);
    visit(contest);
  };
  const visit = (contest: string) => {
    const { parent, about } = openings.get(contest) ?? {};
    need(parent, contest);
    need(about, contest);
    for (const [child] of children.get(contest) ?? []) need(child, contest);
  };
  for (const contest of unfinished.keys()) visit(contest);
  return kept;
}
