// joust leaderboard: who is how good, over all contests on record.
import { resolve, sep } from 'node:path';
import { exitCode } from '../../../../domain/joust-error.ts';
import { joustHome, openArchive, randomFor } from '../../../../index.ts';
import { hasTag, leaderboard, leaderboardDocument } from '../../../../views/leaderboard/leaderboard.ts';
import { type ContestRecord, verdictSources } from '../../../../views/leaderboard/opinions.ts';
import { documentMarkdown } from '../../../../views/render/document-markdown.ts';
import { documentText } from '../../../../views/render/document-text.ts';
import { safeJson } from '../../../../views/visible.ts';
import {
  type CliWorld,
  type CommandInput,
  type CommandProgram,
  flag,
  oneOf,
  text,
} from '../../grammar/command.ts';
import { sinceOf } from './since.ts';

export const leaderboardCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout } = cli;
  const source = oneOf(input, 'source', verdictSources);
  const wanted = filterOf(input, cli);
  await using archive = openArchive(joustHome(machine), machine);
  const records: ContestRecord[] = [];
  for (const { contest, at } of await archive.contests()) {
    const events = (await archive.events(contest)).map(({ event }) => event);
    const record = { id: contest, events };
    if (wanted(record, at)) records.push(record);
  }
  // The same record gives the same board.
  const board = leaderboard(records, { source, random: randomFor(records.map(({ id }) => id).join(' ')) });
  if (flag(input, 'json')) stdout.write(`${safeJson(board)}\n`);
  else stdout.write((flag(input, 'markdown') ? documentMarkdown : documentText)(leaderboardDocument(board)));
  return board.rows.length === 0 ? exitCode.nothingUsable : exitCode.ok;
};

function filterOf(
  input: CommandInput,
  { machine }: CliWorld,
): (record: ContestRecord, at: string) => boolean {
  const [format, project, tag] = ['format', 'project', 'tag'].map((name) => text(input, name));
  const folder = project === undefined ? undefined : resolve(machine.cwd, project);
  const from = sinceOf(input, machine.now());
  return ({ events }, at) => {
    const opened = events.find((event) => event.type === 'contest.opened');
    if (opened === undefined || (opened.simulated && !flag(input, 'simulated'))) return false;
    const { cwd } = opened.task;
    return (
      (format === undefined || opened.format === format) &&
      (folder === undefined || cwd === folder || cwd.startsWith(folder + sep)) &&
      (tag === undefined || hasTag(opened, tag)) &&
      (from === undefined || at >= from)
    );
  };
}
