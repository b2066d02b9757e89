// joust doctor: what is there, what it honours, and the next step for everything that is not.
import { agentIds, isReal } from '../../../../app/agents.ts';
import { checkLive, type DoctorFindings, examine } from '../../../../app/doctor.ts';
import { homeOf } from '../../../../app/host.ts';
import { playWorld } from '../../../../app/play/ready.ts';
import { loadConfig } from '../../../../config/load.ts';
import { choiceOrder, rosterFrom } from '../../../../config/roster-specs.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { safeJson, visible } from '../../../../views/visible.ts';
import { type CommandProgram, flag } from '../../grammar/command.ts';
import { doctorReport } from './doctor-report.ts';

export const doctorCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout, stderr } = cli;
  const loaded = await loadConfig({ machine, cwd: machine.cwd });
  for (const notice of loaded.notices) stderr.write(`${visible(notice)}\n`);
  const home = homeOf(machine);
  const asked = input.words.length > 0;
  const everybody = () => [
    ...choiceOrder({ config: loaded, agentIds }),
    ...Object.keys(loaded.values.contestants),
  ];
  const specs = asked ? input.words : [...new Set(everybody())];
  const roster = rosterFrom({ specs, config: loaded, agentIds });
  const examined = await examine(roster, { machine, home, envPass: loaded.values.env.pass });
  const check = flag(input, 'check');
  const findings = check
    ? await checkLive(roster, examined, { home, ...playWorld(loaded), machine, signal: cli.signal })
    : examined;
  if (check && cli.signal.aborted) return exitCode.interrupted;
  stdout.write(flag(input, 'json') ? `${safeJson(findings)}\n` : doctorReport(findings, stdout));
  return codeOf(findings, asked);
};

/** Asked by name: everyone must be usable. Otherwise one is enough. */
function codeOf({ agents, platform }: DoctorFindings, asked: boolean): number {
  const healthy = ({ problem, check }: DoctorFindings['agents'][number]) =>
    problem === undefined && (check === undefined || check.outcome === 'ok');
  if (!platform.home.writable) return exitCode.nothingUsable;
  const fine = asked ? agents.every(healthy) : agents.filter(({ agent }) => isReal(agent)).some(healthy);
  return fine ? exitCode.ok : exitCode.nothingUsable;
}
