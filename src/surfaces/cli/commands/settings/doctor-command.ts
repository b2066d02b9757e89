// joust doctor: what is there, what it honours, and the next step for everything that is not.

import { playWorld } from '../../../../app/play/ready.ts';
import { loadConfig } from '../../../../config/load.ts';
import { choiceOrder, rosterFrom } from '../../../../config/roster-specs.ts';
import type { Contestant } from '../../../../domain/contestant.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { joustVersion } from '../../../../domain/version.ts';
import {
  type AgentExam,
  type AttemptResult,
  agentOf,
  allAgents,
  examineAgent,
  examinePlatform,
  joustHome,
  Probes,
  playContest,
} from '../../../../index.ts';
import { safeJson, visible } from '../../../../views/visible.ts';
import { type CliWorld, type CommandProgram, flag } from '../../grammar/command.ts';
import type { DoctorFindings, LiveCheck } from './doctor-findings.ts';
import { doctorReport } from './doctor-report.ts';

const checkPrompt = 'Reply with the single word: ready';
const checkTimeoutMs = 120_000;

export const doctorCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout, stderr } = cli;
  const loaded = await loadConfig({ machine, cwd: machine.cwd });
  for (const notice of loaded.notices) stderr.write(`${visible(notice)}\n`);
  const home = joustHome(machine);
  const agentIds = allAgents.map(({ id }) => id);
  const asked = input.words.length > 0;
  const everybody = () => [
    ...choiceOrder({ config: loaded, agentIds }),
    ...Object.keys(loaded.values.contestants),
  ];
  const specs = asked ? input.words : [...new Set(everybody())];
  const roster = rosterFrom({ specs, config: loaded, agentIds });
  const probes = new Probes(machine, { home, envPass: loaded.values.env.pass });
  const [platform, ...exams] = await Promise.all([
    examinePlatform(machine, home),
    ...roster.map((contestant) =>
      examineAgent({ contestant, agent: agentOf(contestant.agent), machine, probes }),
    ),
  ]);
  const checks = flag(input, 'check')
    ? await checkAll(roster, exams, { cli, world: { home, ...playWorld(loaded) } })
    : new Map();
  if (flag(input, 'check') && cli.signal.aborted) return exitCode.interrupted;
  const agents = exams.map((exam) => ({
    ...exam,
    ...(checks.has(exam.contestant) && { check: checks.get(exam.contestant) }),
  }));
  const findings: DoctorFindings = { joust: joustVersion, platform, agents };
  stdout.write(flag(input, 'json') ? `${safeJson(findings)}\n` : doctorReport(findings, stdout));
  return codeOf(findings, asked);
};

/** Sends a one-word prompt to everyone who can play; in a folder of joust's own, so that nobody reads a project for it. */
async function checkAll(
  roster: readonly Contestant[],
  exams: readonly AgentExam[],
  {
    cli,
    world,
  }: { cli: CliWorld; world: Pick<Parameters<typeof playContest>[1], 'home' | 'settings' | 'lanes'> },
): Promise<ReadonlyMap<string, LiveCheck>> {
  const usable = roster.filter(({ name }) =>
    exams.some((exam) => exam.contestant === name && exam.problem === undefined),
  );
  if (usable.length === 0) return new Map();
  const { results } = await playContest(
    {
      format: 'ask',
      prompt: checkPrompt,
      files: [],
      cwd: world.home,
      roster: usable,
      tier: 'read',
      joustVersion,
    },
    {
      ...world,
      settings: { ...world.settings, timeoutMs: Math.min(world.settings.timeoutMs, checkTimeoutMs) },
      machine: cli.machine,
      signal: cli.signal,
      observe: () => undefined,
    },
  );
  return new Map(results.map((result) => [result.contestant.name, liveCheck(result)]));
}

function liveCheck(result: AttemptResult): LiveCheck {
  if (result.state === 'parked') return { outcome: 'rate-limited', reason: result.parked.reason };
  const { outcome, reason, model, timing } = result.end;
  return {
    outcome,
    ...(reason !== undefined && { reason }),
    ...(model !== undefined && { model }),
    ...(timing.ranMs !== undefined && { ranMs: timing.ranMs }),
  };
}

/** Asked by name: everyone must be usable. Otherwise one is enough. */
function codeOf({ agents, platform }: DoctorFindings, asked: boolean): number {
  const healthy = ({ problem, check }: DoctorFindings['agents'][number]) =>
    problem === undefined && (check === undefined || check.outcome === 'ok');
  if (!platform.home.writable) return exitCode.nothingUsable;
  const real = agents.filter(
    ({ agent }) => asked || (agentOf(agent).kind !== 'scripted' && agentOf(agent).kind !== 'command'),
  );
  const fine = asked ? real.every(healthy) : real.some(healthy);
  return fine ? exitCode.ok : exitCode.nothingUsable;
}
