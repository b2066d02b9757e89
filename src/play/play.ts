// Plays a contest from its opening or from where its record ends: holds the lease, watches the folder, runs the format,
// and closes the record.

import { kept, ownFiles, watchBrief } from '../brief/brief-watch.ts';
import { identify, lackingNotes } from '../contest/accounts/needs.ts';
import { checkInline } from '../contest/attempt/inline.ts';
import type { Contest } from '../contest/handle/contest.ts';
import { Interrupted } from '../contest/handle/halt.ts';
import { type Reopening, reopenAttempts, reopenContest } from '../contest/handle/opening.ts';
import { ContestRecord } from '../contest/handle/record.ts';
import type { NotedFact } from '../contest/handle/step.ts';
import { stayAwake } from '../contest/play/awake.ts';
import { clearStrays, clearUp, dropUnopened } from '../contest/play/clear-up.ts';
import { checkDepth } from '../contest/play/depth.ts';
import { type HeldContest, holdLease, leaveWhenCancelled } from '../contest/play/lease.ts';
import type { Player } from '../contest/play/player.ts';
import { type Writes, watchWrites } from '../contest/play/writes.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import type { Observation, Observer } from '../domain/agent-event.ts';
import type { JoustEvent } from '../domain/event.ts';
import { blindUntil, isBlind } from '../domain/events/blind-pick.ts';
import { limitsCrossed } from '../domain/events/limits-record.ts';
import { unplayableIn } from '../domain/events/unplayed.ts';
import { JoustError } from '../domain/joust-error.ts';
import { everybody } from '../domain/roster.ts';
import { type AnyFormat, formatOf } from '../formats/all.ts';
import { LedgerError, type StoredEvent } from '../ledger/ledger.ts';
import type { UnpackedTask } from '../pool/unpack-task.ts';
import { expectRuns } from '../process/spawn/waiting-shells.ts';
import { ledgerOf } from '../record/user-ledger.ts';
import { type BlindWatch, watchBlind } from '../views/live/live.ts';
import { asOpened, createPlayer, type World } from './create-player.ts';
import { needExtensions } from './extensions/load-extensions.ts';
import { type ContestRequest, inTurn, openRequested } from './open.ts';
import type { PlayResult } from './result.ts';

type AnyEnd = Awaited<ReturnType<AnyFormat['play']>>;

interface Opened {
  readonly contest: Contest;
  readonly lease?: HeldContest;
  /** Nobody has played it before, and left anything. */
  readonly isNew?: true;
}

export async function playContest(request: ContestRequest, world: World): Promise<PlayResult> {
  if (request.pool !== undefined) {
    const { playInPool } = await import('../pool/play-in-pool.ts');
    return await playInPool(request, world, resumeContest);
  }
  const watch = blindWatch(world.observe, blindUntil({ options: request.options ?? {} }));
  const opening = (player: Player) =>
    inTurn(player, request, async (): Promise<Opened> => {
      // What is prepared waits for programs, which have been started after so many milliseconds.
      if (request.prepare !== undefined) expectRuns(request.roster.length, 20);
      const contest = await openRequested(player, request);
      return request.serial === undefined
        ? { contest, isNew: true }
        : { contest, isNew: true, lease: await holdLease(player, contest.id) };
    });
  return await kept(await play(world, watch, opening), world);
}

/** Keeps back from every observer what must not be known before a pick, and tells it after. */
function blindWatch(tell: Observer, until?: string) {
  let watch: BlindWatch = { until, held: [] };
  return {
    observe: (seen: Observation) => {
      const next = watchBlind(watch, seen);
      watch = next.watch;
      next.tell.forEach(tell);
    },
    hide(gate: string | undefined) {
      watch = { ...watch, until: gate };
    },
    isBlind: () => watch.until !== undefined,
  };
}

/** Plays on from where the record ends. A closed contest is only told again: nothing starts, nothing is written. */
export async function resumeContest(id: string, world: World, reopening?: Reopening): Promise<PlayResult> {
  const watch = blindWatch(world.observe);
  const resumed = await play(await worldOf(id, world), watch, async (player) => {
    if (reopening !== undefined) await reopen(player, id, reopening);
    const { closed, cancelled } = new ContestRecord(await player.ledger.events(id));
    // Read under the lease: whoever played it until now may have gone on with it.
    const lease = closed || cancelled ? undefined : await holdLease(player, id);
    try {
      const contest = await takenUp(player, id);
      if (isBlind((await player.ledger.events(id)).map(({ event }) => event)))
        watch.hide(blindUntil(contest.opened));
      return { contest, lease };
    } catch (error) {
      await lease?.release();
      throw error;
    }
  });
  return await kept(resumed, world);
}

async function takenUp(player: Player, id: string): Promise<Contest> {
  checkPlayable(
    id,
    (await player.ledger.events(id)).map(({ event }) => event),
  );
  const contest = await reopenContest(player, id);
  await needExtensions(contest.opened, player.machine);
  if (contest.closed) return contest;
  checkInline(player.inline, everybody(contest.opened));
  for (const text of lackingNotes(player, contest.opened)) player.observe({ type: 'note', text });
  return contest;
}

/** A host of a pool ended it unplayed: there is nothing to be told again. */
function checkPlayable(id: string, record: readonly JoustEvent[]): void {
  const why = unplayableIn(record);
  if (why === undefined) return;
  throw new JoustError(`contest ${id} was ended unplayed: ${why}`, {
    code: 'none-usable',
    hint: 'Open a new one: no machine can play this one.',
  });
}

/** With the settings it was opened with, where others were not said. */
async function worldOf(id: string, world: World): Promise<World> {
  if (world.said === undefined) return world;
  const ledger = (world.openLedger ?? ledgerOf(world.machine))({ home: world.home, now: world.machine.now });
  try {
    const [first] = await ledger.eventsAfter(0, { contest: id, types: ['contest.opened'] });
    return first?.event.type === 'contest.opened' ? asOpened(world, first.event) : world;
  } finally {
    await ledger.close();
  }
}

/** Under the lease: nobody else plays meanwhile. */
async function reopen(player: Player, id: string, reopening: Reopening): Promise<void> {
  const lease = await holdLease(player, id);
  try {
    await reopenAttempts(player, id, reopening);
  } finally {
    await lease.release();
  }
}

async function play(
  world: World,
  watch: ReturnType<typeof blindWatch>,
  open: (player: Player) => Promise<Opened>,
): Promise<PlayResult> {
  checkDepth(world.machine.env);
  const leave = new AbortController();
  const brief = watchBrief(watch.observe, world);
  const { observe, writes } = watchWrites(brief.observe);
  let parent = '';
  let unpacked: UnpackedTask | undefined;
  let dispatching: Promise<Dispatch> | undefined;
  const player: Player = {
    ...createPlayer({ ...world, observe, signal: AbortSignal.any([world.signal, leave.signal]) }),
    folderOf: (recorded) => (unpacked ?? world).folderOf?.(recorded) ?? recorded,
    playChild: async (id, request, share) => {
      const { playAsChild } = await import('../suite/play-child.ts');
      const dispatch = async () => {
        const { sharedDispatch } = await import('../pool/pool.ts');
        dispatching ??= sharedDispatch(world.machine);
        return await dispatching;
      };
      const child = { parent, id, request, player, share, dispatch };
      return await playAsChild(world, child, { playContest, resumeContest });
    },
  };
  try {
    const opened = await open(player).catch((error) => notOpened(player, error));
    const { contest } = opened;
    parent = contest.id;
    const format = await formatOf(contest.opened).catch(async (error: unknown) => {
      await opened.lease?.release();
      throw error;
    });
    if (contest.closed) {
      // Whoever closed it may have been killed before it could.
      await opened.lease?.release();
      await clearUp(player, contest.id);
      return { contest: contest.id, format: format.name, state: 'closed', ...(await format.play(contest)) };
    }
    const lease = opened.lease ?? (await holdLease(player, contest.id));
    const rest = stayAwake(world.machine);
    leaveWhenCancelled(player, contest.id, leave);
    // Its folder is written where it lies: by whoever follows it there.
    if (world.host === undefined) brief.begin(contest);
    try {
      if (opened.isNew !== true) await clearStrays(player, contest.id);
      if (contest.opened.pool !== undefined && world.folderOf === undefined) {
        const { unpackTask } = await import('../pool/unpack-task.ts');
        unpacked = await unpackTask(player, contest.id, contest.opened);
      }
      const changes = writes.watch(contest.opened, player, ownFiles(contest.opened));
      const versions = identify(player, [...contest.opened.roster, ...(contest.opened.staff ?? [])]);
      const ended = await toTheEnd(
        contest,
        approved(contest, () => format.play(contest)),
        leave,
      );
      const blind = watch.isBlind() && { blind: true as const };
      const seen = await changes();
      if (ended.state === 'interrupted') await tryNote(contest, seen);
      else await noted(contest, [...seen, ...(await closing(ended, versions))]);
      const told = { contest: contest.id, format: format.name, ...ended };
      return blind === false
        ? { ...told, record: await tellCrossed(player, contest.id) }
        : { ...told, ...blind };
    } finally {
      rest();
      await brief.end();
      await clearUp(player, contest.id);
      unpacked?.forget();
      await lease.release();
    }
  } finally {
    leave.abort();
    await dispatching?.then((dispatch) => dispatch.close()).catch(() => undefined);
    // One that others use as well stays open.
    if (world.parent === undefined) await player.ledger.close();
  }
}

/** What could not be prevented is said at least. Returns the record by which it is told. */
async function tellCrossed({ ledger, observe }: Player, id: string): Promise<readonly StoredEvent[]> {
  const record = await ledger.events(id);
  for (const text of limitsCrossed(record.map(({ event }) => event))) observe({ type: 'note', text });
  return record;
}

async function notOpened(player: Player, error: unknown): Promise<never> {
  await dropUnopened(player);
  throw error;
}

async function noted(contest: Contest, facts: readonly NotedFact[]): Promise<void> {
  try {
    await contest.note(...facts);
  } catch (error) {
    throw withAdvice(error, contest.id);
  }
}

/** What was written stays told when the play is left; whoever took the contest over meanwhile has the say in its record. */
async function tryNote(
  contest: Contest,
  facts: Awaited<ReturnType<ReturnType<Writes['watch']>>>,
): Promise<void> {
  const news = facts.filter(({ changed }) => changed.length > 0);
  await contest.note(...news).catch(() => undefined);
}

/** Where somebody has to agree first, nothing starts before that. */
async function approved(contest: Contest, go: () => Promise<AnyEnd>): Promise<AnyEnd> {
  const { assent } = contest.opened;
  if (assent === undefined) return await go();
  const answer = await contest.decide({ key: 'assent', question: assent, choices: ['yes', 'no'] });
  return answer === 'yes' ? await go() : { results: [], outcome: 'declined' };
}

/** Nobody leaves before every attempt has: an error of ours interrupts the others, so that no child is left behind. */
async function toTheEnd(
  contest: Contest,
  playing: Promise<AnyEnd>,
  leave: AbortController,
): Promise<Omit<PlayResult, 'contest' | 'format'>> {
  try {
    const ended = await Promise.race([playing, contest.stuck]);
    if (ended === undefined) return { results: [], state: 'waiting' };
    const parked = contest.parked();
    const { paused, ...told } = ended;
    if (parked.length === 0) {
      const why = typeof paused === 'string' ? { why: paused } : {};
      return { ...told, state: paused === undefined ? 'closed' : 'paused', ...why };
    }
    // Without those who are parked: what it comes to so far.
    const { results, result } = ended;
    return { results, parked, state: 'parked', result };
  } catch (error) {
    if (!(error instanceof Interrupted)) {
      leave.abort(error);
      throw withAdvice(error, contest.id);
    }
    return { results: [], state: 'interrupted' };
  } finally {
    // Whoever still waits for a person stops looking.
    leave.abort();
    playing.catch(() => undefined);
    await contest.idle();
  }
}

/** What the machine refused leaves the record as it is: that is said along with it. */
function withAdvice(error: unknown, id: string): unknown {
  if (!(error instanceof Error)) return error;
  const { syscall } = error as NodeJS.ErrnoException;
  const isMachines = error instanceof LedgerError || error.name === 'GitError' || syscall !== undefined;
  if (!isMachines) return error;
  return new JoustError(`contest ${id} could not be played on: ${error.message}`, {
    code: 'ledger',
    hint: `See that the disk has room and the ledger can be written; then go on with: joust resume ${id}`,
    cause: error,
  });
}

async function closing(
  { state, outcome, checkFailed }: Omit<PlayResult, 'contest' | 'format'>,
  versions: Promise<Record<string, string>>,
): Promise<readonly NotedFact[]> {
  if (state !== 'closed' || outcome === undefined) return [];
  return [
    { type: 'agents.identified', v: 1, versions: await versions },
    { type: 'contest.closed', v: 1, outcome, checkFailed },
  ];
}
