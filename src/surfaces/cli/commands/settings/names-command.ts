// joust names: what a shell may complete a contestant or an agent with, one a line. Not for people; never an error.
import { loadConfig } from '../../../../config/load.ts';
import { knownNames } from '../../../../config/roster-specs.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { allAgents } from '../../../../index.ts';
import type { CommandProgram } from '../../grammar/command.ts';

export const namesCommand: CommandProgram = async ({ words: [kind] }, { machine, stdout }) => {
  const agentIds = allAgents.map(({ id }) => id);
  stdout.write(`${(kind === 'agent' ? agentIds : await contestantNames(agentIds, machine)).join('\n')}\n`);
  return exitCode.ok;
};

async function contestantNames(
  agentIds: readonly string[],
  machine: Parameters<typeof loadConfig>[0]['machine'] & { cwd: string },
) {
  try {
    return knownNames({ config: await loadConfig({ machine, cwd: machine.cwd }), agentIds });
  } catch {
    // A broken config is told by every other command.
    return agentIds;
  }
}
