// joust leaderboard, judges and usage: who is how good, whose word counts and what it took, over all contests on record.
import { resolve } from 'node:path';
import { openArchive } from '../../../../app/archive.ts';
import { homeOf } from '../../../../app/host.ts';
import { usageOnRecord } from '../../../../app/overview/usage-on-record.ts';
import { leaderboardOf } from '../../../../app/rank-record.ts';
import { plural } from '../../../../domain/figures.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { judgesDocument } from '../../../../views/leaderboard/judges-document.ts';
import { leaderboardDocument } from '../../../../views/leaderboard/leaderboard-document.ts';
import { verdictSources } from '../../../../views/leaderboard/opinions.ts';
import { documentMarkdown } from '../../../../views/render/document-markdown.ts';
import { documentText } from '../../../../views/render/document-text.ts';
import { type UsageGrouping, usageDocument, usageGroupings } from '../../../../views/usage-report.ts';
import { safeJson } from '../../../../views/visible.ts';
import { type CommandInput, type CommandProgram, flag, oneOf, text } from '../../grammar/command.ts';
import { paperFor } from '../../screens/paper.ts';
import { sinceOf } from './list-command.ts';

export const leaderboardCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout } = cli;
  const source = oneOf(input, 'source', verdictSources);
  const [format, folder, tag] = ['format', 'project', 'tag'].map((name) => text(input, name));
  const project = folder === undefined ? undefined : resolve(machine.cwd, folder);
  const from = sinceOf(input, machine.now());
  await using archive = openArchive(homeOf(machine), machine);
  const simulated = flag(input, 'simulated');
  const board = await leaderboardOf(archive, { source, format, project, tag, from, simulated });
  if (flag(input, 'json')) stdout.write(`${safeJson(board)}\n`);
  else if (flag(input, 'markdown')) stdout.write(documentMarkdown(leaderboardDocument(board)));
  else stdout.write(await (await paperFor(input, cli, [])).document(leaderboardDocument(board)));
  return board.rows.length === 0 ? exitCode.nothingUsable : exitCode.ok;
};

/** joust judges: what is known of them. */
export const judgesCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout } = cli;
  await using archive = openArchive(homeOf(machine), machine);
  const { knownJudges } = await import('../../../../app/roster/judge-records.ts');
  const known = await knownJudges(archive, { simulated: flag(input, 'simulated') });
  if (flag(input, 'json')) stdout.write(`${safeJson(known)}\n`);
  else stdout.write(await (await paperFor(input, cli, [])).document(judgesDocument(known)));
  return known.judges.length === 0 ? exitCode.nothingUsable : exitCode.ok;
};

/** joust usage: what the attempts on record consumed. */
export const usageCommand: CommandProgram = async (input, { machine, stdout, stderr }) => {
  const by = groupingOf(input);
  await using archive = openArchive(homeOf(machine), machine);
  const { report, blind } = await usageOnRecord(archive, { by, simulated: flag(input, 'simulated') });
  if (blind > 0) stderr.write(`Not counted before their pick: ${plural(blind, 'blind contest')}.\n`);
  const columns = stdout.isTty ? stdout.columns() : undefined;
  const around = columns === undefined ? {} : { columns };
  if (flag(input, 'json')) stdout.write(`${safeJson(report)}\n`);
  else stdout.write(documentText(usageDocument(report, columns), around));
  return exitCode.ok;
};

function groupingOf(input: CommandInput): UsageGrouping {
  const wanted = text(input, 'by') ?? 'agent';
  const found = usageGroupings.find((grouping) => grouping === wanted);
  if (found !== undefined) return found;
  throw new JoustError(`usage cannot be grouped by "${wanted}"`, {
    code: 'usage',
    hint: `Give one of these to --by: ${usageGroupings.join(', ')}.`,
  });
}
