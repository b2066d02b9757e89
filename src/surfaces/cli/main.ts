// The CLI's entry: finds the command, runs it, and turns what comes of it into an exit code.
import { styleText } from 'node:util';
import { exitCode } from '../../domain/exit-code.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { joustVersion } from '../../domain/version.ts';
import { thisMachine } from '../../index.ts';
import { visible } from '../../views/visible.ts';
import { parseLine } from './arguments.ts';
import type { CliWorld, Terminal } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, overview } from './help.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(line: readonly string[]): Promise<number> {
  const [first = '--help'] = line;
  const stdout = terminal(process.stdout);
  const stderr = terminal(process.stderr);
  try {
    if (first === '--version' || first === '-V') stdout.write(`${joustVersion}\n`);
    else if (first === '--help' || first === '-h' || first === 'help') stdout.write(overview(commands));
    else return await run(line, { stdout, stderr });
    return exitCode.ok;
  } catch (error) {
    if (!(error instanceof JoustError)) throw error;
    const hint = error.hint === undefined ? '' : `\n  ${error.hint}`;
    stderr.write(`${stderr.style('red', 'joust:')} ${visible(error.message + hint)}\n`);
    return codeOf(error);
  }
}

async function run(
  line: readonly string[],
  { stdout, stderr }: Pick<CliWorld, 'stdout' | 'stderr'>,
): Promise<number> {
  const { command, input, help } = parseLine(line, commands);
  if (help) {
    stdout.write(commandHelp(command));
    return exitCode.ok;
  }
  const program = await command.load();
  const stdin = { isTty: process.stdin.isTTY === true, read: readStdin };
  return await program(input, {
    machine: thisMachine(),
    stdout,
    stderr,
    stdin,
    commands,
    signal: interruptions(),
  });
}

/** The first interrupt asks everything to end, which takes two seconds at most; later ones change nothing about that. */
function interruptions(): AbortSignal {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort());
  return interrupt.signal;
}

function terminal(stream: NodeJS.WriteStream): Terminal {
  // A reader that left early (`| head`) is no reason for a stack trace.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    isTty: stream.isTTY === true,
    columns: () => stream.columns || 80,
    rows: () => stream.rows || 24,
    write: (text) => void stream.write(text),
    style: (format, text) => styleText(format, text, { stream, validateStream: true }),
  };
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function codeOf({ code }: JoustError): number {
  const atFault = code === 'none-usable' || code === 'not-found' || code === 'ledger' || code === 'busy';
  return atFault ? exitCode.nothingUsable : exitCode.usage;
}
