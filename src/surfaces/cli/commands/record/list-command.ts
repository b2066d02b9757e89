// joust list: the contests on record, newest first.
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { type Archive, joustHome, openArchive } from '../../../../index.ts';
import { type ContestSummary, contestSummary } from '../../../../views/contest-summary.ts';
import { safeJson, visibleLine } from '../../../../views/visible.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, text } from '../../grammar/command.ts';
import { sinceOf } from './since.ts';

interface Listed extends ContestSummary {
  /** The process that plays it now. */
  readonly playedBy?: number;
  readonly prompt: string;
}

type Opening = Awaited<ReturnType<Archive['contests']>>[number];

/** What is asked for, from what costs least to tell to what costs most. */
interface Wanted {
  readonly limit: number;
  opening(opening: Opening): boolean;
  readonly words: readonly string[];
  readonly state: string | undefined;
}

const shownByDefault = 20;
const states = ['playing', 'waiting', 'parked', 'open', 'closed', 'cancelled'];

export const listCommand: CommandProgram = async (input, cli) => {
  await using archive = openArchive(joustHome(cli.machine), cli.machine);
  const contests = await archive.contests();
  const wanted = wantedBy(input, cli, contests);
  let shown = 0;
  for (const opening of contests) {
    if (shown >= wanted.limit) break;
    const one = await matching(archive, wanted, opening);
    if (one === undefined) continue;
    shown += 1;
    cli.stdout.write(`${flag(input, 'json') ? safeJson(jsonOf(one)) : line(one)}\n`);
  }
  return exitCode.ok;
};

function wantedBy(input: CommandInput, cli: CliWorld, contests: readonly Opening[]): Wanted {
  const format = formatOf(input, cli, contests);
  const since = sinceOf(input, cli.machine.now());
  const folders = foldersOf(input, cli.machine.cwd);
  return {
    limit: limitOf(input),
    words: wordsOf(input),
    state: stateIn(input),
    opening({ at, event }) {
      if (event.type !== 'contest.opened') return false;
      if (format !== undefined && event.format !== format) return false;
      if (since !== undefined && at < since) return false;
      return folders === undefined || folders.some((folder) => isWithin(event.task.cwd, folder));
    },
  };
}

async function matching(archive: Archive, wanted: Wanted, opening: Opening): Promise<Listed | undefined> {
  const { contest: id, event } = opening;
  if (event.type !== 'contest.opened' || !wanted.opening(opening)) return undefined;
  const prompt = await archive.text(event.task.prompt);
  const said = prompt.toLowerCase();
  if (!wanted.words.every((word) => said.includes(word))) return undefined;
  const summary = contestSummary(id, await archive.events(id));
  if (summary === undefined) return undefined;
  const playedBy = (await archive.player(id))?.pid;
  const one = { ...summary, prompt, ...(playedBy !== undefined && { playedBy }) };
  return wanted.state === undefined || stateOf(one) === wanted.state ? one : undefined;
}

function limitOf(input: CommandInput): number {
  const said = text(input, 'limit') ?? String(shownByDefault);
  if (/^[1-9]\d{0,8}$/.test(said)) return Number(said);
  throw unclear(
    `--limit ${said} is no number of contests`,
    'Write a whole number from 1, such as --limit 50.',
  );
}

function stateIn(input: CommandInput): string | undefined {
  const said = text(input, 'state');
  if (said === undefined || states.includes(said)) return said;
  throw unclear(`there is no state "${said}"`, `Give one of these to --state: ${states.join(', ')}.`);
}

/** A format without a contest is none to complain about where there is a command for it. */
function formatOf(
  input: CommandInput,
  { commands }: CliWorld,
  contests: readonly Opening[],
): string | undefined {
  const said = text(input, 'format');
  if (said === undefined || commands.some(({ name, hidden }) => name === said && hidden !== true))
    return said;
  const played = new Set(
    contests.flatMap(({ event }) => (event.type === 'contest.opened' ? [event.format] : [])),
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

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
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

function stateOf({ state, playedBy, waiting, attempts }: Listed): string {
  if (state !== 'open') return state;
  if (playedBy !== undefined) return 'playing';
  if (waiting !== undefined) return 'waiting';
  return attempts.some((attempt) => attempt.state === 'parked') ? 'parked' : state;
}

function line(one: Listed): string {
  const ok = one.attempts.filter(({ end }) => end?.outcome === 'ok' && end.role === undefined).length;
  const time = one.openedAt.slice(0, 16).replace('T', ' ');
  const simulated = one.opened.simulated ? ' simulated' : '';
  const question = visibleLine(one.prompt.slice(0, 400)).slice(0, 60);
  const answered = one.blind === true ? 'blind' : `${ok}/${one.opened.roster.length} ok`;
  return `${one.id}  ${time}  ${one.opened.format}${simulated}  ${stateOf(one).padEnd(9)}  ${answered}  ${question}`;
}

function jsonOf(one: Listed): object {
  const { id, openedAt, opened } = one;
  return {
    contest: id,
    openedAt,
    format: opened.format,
    state: stateOf(one),
    simulated: opened.simulated,
    prompt: one.prompt.slice(0, 200),
    cwd: opened.task.cwd,
    roster: opened.roster.map(({ name }) => name),
    ...(one.blind === true ? { blind: true } : { outcomes: outcomesOf(one), cost: one.cost }),
  };
}

function outcomesOf({ attempts }: Listed): object {
  return Object.fromEntries(
    attempts.map(({ contestant, state, end }) => [contestant, end?.outcome ?? state]),
  );
}
