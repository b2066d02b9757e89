// What is there to play with: every agent and this machine examined without spending a token, and who answers a one-word prompt.

import { agentOf } from '../../agents/all.ts';
import { agentIds } from '../../agents/known-agents.ts';
import { choiceOrder, rosterFrom } from '../../config/roster-specs.ts';
import type { AccountTable } from '../../contest/accounts/accounts.ts';
import { type AgentExam, examineAgent } from '../../contest/accounts/examine.ts';
import { Probes } from '../../contest/accounts/probes.ts';
import type { AttemptResult } from '../../contest/handle/step.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { joustVersion } from '../../domain/version.ts';
import type { World } from '../../play/create-player.ts';
import { extendedConfig } from '../../play/extensions/extended-config.ts';
import { playContest } from '../../play/play.ts';
import { accountTable } from '../../play/player-settings.ts';
import type { Machine } from '../../process/machine.ts';
import { examinePlatform, type PlatformExam } from '../../process/platform.ts';
import { examineRecord, type RecordFinding } from '../../record/user-ledger.ts';
import type { LiveCheck } from '../../views/wire/doctor-json.ts';
import { knownOverlays } from '../../workspace/overlay/mount.ts';
import { findContainer } from '../../workspace/sandbox/container.ts';
import type { ContainerSettings } from '../../workspace/sandbox/container-argv.ts';
import type { NoSandbox } from '../../workspace/sandbox/sandbox.ts';

const checkPrompt = 'Reply with the single word: ready';
const checkTimeoutMs = 120_000;

export interface DoctorFindings {
  readonly joust: string;
  readonly platform: PlatformExam;
  /** What the workspaces of a race are here, or why they are whole checkouts. */
  readonly overlays: { readonly about: string } | NoSandbox;
  /** Where an image is named for it: whether --sandbox container can be had. */
  readonly container?: { readonly about: string } | NoSandbox;
  /** Where the record is in a database. */
  readonly record?: RecordFinding;
  readonly agents: readonly (AgentExam & { readonly check?: LiveCheck })[];
}

export interface Examined {
  readonly machine: Machine;
  readonly home: string;
  readonly envPass: readonly string[];
  readonly container?: ContainerSettings;
  readonly accounts?: AccountTable;
}

/** Whoever is named, else everybody: all agents and the contestants of the config. */
export async function examineNamed(
  named: readonly string[],
  {
    machine,
    home,
    cwd = machine.cwd,
  }: Pick<Examined, 'machine' | 'home'> & { readonly cwd?: string | undefined },
) {
  const loaded = await extendedConfig({ machine, cwd });
  const everybody = [...choiceOrder({ config: loaded, agentIds }), ...Object.keys(loaded.values.contestants)];
  const specs = named.length > 0 ? named : [...new Set(everybody)];
  const roster = rosterFrom({ specs, config: loaded, agentIds });
  const { env, container } = loaded.values;
  const set = { envPass: env.pass, container, accounts: accountTable(loaded.values) };
  return { loaded, roster, findings: await examine(roster, { machine, home, ...set }) };
}

export async function examine(
  roster: readonly Contestant[],
  { machine, home, envPass, container, accounts }: Examined,
): Promise<DoctorFindings> {
  const probes = new Probes(machine, { home, envPass });
  const [platform, record, overlays, tried, ...agents] = await Promise.all([
    examinePlatform(machine, home),
    examineRecord(machine, home),
    knownOverlays(machine, home, { anew: true }),
    container?.image === undefined ? undefined : findContainer(machine, container),
    ...roster.map((contestant) =>
      examineAgent({ contestant, agent: agentOf(contestant.agent), machine, probes, accounts }),
    ),
  ]);
  const shown = 'about' in overlays ? { about: overlays.about } : overlays;
  return {
    joust: joustVersion,
    platform,
    overlays: shown,
    agents,
    record,
    container: tried,
  };
}

/** Sends a one-word prompt to everyone who can play; in a folder of joust's own, so that nobody reads a project for it. */
export async function checkLive(
  roster: readonly Contestant[],
  findings: DoctorFindings,
  world: Omit<World, 'observe'>,
): Promise<DoctorFindings> {
  const usable = roster.filter(({ name }) =>
    findings.agents.some((exam) => exam.contestant === name && exam.problem === undefined),
  );
  if (usable.length === 0) return findings;
  const { home, settings } = world;
  const { results } = await playContest(
    { format: 'ask', prompt: checkPrompt, files: [], cwd: home, roster: usable, tier: 'read', joustVersion },
    {
      ...world,
      settings: { ...settings, timeoutMs: Math.min(settings.timeoutMs, checkTimeoutMs) },
      observe: () => undefined,
    },
  );
  const checks = new Map(results.map((result) => [result.contestant.name, liveCheck(result)]));
  const agents = findings.agents.map((exam) => {
    return { ...exam, check: checks.get(exam.contestant) };
  });
  return { ...findings, agents };
}

function liveCheck(result: AttemptResult): LiveCheck {
  if (result.state === 'parked') return { outcome: 'rate-limited', reason: result.parked.reason };
  const { outcome, reason, model, timing } = result.end;
  return {
    outcome,
    reason,
    model,
    ranMs: timing.ranMs,
  };
}
