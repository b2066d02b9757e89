// What can be told about an agent without spending a token: where it is, its version, its login, what it honours.
import type { Agent, LoginState, TierSupport } from '../../agents/agent.ts';
import type { Contestant, Tier } from '../../domain/contestant.ts';
import type { Machine } from '../../process/machine.ts';
import { laneOf } from '../attempt/lanes.ts';
import { type AccountTable, type LimitedAccount, limitedAccount } from './accounts.ts';
import type { Probes } from './probes.ts';

export interface AgentExam {
  readonly contestant: string;
  readonly agent: string;
  readonly title: string;
  readonly family: string;
  /** The program's path; absent for what is built in or only a call. */
  readonly program?: string;
  readonly version?: string;
  readonly login: LoginState;
  readonly tiers: Readonly<Record<Tier, TierSupport>>;
  /** Names of variables the agent would read and does not get. */
  readonly withheld: readonly string[];
  readonly lane: string;
  /** What the config says that its account may take. */
  readonly account?: LimitedAccount;
  readonly verified: Agent['verified'];
  /** What keeps it from playing. */
  readonly problem?: Problem;
}

interface Examination {
  readonly contestant: Contestant;
  readonly agent: Agent;
  readonly machine: Machine;
  readonly probes: Probes;
  readonly accounts?: AccountTable | undefined;
}

export async function examineAgent({
  contestant,
  agent,
  machine,
  probes,
  accounts,
}: Examination): Promise<AgentExam> {
  const program = probes.find(agent, contestant);
  const withholdKeys = contestant.auth === 'subscription';
  const [version, login] = await Promise.all([
    program === undefined ? undefined : probes.version(agent),
    program === undefined && agent.kind === 'cli'
      ? ({ state: 'unknown' } as const)
      : probes.login(agent, { withholdKeys, environment: contestant.environment }),
  ]);
  const problem = whyUnusable({ contestant, agent, program, login });
  const account = limitedAccount(contestant, accounts);
  return {
    contestant: contestant.name,
    agent: agent.id,
    title: agent.title,
    family: agent.family,
    login,
    tiers: agent.tiers,
    withheld: probes.environment(agent, withholdKeys).withheld,
    lane: laneOf(contestant, agent.servedFrom(contestant, { ...machine.env, ...contestant.environment })),
    verified: agent.verified,
    program,
    version,
    account,
    problem,
  };
}

export interface Problem {
  readonly reason: string;
  /** The next step. */
  readonly hint: string;
  /** Its program is not on this machine. */
  readonly absent?: true;
}

interface Candidate {
  readonly contestant: Contestant;
  readonly agent: Agent;
  /** Where its program was found. */
  readonly program: string | undefined;
  /** As far as it is known. */
  readonly login: LoginState | undefined;
}

export function whyUnusable({ contestant, agent, program, login }: Candidate): Problem | undefined {
  const { presence } = agent;
  if (presence.needsModel === true && contestant.model === undefined) {
    return {
      reason: 'no model is named',
      hint: `Write ${agent.id}/MODEL, or set model for [agents.${agent.id}].`,
    };
  }
  const missing = presence.missing?.(contestant);
  if (missing !== undefined) return { reason: missing, hint: presence.install };
  const wanted = contestant.settings?.command?.[0] ?? presence.executable;
  if (wanted !== undefined && program === undefined)
    return {
      reason: wanted.includes('/') ? `there is no program at ${wanted}` : `${wanted} is not installed`,
      hint: presence.install,
      absent: true,
    };
  if (login?.state !== 'logged-out') return undefined;
  return { reason: login.detail ?? 'not logged in', hint: presence.login?.hint ?? presence.install };
}
