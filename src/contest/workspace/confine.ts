// The command lines of whoever works in a private checkout, confined as the contest wants it.
import { basename, join } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { configFolder } from '../../process/machine.ts';
import { ownFolders, testReportsModule } from '../../process/spawn/programs.ts';
import type { Spool } from '../../process/spawn/spool.ts';
import type { Container } from '../../workspace/sandbox/container.ts';
import {
  checkPolicy,
  contestantPolicy,
  type Surroundings,
  statePaths,
} from '../../workspace/sandbox/policy.ts';
import type { Argv, NoSandbox, Sandbox } from '../../workspace/sandbox/sandbox.ts';
import type { Player } from '../play/player.ts';
import type { StepWorkspace } from './step-workspace.ts';
import type { WorkspaceSpec } from './workspace-spec.ts';

/** What is about to be started, in its spool. */
export interface Starting {
  readonly argv: Argv;
  readonly spool: Spool;
  readonly env: Readonly<Record<string, string>>;
}

/** The command line for an agent in its workspace. */
export async function confineAgent(player: Player, place: StepWorkspace, start: AgentStart): Promise<Argv> {
  if (place.spec.sandbox === 'none') return start.argv;
  const own = ownAgents(player, start);
  if (place.spec.sandbox === 'container')
    return await contain(player, place, { ...start, network: 'open', login: loginFiles(own) });
  const sandbox = had('os', await player.sandbox());
  const around = surroundings(player, place, own);
  const policy = contestantPolicy({
    ...around,
    readable: [...around.readable, ...start.readable, start.argv[0]],
    agentState: own.flatMap(({ state }) => state),
    scratch: start.spool.scratch,
  });
  return sandbox.wrap(start.argv, { ...policy, cwd: place.workspace.folder });
}

export interface AgentStart extends Starting {
  readonly agent: Agent;
  /** What its settings name. */
  readonly readable: readonly string[];
}

/**
 * The command line for whoever is to see nothing but its prompt. Only a CLI whose own places are known: a program of the
 * user's own may have to write anywhere. Where there is no sandbox it is blind by instruction only.
 */
export async function confineBare(player: Player, place: BarePlace, start: BareStart): Promise<Argv> {
  const { argv, agent } = start;
  const found = agent.kind === 'cli' ? await player.sandbox() : undefined;
  if (found === undefined || !('tier' in found)) return argv;
  const { machine, home, agents } = player;
  const own = ownAgents(player, start);
  const policy = contestantPolicy({
    home: machine.home,
    joustHome: home,
    joustConfig: configFolder(machine),
    env: machine.env,
    workspace: place,
    otherStates: agents.filter((one) => !own.includes(one)).flatMap(({ state }) => state),
    agentState: own.flatMap(({ state }) => state),
    // Its program may lie in what is hidden otherwise.
    readable: [argv[0]],
    scratch: place.scratch,
  });
  return found.wrap(argv, { ...policy, cwd: place.tree });
}

/** Where it works, and what it may leave files in. */
export interface BarePlace {
  readonly tree: string;
  readonly tmp: string;
  readonly cache: string;
  readonly scratch: string;
}

type BareStart = Pick<AgentStart, 'argv' | 'agent'>;

/** A program that is started by its name alone may be another agent's: its login is its own then. */
function ownAgents({ agents }: Player, { agent, argv }: BareStart): readonly Agent[] {
  const program = basename(argv[0]);
  return [agent, ...agents.filter((one) => one !== agent && one.presence.executable === program)];
}

/** The command line for a check; it has no network unless that is allowed. */
export async function confineCheck(
  player: Player,
  place: StepWorkspace,
  { network, ...start }: Starting & { readonly network: 'open' | 'none' },
): Promise<Argv> {
  const { argv, spool } = start;
  if (place.spec.sandbox === 'none') return argv;
  const readable = [testReportsModule];
  if (place.spec.sandbox === 'container')
    return await contain(player, place, { ...start, network, readable });
  const sandbox = had('os', await player.sandbox());
  return sandbox.wrap(argv, {
    ...checkPolicy({ ...surroundings(player, place), scratch: spool.scratch }, { network }),
    cwd: place.workspace.folder,
  });
}

function surroundings(
  { machine, home, agents }: Player,
  { workspace, env }: StepWorkspace,
  own: readonly Agent[] = [],
): Surroundings & { readonly readable: readonly string[] } {
  return {
    home: machine.home,
    joustHome: home,
    joustConfig: configFolder(machine),
    workspace,
    otherStates: agents.filter((agent) => !own.includes(agent)).flatMap(({ state }) => state),
    env: { ...machine.env, ...env },
    readable: [...workspace.borrowed, ...ownFolders()],
  };
}

interface Contained extends Starting {
  readonly network: 'open' | 'none';
  readonly readable?: readonly string[];
  /** As in an agent's state. */
  readonly login?: readonly string[];
}

/** The command line for whoever works in a container: it sees the workspace, and of this machine nothing else. */
async function contain(player: Player, place: StepWorkspace, start: Contained): Promise<Argv> {
  const { argv, spool, env, network, readable = [], login = [] } = start;
  const { tree, folder, tmp, cache, borrowed, root } = place.workspace;
  const { home } = player.machine;
  const container = had('container', await player.container());
  return await container.wrap(argv, {
    spool,
    tmp,
    network,
    home,
    env,
    cwd: folder,
    limits: place.spec.limits,
    private: join(root, 'home'),
    writable: [tree, `${cache}/`, spool.scratch],
    readable: [...borrowed, ...readable],
    login: statePaths(login, { home, env: { ...player.machine.env, ...env } }),
  });
}

/** What tells of a login is what it rests on. */
function loginFiles(agents: readonly Agent[]): readonly string[] {
  return agents.flatMap(({ presence: { login } }) => [...(login?.files ?? []), ...(login?.dependsOn ?? [])]);
}

/** What was asked for. Not to be had is an error, never something less. */
export async function needSandbox(
  player: Pick<Player, 'sandbox' | 'container'>,
  tier: WorkspaceSpec['sandbox'],
): Promise<void> {
  if (tier === 'os') had(tier, await player.sandbox());
  if (tier === 'container') had(tier, await player.container());
}

function had<Found extends Sandbox | Container>(tier: string, found: Found | NoSandbox): Found {
  if ('tier' in found) return found;
  throw new JoustError(`the sandbox ${tier} cannot be had: ${found.unavailable}`, {
    code: 'config',
    hint: `${found.hint} Or play without: --sandbox none.`,
  });
}
