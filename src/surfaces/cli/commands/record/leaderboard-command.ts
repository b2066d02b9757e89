// joust leaderboard: who is how good, over all contests on record.
import { resolve } from 'node:path';
import { openArchive } from '../../../../app/archive.ts';
import { homeOf } from '../../../../app/host.ts';
import { leaderboardOf } from '../../../../app/rank-record.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { leaderboardDocument } from '../../../../views/leaderboard/leaderboard.ts';
import { verdictSources } from '../../../../views/leaderboard/opinions.ts';
import { documentMarkdown } from '../../../../views/render/document-markdown.ts';
import { documentText } from '../../../../views/render/document-text.ts';
import { safeJson } from '../../../../views/visible.ts';
import { type CommandProgram, flag, oneOf, text } from '../../grammar/command.ts';
import { sinceOf } from './since.ts';

export const leaderboardCommand: CommandProgram = async (input, { machine, stdout }) => {
  const source = oneOf(input, 'source', verdictSources);
  const [format, folder, tag] = ['format', 'project', 'tag'].map((name) => text(input, name));
  const project = folder === undefined ? undefined : resolve(machine.cwd, folder);
  const from = sinceOf(input, machine.now());
  await using archive = openArchive(homeOf(machine), machine);
  const simulated = flag(input, 'simulated');
  const board = await leaderboardOf(archive, { source, format, project, tag, from, simulated });
  if (flag(input, 'json')) stdout.write(`${safeJson(board)}\n`);
  else stdout.write((flag(input, 'markdown') ? documentMarkdown : documentText)(leaderboardDocument(board)));
  return board.rows.length === 0 ? exitCode.nothingUsable : exitCode.ok;
};
