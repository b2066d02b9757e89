// joust mcp: joust for other agents, as tools of the Model Context Protocol on standard input and output.

import { exitCode } from '../../../../domain/joust-error.ts';
import { adoptAttempt } from '../../../../process/tree/process-list.ts';
import { visible } from '../../../../views/visible.ts';
import { type CommandInput, type CommandProgram, flag, type Terminal, text } from '../../grammar/command.ts';

export const mcpCommand: CommandProgram = async (input, { machine, stderr, signal }) => {
  adoptAttempt();
  // Loaded here: no other command needs it.
  const { serveMcp } = await import('../../../mcp/mcp-server.ts');
  await serveMcp({
    machine,
    signal,
    report: reporter(stderr),
    tools: toolsIn(input),
    allowWrite: flag(input, 'allow-write'),
    caller: text(input, 'caller'),
    allowChecks: flag(input, 'allow-checks'),
    session: text(input, 'session'),
  });
  return exitCode.ok;
};

function toolsIn(input: CommandInput): readonly string[] | undefined {
  const words = text(input, 'tools')?.split(',');
  return words?.map((name) => name.trim()).filter((name) => name !== '');
}

/** Standard output belongs to the protocol. */
function reporter(stderr: Terminal): (error: unknown) => void {
  return (error) =>
    stderr.write(`${visible(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
}
