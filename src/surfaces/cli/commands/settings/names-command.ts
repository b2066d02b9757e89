// joust names: what a shell may complete a contestant or an agent with, one a line. Not for people; never an error.

import { agentIds } from '../../../../app/agents.ts';
import { loadConfig } from '../../../../config/load.ts';
import { knownNames } from '../../../../config/roster-specs.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import type { CliWorld, CommandProgram } from '../../grammar/command.ts';

export const namesCommand: CommandProgram = async ({ words: [kind] }, { machine, stdout }) => {
  stdout.write(`${(kind === 'agent' ? agentIds : await contestantNames(machine)).join('\n')}\n`);
  return exitCode.ok;
};

async function contestantNames(machine: CliWorld['machine']): Promise<readonly string[]> {
  try {
    return knownNames({ config: await loadConfig({ machine, cwd: machine.cwd }), agentIds });
  } catch {
    // A broken config is told by every other command.
    return agentIds;
  }
}
