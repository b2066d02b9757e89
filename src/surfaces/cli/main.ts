// A line of the CLI: finds the command, runs it, and turns what comes of it into an exit code. `bin.ts` is the program.

import { exitCode, JoustError } from '../../domain/joust-error.ts';
import { joustVersion } from '../../domain/version.ts';
import { readWhole } from '../../play/task/task-files.ts';
import { isTypedInput, standardInput } from '../../process/files/standard-input.ts';
import { standardOutput } from '../../process/files/standard-output.ts';
import { thisMachine } from '../../process/machine.ts';
import { hurry, treesEnded } from '../../process/tree/process-tree.ts';
import { visible } from '../../views/visible.ts';
import { parseLine } from './grammar/arguments.ts';
import type { CliWorld, CommandSpec, Terminal } from './grammar/command.ts';
import { commands, everyCommand } from './grammar/commands.ts';
import { actionsHelp, briefHelp, commandHelp, overview, shortHelp, wrapWords } from './grammar/help.ts';
import { formatSpecs } from './grammar/specs/format-specs.ts';

const interrupt = new AbortController();
/** Whatever still has a hand on something gets this long after the second interrupt. */
const lastWordsMs = 1000;

/** What a line is run on. */
export type Here = Pick<CliWorld, 'machine' | 'stdout' | 'stderr' | 'stdin'>;

/** What was said is read when it resolves. */
export async function main(line: readonly string[], here: Here = thisProcess()): Promise<number> {
  const code = await codeOfLine(line, here);
  await out.flushed();
  await errors.flushed();
  return code;
}

async function codeOfLine(line: readonly string[], here: Here): Promise<number> {
  const [first] = line;
  const { stdout, stderr } = here;
  const width = helpWidth(stdout);
  try {
    if (first === undefined) stdout.write(shortHelp(await commandsForHelp(here), width));
    else if (versionWords.has(first)) stdout.write(`${joustVersion}\n`);
    else if (first === 'help' && line.length > 1) return await tell(line.slice(1), here);
    else if (helpWords.has(first)) stdout.write(overview(await commandsForHelp(here), width));
    else return await run(isQuestion(first) ? ['ask', ...line] : line, here);
    return exitCode.ok;
  } catch (error) {
    const told = error instanceof JoustError ? error : machineTrouble(error);
    if (told === undefined) throw error;
    const hint = told.hint === undefined ? '' : `\n  ${told.hint}`;
    stderr.write(`${stderr.style('red', 'joust:')} ${visible(told.message + hint)}\n`);
    return codeOf(told);
  }
}

const versionWords = new Set(['--version', '-V', '-v', 'version']);
const helpWords = new Set(['--help', '-h', 'help']);

/** One bare word is a command; text with a space, or an option, belongs to a question. */
function isQuestion(first: string): boolean {
  return /\s/.test(first.trim()) || first.startsWith('-');
}

function helpWidth({ isTty, columns }: Terminal): number {
  return isTty ? Math.max(40, Math.min(columns(), 120)) : 120;
}

function thisProcess(): Here {
  return {
    stdout: out,
    stderr: { ...errors, write: (text) => errors.write(errors.isTty ? inWidth(text) : text) },
    // Asked for by commands that run: the current folder may be gone, and help reads nothing.
    get machine() {
      return thisMachine();
    },
    get stdin() {
      const read = (waiting?: () => void) => readWhole(standardInput(waiting), 'standard input');
      return { isTty: isTypedInput(), read };
    },
  };
}

/** Formats of extensions have commands as well: looked for where a word is none of joust's own, and by what lists them all. */
async function commandsHere({ machine }: Here): Promise<readonly CommandSpec[]> {
  const { extensionsAt } = await import('../../play/extensions/extended-config.ts');
  await extensionsAt(machine, machine.cwd);
  return everyCommand();
}

/** Help is told whatever the config holds, and in a folder that is gone. */
async function commandsForHelp(here: Here): Promise<readonly CommandSpec[]> {
  try {
    return await commandsHere(here);
  } catch {
    return commands;
  }
}

async function commandsFor(word: string, here: Here): Promise<readonly CommandSpec[]> {
  // Most lines play a format, and the others need not be loaded for that.
  if (isFormat(word)) return formatSpecs;
  const isOwn = word !== 'completion' && commands.some(({ name }) => name.split(' ', 1)[0] === word);
  return isOwn ? commands : await commandsHere(here);
}

function isFormat(word: string): boolean {
  return formatSpecs.some(({ name }) => name === word);
}

/** `joust help WORDS`: more than --help, from the page about it. */
async function tell(words: readonly string[], here: Here): Promise<number> {
  const [first = '', second] = words;
  const { pageHelp } = await import('./grammar/page-help.ts');
  const width = helpWidth(here.stdout);
  const [action] = second === undefined ? actionsOf(first) : [];
  if (action !== undefined) {
    here.stdout.write(`${actionsHelp(first, actionsOf(first), width)}\n${pageHelp(action, width)}`);
    return exitCode.ok;
  }
  const { command } = parseLine([...words, '--help'], await commandsFor(first, here));
  here.stdout.write(`${commandHelp(command, width)}\n${pageHelp(command, width)}`);
  return exitCode.ok;
}

function actionsOf(first: string): readonly CommandSpec[] {
  if (isFormat(first)) return [];
  return commands.filter(({ name, group }) => group !== undefined && name.startsWith(`${first} `));
}

async function run(line: readonly string[], here: Here): Promise<number> {
  const [first = '', second] = line;
  const actions = actionsOf(first);
  const width = helpWidth(here.stdout);
  const asksHelp =
    second === undefined ? !actions.some(({ usual }) => usual === true) : helpWords.has(second);
  if (actions.length > 0 && asksHelp) {
    here.stdout.write(actionsHelp(first, actions, width));
    return exitCode.ok;
  }
  const known = await commandsFor(first, here);
  const { command, input, help } = parseLine(line, known);
  if (help) {
    here.stdout.write(briefHelp(command, width));
    return exitCode.ok;
  }
  const program = await command.load();
  const { machine, stdout, stderr, stdin } = here;
  return await program(input, {
    machine,
    stdout,
    stderr,
    stdin,
    commands: known,
    // Whoever asks for it takes the signals over. Until then, while a prompt is read, they end the process at once.
    get signal() {
      return interruptions();
    },
  });
}

/** The first interrupt asks everything to end, which takes two seconds at most; the second ends it at once. */
function interruptions(): AbortSignal {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
    if (process.listenerCount(signal) === 0) process.on(signal, interrupted);
  }
  return interrupt.signal;
}

function interrupted(): void {
  if (interrupt.signal.aborted) {
    hurry();
    setTimeout(leaveWhenEnded, lastWordsMs).unref();
  } else interrupt.abort();
}

/** On a busy machine ending programs takes longer than the last words: none may be left running. */
async function leaveWhenEnded(): Promise<void> {
  await treesEnded();
  setTimeout(() => process.exit(exitCode.interrupted), lastWordsMs).unref();
}

const out = standardOutput(1, unwritable);
const errors = standardOutput(2, () => undefined);

/** Notes and errors break at words on a terminal; what moves the cursor is drawn to its width already. */
function inWidth(text: string): string {
  return /\x1b\[[0-9;]*[A-HJKSTf]/.test(text) ? text : wrapWords(text, errors.columns());
}

/**
 * A reader that left early (`| head`) is no reason to stop. A terminal that was closed interrupts. On a full disk nobody would see the
 * answers: everything ends.
 */
function unwritable(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || interrupt.signal.aborted) return;
  if (error.code === 'EIO' && out.isTty) {
    interrupt.abort();
    return;
  }
  errors.write(`joust: standard output cannot be written: ${error.message}\n`);
  process.once('exit', () => {
    process.exitCode = exitCode.nothingUsable;
  });
  interrupt.abort();
}

/** What the system refused is no bug of joust's and needs no stack trace. */
function machineTrouble(error: unknown): JoustError | undefined {
  if (!(error instanceof Error)) return undefined;
  if ((error as NodeJS.ErrnoException).syscall === undefined) return undefined;
  return new JoustError(error.message, {
    code: 'ledger',
    hint: 'See that the disk has room and the folders are yours to write; joust doctor shows where the ledger is.',
    cause: error,
  });
}

function codeOf({ code }: JoustError): number {
  if (code === 'no-clear-winner') return exitCode.noClearWinner;
  const atFault = code === 'none-usable' || code === 'not-found' || code === 'ledger' || code === 'busy';
  return atFault ? exitCode.nothingUsable : exitCode.usage;
}
