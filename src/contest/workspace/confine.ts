// The command lines of whoever works in a private checkout, confined as the contest wants it.
import { basename, join } from 'node:path';
import type { Agent } from '../../agents/agent.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { configFolder } from '../../process/machine.ts';
import { ownFolders } from '../../process/spawn/programs.ts';
import { emptyFolder, type Spool } from '../../process/spawn/spool.ts';
import { checkPolicy, contestantPolicy, type Surroundings } from '../../workspace/sandbox/policy.ts';
import type { Argv, Sandbox } from '../../workspace/sandbox/sandbox.ts';
import type { Player } from '../play/player.ts';
import type { StepWorkspace } from './step-workspace.ts';

/** The command line for an agent in its workspace. */
export async function confineAgent(player: Player, place: StepWorkspace, start: AgentStart): Promise<Argv> {
  if (place.spec.sandbox === 'none') return start.argv;
  const sandbox = await needSandbox(player);
  const own = ownAgents(player, start);
  const around = surroundings(player, place, own);
  const policy = contestantPolicy({
    ...around,
    readable: [...around.readable, ...start.readable, start.argv[0]],
    agentState: own.flatMap(({ state }) => state),
    scratch: start.scratch,
  });
  return sandbox.wrap(start.argv, { ...policy, cwd: place.workspace.folder });
}

export interface AgentStart {
  readonly argv: Argv;
  readonly agent: Agent;
  readonly scratch: string;
  /** What its settings name. */
  readonly readable: readonly string[];
}

/**
 * The command line for whoever is to see nothing but its prompt. Only a CLI whose own places are known: a program of the
 * user's own may have to write anywhere. Where there is no sandbox it is blind by instruction only.
 */
export async function confineBare(player: Player, spool: Spool, start: BareStart): Promise<Argv> {
  const { argv, agent } = start;
  const found = agent.kind === 'cli' ? await player.sandbox() : undefined;
  if (found === undefined || !('tier' in found)) return argv;
  const { machine, home, agents } = player;
  const own = ownAgents(player, start);
  const folder = emptyFolder(spool);
  const policy = contestantPolicy({
    ...{ home: machine.home, joustHome: home, joustConfig: configFolder(machine), env: machine.env },
    workspace: { tree: folder, tmp: join(spool.path, 'tmp'), cache: join(spool.path, 'cache') },
    otherStates: agents.filter((one) => !own.includes(one)).flatMap(({ state }) => state),
    agentState: own.flatMap(({ state }) => state),
    scratch: spool.scratch,
  });
  return found.wrap(argv, { ...policy, cwd: folder });
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
  { argv, network }: { argv: Argv; network: 'open' | 'none' },
): Promise<Argv> {
  if (place.spec.sandbox === 'none') return argv;
  const sandbox = await needSandbox(player);
  return sandbox.wrap(argv, {
    ...checkPolicy(surroundings(player, place), { network }),
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

/** The one that was asked for. Not to be had is an error, never something less. */
export async function needSandbox(player: Pick<Player, 'sandbox'>): Promise<Sandbox> {
  const found = await player.sandbox();
  if ('tier' in found) return found;
  throw new JoustError(`the sandbox os cannot be had: ${found.unavailable}`, {
    code: 'config',
    hint: `${found.hint} Or play without: --sandbox none.`,
  });
}
