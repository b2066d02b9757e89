// joust leaderboard: who is how good, over all contests on record.
import { resolve, sep } from 'node:path';
import { exitCode } from '../../domain/exit-code.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { joustHome, openArchive, randomFor } from '../../index.ts';
import { type ContestRecord, leaderboard, verdictSources } from '../../views/leaderboard.ts';
import { leaderboardMarkdown, leaderboardText } from '../../views/leaderboard-text.ts';
import { safeJson } from '../../views/visible.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, text } from './command.ts';
import { oneOf } from './judge-input.ts';

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
  else stdout.write(flag(input, 'markdown') ? leaderboardMarkdown(board) : leaderboardText(board));
  return board.rows.length === 0 ? exitCode.nothingUsable : exitCode.ok;
};

function filterOf(
  input: CommandInput,
  { machine }: CliWorld,
): (record: ContestRecord, at: string) => boolean {
  const [format, project, tag, since] = ['format', 'project', 'tag', 'since'].map((name) =>
    text(input, name),
  );
  const folder = project === undefined ? undefined : resolve(machine.cwd, project);
  const from = since === undefined ? undefined : momentOf(since, machine.now());
  return ({ events }, at) => {
    const opened = events.find((event) => event.type === 'contest.opened');
    if (opened === undefined || (opened.simulated && !flag(input, 'simulated'))) return false;
    const { cwd } = opened.task;
    const tags = opened.options['tags'];
    return (
      (format === undefined || opened.format === format) &&
      (folder === undefined || cwd === folder || cwd.startsWith(folder + sep)) &&
      (tag === undefined || (Array.isArray(tags) && tags.includes(tag))) &&
      (from === undefined || at >= from)
    );
  };
}

/** `30d`, `12h`, or a date. */
function momentOf(said: string, now: Date): string {
  const age = /^(\d+)([hdw])$/.exec(said);
  const hours: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168 };
  if (age !== null)
    return new Date(now.getTime() - Number(age[1]) * (hours[age[2] ?? ''] ?? 0) * 3_600_000).toISOString();
  if (/^\d{4}-\d\d-\d\d/.test(said) && !Number.isNaN(Date.parse(said))) return new Date(said).toISOString();
  throw new JoustError(`--since ${said} is neither an age nor a date`, {
    code: 'usage',
    hint: 'Write 12h, 30d, 8w or 2026-11-01.',
  });
}
