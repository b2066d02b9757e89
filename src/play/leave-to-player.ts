// Opens, answers and resumes contests for whoever does not play them: a process of its own does, and outlives whoever asked.
import { setTimeout as sleep } from 'node:timers/promises';
import { isStarted, startPlayer } from '../contest/play/detached-player.ts';
import type { ContestOpened } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import { everybody } from '../domain/roster.ts';
import type { Machine } from '../process/machine.ts';
import type { Archive } from '../record/archive.ts';
import { contestSummary } from '../views/contest-summary.ts';
import type { World } from './create-player.ts';
import { type OpenedContest, openOnly } from './open.ts';
import type { GoOnRequest } from './play-on.ts';
import type { ReadyContest } from './ready.ts';

export interface LeftContest extends OpenedContest {
  /** What is to be said before it is played; nothing of a blind one, which may not name anybody. */
  readonly notes: readonly string[];
}

/** On record when it returns, and being played unless somebody has to agree first. */
export async function startDetached(
  { request, notes, world, blindUntil }: ReadyContest,
  place: Pick<World, 'machine' | 'home' | 'signal'>,
): Promise<LeftContest> {
  const said = [...notes];
  const observe: World['observe'] = (seen) => void (seen.type === 'note' && said.push(seen.text));
  const opened = await openOnly(
    request,
    { ...world, ...place, observe },
    async ({ id, declined, waiting }) => {
      if (!declined && !waiting && request.pool === undefined) await startPlayer(place.home, id, []);
    },
  );
  return { ...opened, notes: blindUntil === undefined ? said : [] };
}

/** To a host of its pool, or to a process of its own. */
async function leaveTo(
  { machine, home, id }: Pick<Left, 'machine' | 'home' | 'id'>,
  opened: Pick<ContestOpened, 'pool'>,
  options: readonly string[] = [],
): Promise<void> {
  if (opened.pool === undefined) await startPlayer(home, id, options);
  else await (await import('../pool/pool.ts')).handToPool(machine, id, opened.pool);
}

interface Left {
  readonly archive: Archive;
  readonly machine: Machine;
  readonly home: string;
  readonly id: string;
}

/** The process that plays it already; undefined: one was started. */
export async function resumeDetached(left: Left, asked: GoOnRequest): Promise<number | undefined> {
  const { archive, home, id } = left;
  const summary = contestSummary(id, await archive.events(id));
  if (summary === undefined)
    throw new JoustError(`contest ${id} has no beginning on record`, { code: 'not-found' });
  if (summary.state === 'cancelled' || (summary.state === 'closed' && asked.retryFailed !== true))
    throw new JoustError(`contest ${id} is ${summary.state}`, {
      code: 'busy',
      hint:
        summary.state === 'closed'
          ? 'Failed attempts are run again where that is asked for.'
          : 'Start another.',
    });
  const stranger = (asked.only ?? []).find(
    (name) => !everybody(summary.opened).some((one) => one.name === name),
  );
  // A blind record has no names to compare with; its player has.
  if (stranger !== undefined && summary.blind !== true)
    throw new JoustError(`"${stranger}" does not play in contest ${id}`, { code: 'usage' });
  const playedBy = (await archive.player(id))?.pid;
  // With what is said now it is played here first, and left from there.
  const options = resumeOptions(asked);
  if (playedBy === undefined && !isStarted(home, id))
    await leaveTo(left, options.length === 0 ? summary.opened : {}, options);
  return playedBy;
}

/** As `joust resume` is told them. */
function resumeOptions({
  limits = {},
  retryFailed,
  only = [],
  waitForQuotaMs,
  approve,
}: GoOnRequest): string[] {
  const option = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [
    ...Object.entries(limits)
      .filter(([, value]) => value !== false)
      .map(([name, value]) => (value === true ? `--${option(name)}` : `--${option(name)}=${String(value)}`)),
    ...(retryFailed === true ? ['--retry-failed'] : []),
    ...only.map((name) => `--only=${name}`),
    ...(waitForQuotaMs === undefined ? [] : [`--wait-for-quota=${Math.ceil(waitForQuotaMs / 1000)}s`]),
    ...(approve === true ? ['--yes'] : []),
  ];
}

const lookEveryMs = 50;
/** Who has stayed this long has seen the answer. */
const leavesWithinMs = 2000;

/**
 * After an answer: the process that plays the contest sees it, or one is started. A player that found nothing to do may be leaving
 * just now, and has not seen the answer.
 */
export async function ensurePlayed(left: Left): Promise<void> {
  const { archive, home, id } = left;
  for (let waitedMs = 0; waitedMs < leavesWithinMs; waitedMs += lookEveryMs) {
    if ((await archive.player(id)) === undefined && !isStarted(home, id)) {
      const summary = contestSummary(id, await archive.events(id));
      // A host of the pool was given it with the answer.
      if (summary?.state === 'open' && summary.opened.pool === undefined) await startPlayer(home, id, []);
      return;
    }
    await sleep(lookEveryMs);
  }
}
