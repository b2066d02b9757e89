// The command lines of whoever works in a private checkout, confined as the contest wants it.
import { basename, join } from 'node:path';
import type { Agent } from '../agents/agent.ts';
import { JoustError } from '../domain/joust-error.ts';
import { configFolder } from '../process/machine.ts';
import { ownFolders } from '../process/programs.ts';
import { checkPolicy, contestantPolicy, type Surroundings } from '../workspace/sandbox/policy.ts';
import type { Argv, Sandbox } from '../workspace/sandbox/sandbox.ts';
import type { Player } from './player.ts';
import type { Workplace } from './workplace.ts';

/** The command line for an agent in its workspace. */
export async function confineAgent(player: Player, place: Workplace, start: AgentStart): Promise<Argv> {
  if (place.spec.sandbox === 'none') return start.argv;
  const sandbox = await theSandbox(player);
  const own = ownAgents(player, start);
  const around = surroundings(player, place, own);
  const policy = contestantPolicy({
    ...around,
    readable: [...around.readable, ...start.readable],
    agentState: own.flatMap(({ state }) => state),
    scratch: start.scratch,
  });
  return sandbox.wrap(start.argv, { ...policy, cwd: place.folder });
}

export interface AgentStart {
  readonly argv: Argv;
  readonly agent: Agent;
  readonly scratch: string;
  /** What its settings name. */
  readonly readable: readonly string[];
}

/** A program that is started by its name alone may be another agent's: its login is its own then. */
function ownAgents({ agents }: Player, { agent, argv }: AgentStart): readonly Agent[] {
  const program = basename(argv[0]);
  return [agent, ...agents.filter((one) => one !== agent && one.presence.executable === program)];
}

/** The command line for a check; it has no network unless that is allowed. */
export async function confineCheck(
  player: Player,
  place: Workplace,
  { argv, network }: { argv: Argv; network: 'open' | 'none' },
): Promise<Argv> {
  if (place.spec.sandbox === 'none') return argv;
  const sandbox = await theSandbox(player);
  return sandbox.wrap(argv, { ...checkPolicy(surroundings(player, place), { network }), cwd: place.folder });
}

/** Asked for and not there is an error, never something less. */
async function theSandbox(player: Player): Promise<Sandbox> {
  const found = await player.sandbox();
  if ('tier' in found) return found;
  throw new JoustError(`the sandbox os cannot be had: ${found.unavailable}`, {
    code: 'config',
    hint: `${found.hint} Or play without: --sandbox none.`,
  });
}

function surroundings(
  { machine, home, agents }: Player,
  { workspace, store, env }: Workplace,
  own: readonly Agent[] = [],
): Surroundings & { readonly readable: readonly string[] } {
  return {
    home: machine.home,
    joustHome: home,
    joustConfig: configFolder(machine),
    workspace,
    userRepoGit: store.repository.objects,
    otherStates: agents.filter((agent) => !own.includes(agent)).flatMap(({ state }) => state),
    env: { ...machine.env, ...env },
    readable: [join(store.gitDir, 'objects'), ...ownFolders()],
  };
}
