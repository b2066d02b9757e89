// joust suite report and compare: what a suite came to, on paper and in files, and beside a baseline.

import { exitCode } from '../../../../domain/joust-error.ts';
import { joustHome } from '../../../../process/machine.ts';
import { comparedSuites, suiteNamed } from '../../../../suite/compare-suites.ts';
import {
  type SuiteFileKind,
  suiteDocument,
  suiteTexts,
  type ToldSuiteContest,
  writeSuiteFiles,
} from '../../../../suite/suite-files.ts';
import { safeJson, visible } from '../../../../views/visible.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, text } from '../../grammar/command.ts';
import { paperFor } from '../../screens/paper.ts';
import { checkReports } from '../contest/reports.ts';

export const reportCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout } = cli;
  checkReports(input, cli);
  const { called, result } = await suiteNamed(input.words[0] ?? '@last', {
    machine,
    home: joustHome(machine),
  });
  const told = { contest: called, result };
  await writeAsked(told, input, cli);
  if (flag(input, 'json')) stdout.write(suiteTexts.json(told));
  else stdout.write(await (await paperFor(input, cli, [])).document(suiteDocument(told, flag(input, 'all'))));
  return result.missed.length > 0 ? exitCode.checkFailed : exitCode.ok;
};

const kinds: readonly SuiteFileKind[] = ['csv', 'jsonl', 'html', 'junit', 'markdown'];

/** The files that were named, and where each is. */
export async function writeAsked(
  told: ToldSuiteContest,
  input: CommandInput,
  { machine, stderr }: CliWorld,
): Promise<void> {
  const paths = Object.fromEntries(kinds.map((kind) => [kind, text(input, kind)]));
  const written = await writeSuiteFiles(told, paths, { machine, home: joustHome(machine) });
  if (written.length > 0) stderr.write(`Written: ${written.map(visible).join(', ')}\n`);
}

export const compareCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout } = cli;
  const [base = '', suite = '@last'] = input.words;
  const request = { base, suite, all: flag(input, 'all') };
  const { document, ...compared } = await comparedSuites(request, { machine, home: joustHome(machine) });
  if (flag(input, 'json')) stdout.write(`${safeJson({ type: 'suite-comparison', v: 1, ...compared }, 2)}\n`);
  else stdout.write(await (await paperFor(input, cli, [])).document(document));
  return exitCode.ok;
};
