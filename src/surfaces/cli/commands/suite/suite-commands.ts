// Suites on a terminal: a line that shows progress, and reports written to files.
import type { PlayResult } from '../../../../play/result.ts';
import { joustHome } from '../../../../process/machine.ts';
import type { SuiteReport } from '../../../../suite/operations/suite-report.ts';
import { type ToldSuiteContest, writeSuiteFiles } from '../../../../suite/suite-files.ts';
import { suiteCells } from '../../../../suite/suites-on-record.ts';
import { visible } from '../../../../views/visible.ts';
import { type CliWorld, type CommandInput, type CommandProgram, text } from '../../grammar/command.ts';
import { suiteScreen } from '../../screens/suite-screen.ts';
import { checkReports } from '../contest/reports.ts';
import type { OperationProgram } from '../operation-command.ts';

export function playedSuite(derived: OperationProgram): CommandProgram {
  return async (input, cli) => {
    const { machine } = cli;
    checkReports(input, cli);
    let ended: PlayResult | undefined;
    const code = await derived(input, cli, {
      async screen(playable) {
        if (playable.type === 'new') return await suiteScreen(input, cli, { cells: 0, known: [] });
        const again = playable.asked.retryFailed === true;
        const place = { machine, home: joustHome(machine) };
        return await suiteScreen(input, cli, await suiteCells(playable.id, place, again));
      },
      played(result) {
        ended = result;
      },
    });
    if (ended?.result?.type === 'suite')
      await writeFiles({ contest: ended.contest, result: ended.result }, input, cli);
    return code;
  };
}

export function reportedSuite(derived: OperationProgram): CommandProgram {
  return async (input, cli) => {
    checkReports(input, cli);
    return await derived(input, cli, {
      told: async (output) => await writeFiles(output as SuiteReport, input, cli),
    });
  };
}

async function writeFiles(
  told: ToldSuiteContest,
  input: CommandInput,
  { machine, stderr }: CliWorld,
): Promise<void> {
  const paths = {
    csv: text(input, 'csv'),
    jsonl: text(input, 'jsonl'),
    html: text(input, 'html'),
    junit: text(input, 'junit'),
    markdown: text(input, 'markdown'),
  };
  const written = await writeSuiteFiles(told, paths, { machine, home: joustHome(machine) });
  if (written.length > 0) stderr.write(`Written: ${written.map(visible).join(', ')}\n`);
}
