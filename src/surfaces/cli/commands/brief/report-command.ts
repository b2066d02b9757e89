// joust brief report: what a brief came to, in its folder and on the terminal.
import { join, resolve } from 'node:path';
import { writeBriefReport } from '../../../../brief/report/write-report.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { joustHome } from '../../../../process/machine.ts';
import { openInBrowser } from '../../../../process/spawn/browser.ts';
import { standingDocument } from '../../../../views/brief/standing-document.ts';
import { safeJson, visible } from '../../../../views/visible.ts';
import { type CommandProgram, flag } from '../../grammar/command.ts';
import { paperFor } from '../../screens/paper.ts';

export const reportCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout, stderr } = cli;
  const [named = '.'] = input.words;
  const world = { machine, home: joustHome(machine) };
  const { report, summary, folder, files, isWhole, notes } = await writeBriefReport(
    resolve(machine.cwd, named),
    world,
  );
  for (const note of notes) stderr.write(`${visible(note)}\n`);
  if (flag(input, 'json')) stdout.write(`${safeJson(summary)}\n`);
  const { noScores } = report;
  if (noScores !== undefined) {
    stderr.write(`No scores: ${visible(noScores.why)}. ${visible(noScores.hint)}\n`);
    return exitCode.nothingUsable;
  }
  if (!flag(input, 'json'))
    stdout.write(await (await paperFor(input, cli, [])).document(standingDocument(report)));
  if (files.length > 0) stderr.write(`In ${visible(folder)}: ${files.join(', ')}.\n`);
  const page = files.find((path) => path.endsWith('.html'));
  if (flag(input, 'open') && page !== undefined && !(await openInBrowser(join(folder, page), machine)))
    stderr.write(`No browser could be started: open ${visible(join(folder, page))} yourself.\n`);
  return isWhole ? exitCode.ok : exitCode.nothingUsable;
};
