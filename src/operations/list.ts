// list: the contests on record, newest first.
import { z } from 'zod';
import { JoustError } from '../domain/joust-error.ts';
import { textRule } from '../domain/settings/rule.ts';
import { setting } from '../domain/settings/setting.ts';
import { describedFormats } from '../domain/settings/settings.ts';
import type { Archive } from '../record/archive.ts';
import { listContests } from '../record/list-contests.ts';
import { type ListedContest, listStates, type UnreadableContest } from '../views/contest-summary.ts';
import { linesAsIs, note, shortened } from '../views/document.ts';
import { visibleLine } from '../views/visible.ts';
import { type ContestCard, contestCard, listSchema } from '../views/wire/contest-json.ts';
import { operation } from './operation.ts';
import { folderNames, sinceOf, sinceRule } from './spans.ts';

const anyWord = /\S/;

export const list = operation({
  name: 'list',
  group: 'record',
  summary: 'the contests on record, newest first',
  examples: [
    'joust list --project . --since 7d',
    'joust list --state parked',
    'joust list --text "flaky test" --json',
  ],
  page: 'record',
  effect: 'read',
  callers: ['people', 'programs'],
  path: '/contests',
  tool: { name: 'contest_list' },
  input: z.strictObject({
    state: setting(
      { type: 'word', words: listStates },
      { value: 'STATE', help: 'only contests in this state' },
    ),
    format: setting(textRule, { value: 'NAME', help: 'only contests of this format' }),
    since: setting(sinceRule, {
      value: 'WHEN',
      help: 'only contests opened since: an age (12h, 30d, 8w) or a day of UTC (2026-11-01)',
    }),
    project: setting(
      { type: 'text', shape: anyWord, expected: 'a folder: a path, or . for this one' },
      {
        value: 'PATH',
        help: 'only contests played in this folder or below it; . is this one',
        complete: 'folder',
      },
    ),
    text: setting(
      { type: 'text', shape: anyWord, expected: 'words of the prompt, such as "flaky test"' },
      { value: 'WORDS', help: 'only contests whose prompt holds all these words' },
    ),
    limit: setting(
      { type: 'count', min: 1, max: 1_000_000 },
      { value: 'N', help: 'how many at most (default 20)', builtIn: 20 },
    ),
    before: setting(
      { type: 'count', min: 0, max: 1e15 },
      { value: 'SEQ', help: 'the next page: `next` of the page before', flag: false },
    ),
  }),
  output: listSchema,
  async run({ state, format, since, project, text = '', limit, before }, { archive, machine }) {
    if (format !== undefined) await checkFormat(format, archive);
    const found = listContests(archive, {
      state,
      format,
      limit,
      before,
      since: since === undefined ? undefined : sinceOf(since, machine.now()),
      folders: project === undefined ? undefined : folderNames(project, machine.cwd),
      words: text.toLowerCase().split(/\s+/).filter(Boolean),
    });
    const contests: (ListedContest | UnreadableContest)[] = [];
    for await (const one of found) contests.push(one);
    const next = contests.length === limit ? contests.at(-1)?.seq : undefined;
    return { contests: contests.map(contestCard), next };
  },
  document: ({ contests }, _done, columns) =>
    contests.length === 0
      ? [note('No contests found.')]
      : [linesAsIs(...contests.map((one) => line(one, columns ?? Number.MAX_SAFE_INTEGER)))],
  jsonLines: ({ contests }) => contests.map(({ id, ...card }) => ({ contest: id, ...card })),
});

/** A format of joust is right even if no contest was played in it. */
async function checkFormat(format: string, archive: Archive): Promise<void> {
  if (describedFormats.some(({ name }) => name === format)) return;
  const played = new Set(
    (await archive.contests()).flatMap(({ event }) =>
      event.type === 'contest.opened' ? [event.format] : [],
    ),
  );
  if (played.has(format)) return;
  const names = played.size === 0 ? 'ask' : [...played].sort().join(', ');
  throw new JoustError(`there is no contest of the format "${format}"`, {
    code: 'usage',
    setting: 'format',
    hint: `Give one of these to --format: ${names}.`,
  });
}

/** On a narrow terminal a contest has two lines. */
function line(card: ContestCard, columns: number): string {
  const { id, openedAt, reason = '', format = '', simulated, blind, answers, question = '', status } = card;
  const time = openedAt.slice(0, 16).replace('T', ' ');
  if (card.state === 'unreadable') return `${id}  ${time}  cannot be read: ${visibleLine(reason)}`;
  const begin = `${id}  ${time}  ${format}${simulated === true ? ' simulated' : ''}`;
  const answered = blind === true ? 'blind' : `${answers?.ok}/${answers?.of} ok`;
  const end = `${answered}  ${shortened(question, mostOfQuestion)}`;
  const whole = `${begin}  ${status.text.padEnd(9)}  ${end}`;
  return whole.length <= columns ? whole : `${begin}\n  ${shortened(`${status.text}  ${end}`, columns - 2)}`;
}

const mostOfQuestion = 72;
