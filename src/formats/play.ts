// Plays a contest from its opening or from where its record ends: holds the lease, watches the folder, runs the format,
// and closes the record.
import { type Contest, type NotedFact, openContest, reopenContest } from '../contest/contest.ts';
import { checkDepth } from '../contest/depth.ts';
import { Interrupted } from '../contest/interrupted.ts';
import { holdLease } from '../contest/lease.ts';
import type { Player } from '../contest/player.ts';
import type { AttemptResult } from '../contest/step.ts';
import { removeStraySpools } from '../contest/strays.ts';
import type { Contestant, Tier } from '../domain/contestant.ts';
import type { JoustEvent } from '../domain/event.ts';
import type { Observation } from '../domain/observation.ts';
import { type FolderChanges, watchFolder } from '../workspace/folder-watch.ts';
import { formatOf } from './all.ts';
import { ask } from './ask.ts';
import { createPlayer, type World } from './player.ts';

export interface AskRequest {
  readonly prompt: string;
  /** Names of the files whose content is part of the prompt. */
  readonly files: readonly string[];
  readonly cwd: string;
  readonly roster: readonly Contestant[];
  readonly tier: Tier;
  readonly joustVersion: string;
}

export interface PlayResult {
  readonly contest: string;
  /** In the order of the roster; empty after an interruption. */
  readonly results: readonly AttemptResult[];
  readonly interrupted: boolean;
}

export function playAsk(request: AskRequest, world: World): Promise<PlayResult> {
  return play(world, (player) => openAsk(player, request));
}

/** Only opens it; whoever resumes it plays it. */
export async function openAskContest(request: AskRequest, world: World): Promise<string> {
  checkDepth(world.machine.env);
  const player = createPlayer(world);
  try {
    return (await openAsk(player, request)).id;
  } finally {
    await player.ledger.close();
  }
}

/** Plays on from where the record ends. A closed contest is only told again: nothing starts, nothing is written. */
export function resumeContest(id: string, world: World): Promise<PlayResult> {
  return play(world, (player) => reopenContest(player, id), removeStraySpools);
}

async function play(
  world: World,
  open: (player: Player) => Promise<Contest>,
  tidy?: (player: Player, contest: string) => Promise<void>,
): Promise<PlayResult> {
  checkDepth(world.machine.env);
  const writes = new Map<string, Set<string>>();
  const observe = (observation: Observation) => {
    noteWrites(writes, observation);
    world.observe(observation);
  };
  const failure = new AbortController();
  const signal = AbortSignal.any([world.signal, failure.signal]);
  const player = createPlayer({ ...world, observe, signal });
  try {
    const contest = await open(player);
    const format = formatOf(contest.opened);
    if (contest.closed)
      return { contest: contest.id, results: await format.play(contest), interrupted: false };
    const lease = await holdLease(player, contest.id);
    try {
      await tidy?.(player, contest.id);
      const { cwd, tier } = contest.task;
      const folder = tier === 'read' ? watchFolder(cwd, world.home) : undefined;
      const versions = identify(player, contest.opened.roster);
      const { results, interrupted } = await toTheEnd(contest, format.play(contest), failure);
      if (interrupted) return { contest: contest.id, results, interrupted };
      const changes = folder === undefined ? [] : [watched(await folder.finish(), { writes, cwd })];
      await contest.note(
        ...changes,
        { type: 'agents.identified', v: 1, versions: await versions },
        closed(results),
      );
      return { contest: contest.id, results, interrupted };
    } finally {
      await lease.release();
    }
  } finally {
    await player.ledger.close();
  }
}

function openAsk(player: Player, request: AskRequest): Promise<Contest> {
  const { prompt, files, cwd, roster, tier, joustVersion } = request;
  return openContest(player, {
    format: ask.name,
    formatVersion: ask.version,
    joustVersion,
    task: { prompt, cwd, files, tier },
    roster: [...roster],
    options: {},
    simulated: roster.some(({ agent }) => player.agentOf(agent).kind === 'scripted'),
  });
}

/** Nobody leaves before every attempt has: an error of ours interrupts the others, so that no child is left behind. */
async function toTheEnd(
  contest: Contest,
  results: Promise<readonly AttemptResult[]>,
  failure: AbortController,
): Promise<{ results: readonly AttemptResult[]; interrupted: boolean }> {
  try {
    return { results: await results, interrupted: false };
  } catch (error) {
    if (!(error instanceof Interrupted)) failure.abort(error);
    await contest.idle();
    if (!(error instanceof Interrupted)) throw error;
    return { results: [], interrupted: true };
  }
}

function closed(results: readonly AttemptResult[]): NotedFact {
  const usable = results.some(({ end }) => end.outcome === 'ok');
  return { type: 'contest.closed', v: 1, outcome: usable ? 'ok' : 'nothing-usable' };
}

/** Asked beside the play and remembered: some CLIs take seconds to tell their version. */
async function identify(player: Player, roster: readonly Contestant[]): Promise<Record<string, string>> {
  const agents = [...new Set(roster.map(({ agent }) => agent))].map((id) => player.agentOf(id));
  const found = await Promise.all(
    agents.map(async (agent) => [agent.id, await player.probes.version(agent)] as const),
  );
  return Object.fromEntries(
    found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );
}

function noteWrites(writes: Map<string, Set<string>>, observation: Observation): void {
  if (observation.type !== 'live' || observation.event.type !== 'tool') return;
  const known = writes.get(observation.contestant) ?? new Set();
  for (const path of observation.event.writes ?? []) known.add(path);
  writes.set(observation.contestant, known);
}

/** A contestant is named only where its own tool events show the write. */
function watched(
  { verified, changed }: FolderChanges,
  { writes, cwd }: { writes: ReadonlyMap<string, ReadonlySet<string>>; cwd: string },
): Extract<JoustEvent, { type: 'folder.watched' }> {
  const by: Record<string, string[]> = {};
  for (const [contestant, paths] of writes) {
    const own = changed.filter(
      ({ path }) => paths.has(path) || paths.has(`./${path}`) || paths.has(`${cwd}/${path}`),
    );
    if (own.length > 0) by[contestant] = own.map(({ path }) => path);
  }
  return { type: 'folder.watched', v: 1, verified, changed: [...changed], by };
}
