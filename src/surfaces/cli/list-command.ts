// joust list: the contests on record, newest first.
import { exitCode } from '../../domain/exit-code.ts';
import { type Archive, joustHome, openArchive } from '../../index.ts';
import { type ContestSummary, contestSummary } from '../../views/contest-summary.ts';
import { safeJson, visibleLine } from '../../views/visible.ts';
import { type CommandProgram, flag, text } from './command.ts';

interface Listed extends ContestSummary {
  /** The process that plays it now. */
  readonly playedBy?: number;
  readonly prompt: string;
}

const shownByDefault = 20;

export const listCommand: CommandProgram = async (input, { machine, stdout }) => {
  await using archive = openArchive(joustHome(machine), machine);
  const wanted = text(input, 'state');
  const listed: Listed[] = [];
  const limit = Number(text(input, 'limit') ?? shownByDefault);
  for (const { contest } of await archive.contests()) {
    if (listed.length >= limit) break;
    const one = await describe(archive, contest);
    if (one !== undefined && (wanted === undefined || stateOf(one) === wanted)) listed.push(one);
  }
  for (const one of listed) stdout.write(`${flag(input, 'json') ? safeJson(jsonOf(one)) : line(one)}\n`);
  return exitCode.ok;
};

async function describe(archive: Archive, id: string): Promise<Listed | undefined> {
  const summary = contestSummary(id, await archive.events(id));
  if (summary === undefined) return undefined;
  const playedBy = (await archive.player(id))?.pid;
  const prompt = await archive.text(summary.opened.task.prompt);
  return { ...summary, prompt, ...(playedBy !== undefined && { playedBy }) };
}

function stateOf({ state, playedBy, waiting, attempts }: Listed): string {
  if (state !== 'open') return state;
  if (playedBy !== undefined) return 'playing';
  if (waiting !== undefined) return 'waiting';
  return attempts.some((attempt) => attempt.state === 'parked') ? 'parked' : state;
}

function line(one: Listed): string {
  const ok = one.attempts.filter(({ end }) => end?.outcome === 'ok').length;
  const time = one.openedAt.slice(0, 16).replace('T', ' ');
  const simulated = one.opened.simulated ? ' simulated' : '';
  const question = visibleLine(one.prompt).slice(0, 60);
  return `${one.id}  ${time}  ${one.opened.format}${simulated}  ${stateOf(one).padEnd(9)}  ${ok}/${one.opened.roster.length} ok  ${question}`;
}

function jsonOf(one: Listed): object {
  const { id, openedAt, opened, attempts, cost } = one;
  return {
    contest: id,
    openedAt,
    format: opened.format,
    state: stateOf(one),
    simulated: opened.simulated,
    prompt: one.prompt.slice(0, 200),
    cwd: opened.task.cwd,
    roster: opened.roster.map(({ name }) => name),
    outcomes: Object.fromEntries(
      attempts.map(({ contestant, state, end }) => [contestant, end?.outcome ?? state]),
    ),
    cost,
  };
}
