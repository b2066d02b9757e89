// Opens the contest somebody asked for: with an estimate, its limits, and what has to be agreed to before it starts.

import { setTimeout as sleep } from 'node:timers/promises';
import { variablesOf } from '../contest/accounts/needs.ts';
import { checkDetachable, checkInline } from '../contest/attempt/inline.ts';
import { deepLaneText, isLocal, laneOf } from '../contest/attempt/lanes.ts';
import { type Assessment, assess } from '../contest/budget/assess.ts';
import { estimatorFor } from '../contest/budget/estimate.ts';
import type { Contest } from '../contest/handle/contest.ts';
import { openContest } from '../contest/handle/opening.ts';
import type { ChildRequest } from '../contest/handle/step.ts';
import { dropUnopened } from '../contest/play/clear-up.ts';
import { checkDepth } from '../contest/play/depth.ts';
import { type HeldContest, holdLease } from '../contest/play/lease.ts';
import type { Player } from '../contest/play/player.ts';
import type { Observer } from '../domain/agent-event.ts';
import type { Contestant } from '../domain/contestant.ts';
import type { ContestOpened } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import { defaultConfirmTokens } from '../domain/settings/rule.ts';
import type { Limits } from '../domain/usage.ts';
import { type AnyFormat, formatNamed } from '../formats/all.ts';
import type { FormatSetup, Given, SetUp } from '../formats/format.ts';
import { baseCommit } from '../workspace/base/base-commit.ts';
import { createPlayer, recordedSettings, type World } from './create-player.ts';
import { extensionsOf } from './extensions/load-extensions.ts';

export interface ContestRequest extends ChildRequest {
  /** Looks around where it will be played, before anything is on record. */
  readonly prepare?: NonNullable<SetUp['prepare']>;
  /** Several may write in the user's folder: that was said aloud. */
  readonly inPlace?: boolean;
  /** What was said before it is opened; it goes on record with it. */
  readonly notes?: readonly string[];
  /** Those with the same word are opened one after the other, over all processes. */
  readonly serial?: string;
  /** Hosts of a pool play it: what they need of its folder travels with it. */
  readonly pool?: Omit<NonNullable<ContestOpened['pool']>, 'travels'>;
  /** For a step of another contest: that one, and the id it chose. */
  readonly child?: { readonly id: string; readonly parent: string };
}

export interface OpenedContest {
  readonly id: string;
  /** Somebody has to agree before it is played. */
  readonly waiting: boolean;
  readonly declined: boolean;
}

/** Only opens it, and asks what has to be asked; whoever resumes it plays it: `then` sees to that. */
export async function openOnly(
  request: ContestRequest,
  world: World,
  then: (opened: OpenedContest) => void | Promise<void> = () => undefined,
): Promise<OpenedContest> {
  checkDepth(world.machine.env);
  checkDetachable([...request.roster, ...(request.staff ?? [])]);
  const leave = new AbortController();
  const player = createPlayer({ ...world, signal: AbortSignal.any([world.signal, leave.signal]) });
  try {
    const open = async () => {
      const made = await openRequested(player, request);
      if (made.opened.assent === undefined) await then({ id: made.id, waiting: false, declined: false });
      return made;
    };
    const contest = await inTurn(player, request, open).catch(async (error) => {
      await dropUnopened(world);
      throw error;
    });
    const { assent } = contest.opened;
    if (assent === undefined) return { id: contest.id, waiting: false, declined: false };
    const deciding = contest.decide({ key: 'assent', question: assent, choices: ['yes', 'no'] });
    deciding.catch(() => undefined);
    const answer = await Promise.race([deciding, contest.stuck]);
    if (answer === 'no') await contest.note({ type: 'contest.closed', v: 1, outcome: 'declined' });
    const opened = { id: contest.id, waiting: answer === undefined, declined: answer === 'no' };
    await then(opened);
    return opened;
  } finally {
    leave.abort();
    if (world.parent === undefined) await player.ledger.close();
  }
}

/** What has to be on record, and be seen to be played, before another of the kind is looked at. */
export async function inTurn<T>(
  player: Player,
  { serial }: Pick<ContestRequest, 'serial'>,
  open: () => Promise<T>,
): Promise<T> {
  if (serial === undefined) return await open();
  const lease = await turnOf(player, serial);
  try {
    return await open();
  } finally {
    await lease.release();
  }
}

const lookAgainMs = 20;
/** Opening one takes a moment; whoever holds others up for longer has a trouble of its own. */
const longestTurnMs = 60_000;

async function turnOf(player: Player, serial: string): Promise<HeldContest> {
  for (let waitedMs = 0; ; waitedMs += lookAgainMs) {
    try {
      return await holdLease(player, serial);
    } catch (error) {
      const isBusy = error instanceof JoustError && error.code === 'busy';
      if (!isBusy || waitedMs > longestTurnMs) throw error;
      await sleep(lookAgainMs, undefined, { signal: player.signal });
    }
  }
}

export async function openRequested(host: Player, request: ContestRequest): Promise<Contest> {
  const notes = [...(request.notes ?? [])];
  const player = { ...host, observe: noting(host.observe, notes) };
  const { prompt, own, files, cwd, roster, tier, joustVersion, about, staff = [] } = request;
  const { format, options, limits, blobs, setup } = await planned(player, request, { opens: true });
  const assessment = isFree(player, request) ? undefined : await estimated(player, setup, request);
  if (assessment !== undefined) player.observe({ type: 'note', text: assessment.text });
  for (const text of await laneNotes(player, request)) player.observe({ type: 'note', text });
  const travelling = await packedFor(player, request, { format, options });
  const commit = baseCommit(cwd);
  const extensions = extensionsOf({ format: format.name, roster: [...roster], staff: [...staff], options });
  return await openContest(
    player,
    {
      format: format.name,
      formatVersion: format.version,
      joustVersion,
      task: { prompt, cwd, files, tier, own },
      roster: [...roster],
      options: { ...options },
      copies: 2,
      staff: staff.length > 0 ? [...staff] : undefined,
      simulated: isSimulated(roster, player),
      environment: Object.fromEntries(
        [...roster, ...staff].map((contestant) => [contestant.name, [...variablesOf(player, contestant)]]),
      ),
      limits: Object.keys(limits).length > 0 ? limits : undefined,
      assent: assessment?.approval,
      about,
      baseCommit: commit,
      player: recordedSettings(player),
      extensions: extensions.length > 0 ? [...extensions] : undefined,
      notes: notes.length > 0 ? notes : undefined,
      ...travelling?.opening,
      ...request.child,
    },
    [...blobs, ...(travelling?.blobs ?? [])],
  );
}

async function packedFor(
  player: Player,
  { pool, cwd, tier }: ContestRequest,
  made: { readonly format: AnyFormat; readonly options: Given },
) {
  if (pool === undefined) return undefined;
  const { packTask } = await import('../pool/pack-task.ts');
  const { travels, blobs } = await packTask(player, { cwd, tier, ...made });
  return { opening: { pool: { ...pool, travels } }, blobs };
}

/** Everything that is settled before it is on record. */
async function planned(player: Player, request: ContestRequest, opening: { readonly opens?: true } = {}) {
  const { prompt, cwd, roster, tier, staff = [], limits: wished = {} } = request;
  checkInline(player.inline, [...roster, ...staff]);
  const format = await formatNamed(request.format);
  checkWriters(format, request);
  const place = { roster, staff, task: { tier, prompt } };
  const away = request.pool !== undefined && { away: true as const };
  const prepared = await request.prepare?.(player, { ...place, cwd, limits: wished, ...away, ...opening });
  const { limits = wished, blobs = [] } = prepared ?? {};
  const options = prepared?.options ?? request.options ?? {};
  format.checkOptions(options);
  return { format, options, limits, blobs, setup: { ...place, options } };
}

/** What would be played, with nothing started and nothing on record. */
export interface DryRun {
  readonly format: string;
  readonly contestants: readonly string[];
  /** Judges and others who serve. */
  readonly staff: readonly string[];
  readonly prompt: { readonly characters: number; readonly files: readonly string[] };
  readonly estimate: Pick<Assessment, 'tokens' | 'usd' | 'unpriced' | 'text'>;
  /** What somebody would be asked first. */
  readonly asks?: string;
  readonly limits: Limits;
  /** Sentences that would be said before it begins: the base, the checks, the lanes. */
  readonly notes: readonly string[];
  /** Those of them that are worth a second look, and what would be asked. */
  readonly warnings: readonly { readonly about: 'lane' | 'own-family' | 'budget'; readonly text: string }[];
}

export async function dryRun(request: ContestRequest, world: World): Promise<DryRun> {
  const notes = [...(request.notes ?? [])];
  const host = createPlayer(world);
  const player = { ...host, observe: noting(() => undefined, notes) };
  try {
    const { setup, limits } = await planned(player, request);
    const { tokens, usd, unpriced, text, approval } = await estimated(player, setup, request);
    const lanes = await laneNotes(player, request);
    const { ownMakerNotes } = await import('../formats/judging-options.ts');
    notes.push(...lanes);
    return {
      format: request.format,
      contestants: request.roster.map(({ name }) => name),
      staff: (request.staff ?? []).map(({ name }) => name),
      prompt: { characters: request.prompt.length, files: request.files },
      estimate: { tokens, usd, unpriced, text },
      asks: approval,
      limits,
      notes,
      warnings: [
        ...(approval === undefined ? [] : [{ about: 'budget' as const, text: approval }]),
        ...lanes.map((said) => ({ about: 'lane' as const, text: said })),
        ...notes
          .filter((note) => ownMakerNotes.includes(note))
          .map((note) => ({ about: 'own-family' as const, text: note })),
      ],
    };
  } finally {
    await host.ledger.close();
    // What a look at the base left in joust's own store.
    await dropUnopened(world);
  }
}

/** Whoever watches from elsewhere reads it in the opening. */
function noting(observe: Observer, notes: string[]): Observer {
  return (seen) => {
    if (seen.type === 'note') notes.push(seen.text);
    observe(seen);
  };
}

/** Several contestants never write in the user's folder at once, unless that was said aloud. */
function checkWriters({ workspaces }: AnyFormat, { tier, roster, inPlace = false }: ContestRequest): void {
  if (tier === 'read' || workspaces || inPlace || roster.length === 1) return;
  throw new JoustError(`${roster.length} contestants would write in the same folder at the same time`, {
    code: 'usage',
    setting: 'contestant',
    hint: 'Name one contestant with -c, or say --in-place if that is what you want.',
  });
}

/** Simulated play needs no estimate, unless the user set a limit. */
function isFree({ agentOf }: Player, { roster, staff = [], limits = {} }: ContestRequest): boolean {
  const { confirmTokens = defaultConfirmTokens, ...others } = limits;
  const simulated = [...roster, ...staff].every(({ agent }) => agentOf(agent).kind === 'scripted');
  return simulated && confirmTokens === defaultConfirmTokens && Object.keys(others).length === 0;
}

/** What it will probably take; throws where that is over a limit. */
async function estimated(
  player: Player,
  setup: FormatSetup,
  { format, limits = {} }: ContestRequest,
): Promise<Assessment> {
  const estimator = await estimatorFor({ ledger: player.ledger, prices: player.settings.prices }, format);
  const { expects, asksAboutTokens } = await formatNamed(format);
  const { tokens: _tokens, confirmTokens: _confirmTokens, ...others } = limits;
  const { prompt } = setup.task;
  const wishes = expects(setup).map((wish) => ({ ...wish, prompt }));
  const assessment = await assess(wishes, asksAboutTokens(setup) ? others : limits, estimator);
  const { text, refused, over } = assessment;
  if (refused === undefined) return assessment;
  const partial = over === 'maxAttempts' ? 'skip the contestants beyond it with --partial, ' : '';
  throw new JoustError(`the contest was not started: ${refused}`, {
    code: 'budget',
    setting: over,
    hint: `${text} Raise the limit (--max-usd, --max-tokens, --max-attempts, or [budget] in your config), ${partial}or let fewer play.`,
  });
}

const deep = 3;

/** A local lane runs few at a time. A note says so if many share it and some of them have to wait. */
async function laneNotes(
  player: Player,
  { roster, format, tier }: ContestRequest,
): Promise<readonly string[]> {
  const { machine, lanes, agentOf, ledger, settings } = player;
  const byLane = Map.groupBy(roster, (contestant) => {
    const served = agentOf(contestant.agent).servedFrom(contestant, {
      ...machine.env,
      ...contestant.environment,
    });
    return laneOf(contestant, served);
  });
  const crowded = [...byLane].filter(
    ([lane, queue]) => isLocal(lane) && queue.length >= deep && queue.length > lanes.capacity(lane),
  );
  if (crowded.length === 0) return [];
  const estimator = await estimatorFor({ ledger, prices: settings.prices }, format);
  return await Promise.all(
    crowded.map(async ([lane, queue]) => {
      const times = await Promise.all(
        queue.map(async (contestant) => (await estimator.estimate({ contestant, tier })).ranMs),
      );
      return deepLaneText({ lane, capacity: lanes.capacity(lane), times, limitMs: settings.timeoutMs });
    }),
  );
}

/** A script or a recording takes the place of a model. */
function isSimulated(roster: readonly Contestant[], { agentOf, settings }: Player): boolean {
  const isReplayed = settings.cassettes?.replay !== undefined;
  return isReplayed || roster.some(({ agent }) => agentOf(agent).kind === 'scripted');
}
