// joust list: the contests on record, newest first.
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { joustHome } from '../../../../process/machine.ts';
import { type Archive, openArchive } from '../../../../record/archive.ts';
import { listContests } from '../../../../record/list-contests.ts';
import { contestStatus, unreadableStatus } from '../../../../views/contest-status.ts';
import {
  type ListedContest,
  type ListState,
  listStateOf,
  listStates,
  okCount,
  questionText,
  type UnreadableContest,
} from '../../../../views/contest-summary.ts';
import { shortened } from '../../../../views/document.ts';
import { safeJson, visibleLine } from '../../../../views/visible.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, text } from '../../grammar/command.ts';

type Query = NonNullable<Parameters<Archive['contests']>[0]>;

const shownByDefault = 20;

export const listCommand: CommandProgram = async (input, cli) => {
  await using archive = openArchive(joustHome(cli.machine), cli.machine);
  const query = await queryOf(archive, input, cli);
  const limit = limitOf(input);
  const state = stateIn(input);
  const columns = cli.stdout.isTty ? cli.stdout.columns() : Number.MAX_SAFE_INTEGER;
  let shown = 0;
  for await (const one of listContests(archive, { ...query, state, limit })) {
    shown += 1;
    cli.stdout.write(`${flag(input, 'json') ? safeJson(jsonOf(one)) : line(one, columns)}\n`);
  }
  if (shown === 0 && cli.stderr.isTty) cli.stderr.write('No contest on record fits.\n');
  return exitCode.ok;
};

async function queryOf(archive: Archive, input: CommandInput, cli: CliWorld): Promise<Query> {
  const format = await formatOf(archive, input, cli);
  const since = sinceOf(input, cli.machine.now());
  const folders = foldersOf(input, cli.machine.cwd);
  return {
    words: wordsOf(input),
    format,
    since,
    folders,
  };
}

function limitOf(input: CommandInput): number {
  const said = text(input, 'limit') ?? String(shownByDefault);
  if (/^[1-9]\d{0,8}$/.test(said)) return Number(said);
  throw unclear(
    `--limit ${said} is no number of contests`,
    'Write a whole number from 1, such as --limit 50.',
  );
}

function stateIn(input: CommandInput): ListState | undefined {
  const said = text(input, 'state');
  const found = listStates.find((state) => state === said);
  if (said === undefined || found !== undefined) return found;
  throw unclear(`there is no state "${said}"`, `Give one of these to --state: ${listStates.join(', ')}.`);
}

/** A format without a contest is none to complain about where there is a command for it. */
async function formatOf(
  archive: Archive,
  input: CommandInput,
  { commands }: CliWorld,
): Promise<string | undefined> {
  const said = text(input, 'format');
  if (said === undefined || commands.some(({ name, group }) => name === said && group !== undefined))
    return said;
  const played = new Set(
    (await archive.contests()).flatMap(({ event }) =>
      event.type === 'contest.opened' ? [event.format] : [],
    ),
  );
  if (played.has(said)) return said;
  const names = played.size === 0 ? 'ask' : [...played].sort().join(', ');
  throw unclear(`there is no contest of the format "${said}"`, `Give one of these to --format: ${names}.`);
}

/** As it was written and as it really is: a contest may have been opened by either name. A folder that is gone still counts. */
function foldersOf(input: CommandInput, cwd: string): readonly string[] | undefined {
  const said = text(input, 'project');
  if (said === undefined) return undefined;
  if (said.trim() === '')
    throw unclear('--project names no folder', 'Write --project . for this one, or a path.');
  const path = resolve(cwd, said);
  try {
    return [path, realpathSync(path)];
  } catch {
    return [path];
  }
}

function wordsOf(input: CommandInput): readonly string[] {
  const said = text(input, 'text');
  const words = (said ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (said === undefined || words.length > 0) return words;
  throw unclear('--text holds no word', 'Write what stands in the prompt, such as --text "flaky test".');
}

function unclear(message: string, hint: string): JoustError {
  return new JoustError(message, { code: 'usage', hint });
}

/** On a narrow terminal a contest has two lines. */
function line(one: ListedContest | UnreadableContest, columns: number): string {
  if ('unreadable' in one) return `${one.id}  ${timeOf(one)}  cannot be read: ${visibleLine(one.unreadable)}`;
  const { ok, of } = okCount(one);
  const simulated = one.opened.simulated ? ' simulated' : '';
  const question = questionText(one.opened.task, one.prompt, 60);
  const answered = one.blind === true ? 'blind' : `${ok}/${of} ok`;
  const [begin, end] = [
    `${one.id}  ${timeOf(one)}  ${one.opened.format}${simulated}`,
    `${answered}  ${question}`,
  ];
  const state = contestStatus(one).text;
  const whole = `${begin}  ${state.padEnd(9)}  ${end}`;
  return whole.length <= columns ? whole : `${begin}\n  ${shortened(`${state}  ${end}`, columns - 2)}`;
}

function timeOf({ openedAt }: { readonly openedAt: string }): string {
  return openedAt.slice(0, 16).replace('T', ' ');
}

function jsonOf(one: ListedContest | UnreadableContest): object {
  if ('unreadable' in one)
    return {
      contest: one.id,
      openedAt: one.openedAt,
      state: 'unreadable',
      status: unreadableStatus,
      reason: one.unreadable,
    };
  const { id, openedAt, opened } = one;
  return {
    contest: id,
    openedAt,
    format: opened.format,
    state: listStateOf(one),
    status: contestStatus(one),
    host: one.host,
    ...(opened.pool !== undefined && { pool: opened.pool.label }),
    simulated: opened.simulated,
    prompt: one.prompt.slice(0, 200),
    cwd: opened.task.cwd,
    roster: opened.roster.map(({ name }) => name),
    ...(one.blind === true ? { blind: true } : { outcomes: outcomesOf(one), cost: one.cost }),
  };
}

function outcomesOf({ attempts }: ListedContest): object {
  return Object.fromEntries(
    attempts.map(({ contestant, state, end }) => [contestant, end?.outcome ?? state]),
  );
}

const ageMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** An age back from now, or a day of UTC, which is what the list shows. */
export function sinceOf(input: CommandInput, now: Date): string | undefined {
  const said = text(input, 'since');
  if (said === undefined) return undefined;
  const [, amount, unit = ''] = /^(\d{1,5})([hdw])$/.exec(said) ?? [];
  if (amount !== undefined)
    return new Date(now.getTime() - Number(amount) * (ageMs[unit] ?? 0)).toISOString();
  const day = /^\d{4}-\d{2}-\d{2}$/.test(said) ? new Date(`${said}T00:00:00Z`) : undefined;
  // The 31st of February is a date to JavaScript, and another one.
  if (day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(said))
    return day.toISOString();
  throw new JoustError(`--since ${said} is neither an age nor a date`, {
    code: 'usage',
    hint: 'Write an age such as 12h, 30d or 8w, or a day such as 2026-11-01.',
  });
}
