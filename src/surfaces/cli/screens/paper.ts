// What answers and results are written on: a terminal, where they are laid out, or a pipe and --raw, where they stay as
// they are. Which of the two it is follows standard output alone.
import { openPager } from '../../../process/spawn/terminal.ts';
import { answerBody, answerHeading, exhibitsText, plainQuote } from '../../../views/answer.ts';
import {
  type CliWorld,
  type CommandInput,
  type CommandProgram,
  flag,
  type Terminal,
} from '../grammar/command.ts';
import { headingStyle, type Paper } from './screen.ts';

/** `names`: whose answers may stand beside each other; no line of one may pass for a heading of another. */
export async function paperFor(
  input: CommandInput,
  { stdout, machine }: CliWorld,
  names: readonly string[],
): Promise<Paper> {
  const isPlain = flag(input, 'raw') || !stdout.isTty || machine.env['TERM'] === 'dumb';
  if (isPlain) return plainPaper(stdout, names);
  // Loaded for terminals only: laying text out costs more at start-up than all of the rest.
  return (await import('./laid-out.ts')).laidOut(stdout, { names, beside: flag(input, 'columns') });
}

/** What a command prints goes through the user's pager where it was asked for and there is a terminal. */
export async function paged(input: CommandInput, cli: CliWorld, program: CommandProgram): Promise<number> {
  const { stdout, machine } = cli;
  if (!flag(input, 'pager') || !stdout.isTty) return await program(input, cli);
  let whole = '';
  const write = (text: string) => {
    whole += text;
  };
  const code = await program(input, writingTo(write, cli));
  if (!(await openPager(whole, machine))) stdout.write(whole);
  return code;
}

/** The same world, whose standard output goes elsewhere. Its signal is not read here: reading it takes over the interrupts. */
export function writingTo(write: (text: string) => void, cli: CliWorld): CliWorld {
  return Object.create(cli, { stdout: { value: { ...cli.stdout, write } } });
}

function plainPaper(stdout: Terminal, names: readonly string[]): Paper {
  const quote = plainQuote(names);
  return {
    answer({ head, end, text }) {
      const heading = stdout.style(headingStyle(end), `## ${answerHeading(head, end)}`);
      return `${heading}\n\n${answerBody(end, text, quote)}\n\n`;
    },
    rest: () => '',
    heading: (text) => `## ${text}`,
    quote,
    exhibits: exhibitsText,
    document: async (document) =>
      (await import('../../../views/render/document-text.ts')).documentText(document, { names }),
  };
}
