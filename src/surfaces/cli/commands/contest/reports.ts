// Files that were asked for besides what is shown, and what holds where no person looks on (--ci).
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { JoustError } from '../../../../domain/joust-error.ts';
import type { ReadyContest } from '../../../../play/ready.ts';
import type { PlayResult } from '../../../../play/result.ts';
import { type CliWorld, type CommandInput, flag, text } from '../../grammar/command.ts';

/** Before anything is spent: what will be written has a place. */
export function checkReports(input: CommandInput, { machine }: CliWorld): void {
  for (const name of ['sarif', 'markdown', 'junit', 'csv', 'jsonl', 'html']) {
    const said = text(input, name);
    if (said === undefined) continue;
    const path = resolve(machine.cwd, said);
    const folder = statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() === true;
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    if (folder && !isFolder) continue;
    const why = isFolder ? 'it is a folder' : 'its folder does not exist';
    throw new JoustError(`--${name} ${said} cannot be written: ${why}`, {
      code: 'usage',
      hint: 'Name a file in a folder that exists.',
    });
  }
}

/** A job that nobody watches has a limit, and is there to its end. */
export function checkCi({ request }: ReadyContest, input: CommandInput): void {
  if (!flag(input, 'ci')) return;
  if (flag(input, 'detach'))
    throw new JoustError('--ci and --detach do not go together', {
      code: 'usage',
      hint: 'A job that leaves would end what it started: leave --detach out.',
    });
  const { usd, tokens, attempts } = request.limits ?? {};
  if ([usd, tokens, attempts].some((limit) => limit !== undefined)) return;
  throw new JoustError('--ci needs a limit on what the contest may take', {
    code: 'budget',
    hint: 'Say one: --max-usd 2, --max-tokens 200000 or --max-attempts 6, or [budget] in the config.',
  });
}

/** Whatever would be asked stays open, at a terminal too. */
export function nobodyAsked(cli: CliWorld): CliWorld {
  const { machine, stdout, stderr, stdin, commands, signal } = cli;
  const read = (waiting?: () => void) => stdin.read(waiting);
  return { machine, stdout, stderr, stdin: { isTty: false, read }, commands, signal };
}

export async function writeReports(
  { contest, format, result, state }: PlayResult,
  input: CommandInput,
  { machine, stderr }: CliWorld,
): Promise<void> {
  const isCi = flag(input, 'ci');
  if (isCi && state === 'waiting')
    stderr.write('With --ci nobody is asked: agree beforehand with --yes, or let fewer play.\n');
  const [sarif, markdown, junit] = [text(input, 'sarif'), text(input, 'markdown'), text(input, 'junit')];
  const summary = isCi ? machine.env['GITHUB_STEP_SUMMARY'] || undefined : undefined;
  const paths = { sarif, markdown, junit, summary };
  if (result === undefined || Object.values(paths).every((path) => path === undefined)) return;
  const { reportFiles } = await import('../../../../operations/export/report-files.ts');
  await reportFiles({ contest, format, result }, { ...paths, cwd: machine.cwd });
}
