// joust mcp: joust for other agents, as tools of the Model Context Protocol on standard input and output.
import { exitCode } from '../../../../domain/joust-error.ts';
import { visible } from '../../../../views/visible.ts';
import { type CommandProgram, flag, text } from '../../grammar/command.ts';

export const mcpCommand: CommandProgram = async (input, { machine, stderr, signal }) => {
  const tools = text(input, 'tools')
    ?.split(',')
    .map((name) => name.trim());
  // Loaded here: no other command needs it.
  const { serveMcp } = await import('../../../mcp/mcp-server.ts');
  const report = (error: unknown) =>
    stderr.write(`${visible(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  await serveMcp({ machine, tools, allowWrite: flag(input, 'allow-write'), report, signal });
  return exitCode.ok;
};
