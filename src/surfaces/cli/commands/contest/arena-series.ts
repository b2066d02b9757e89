// Arenas one after the other: a series with one prompt a line and a running tally, and those nobody has picked in yet.

import type { Contestant } from '../../../../domain/contestant.ts';
import { blindUntil } from '../../../../domain/events/blind-pick.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import type { PlayResult } from '../../../../play/result.ts';
import { readTextFile } from '../../../../play/task/task-files.ts';
import { usersPlace } from '../../../../play/task/task-place.ts';
import { joustHome } from '../../../../process/machine.ts';
import { type Archive, openArchive } from '../../../../record/archive.ts';
import { contestSummary } from '../../../../views/contest-summary.ts';
import { safeJson, visibleLine } from '../../../../views/visible.ts';
import { type CliWorld, type CommandInput, flag, text } from '../../grammar/command.ts';

interface Series {
  readonly input: CommandInput;
  readonly cli: CliWorld;
  readonly file: string;
}

/** Stops at the first that is left without a pick: the next one would be of the same two. */
export async function playSeries(
  { input, cli, file }: Series,
  arena: (input: CommandInput, played: (ended: PlayResult) => void) => Promise<number>,
): Promise<number> {
  if (flag(input, 'detach') || input.words.length > 0)
    throw new JoustError('a series has its prompts from the file and is picked one by one', {
      code: 'usage',
      hint: 'Leave out the prompt and --detach.',
    });
  const prompts = await promptsIn(file, cli);
  const from = fromOf(input, prompts.length);
  const tally = new Map<string, number>();
  for (const [at, prompt] of prompts.entries()) {
    if (at + 1 < from) continue;
    let result: PlayResult | undefined;
    cli.stderr.write(`${at + 1}/${prompts.length}: ${visibleLine(prompt).slice(0, 200)}\n`);
    const played = (ended: PlayResult) => {
      result = ended;
    };
    const code = await arena({ words: [prompt], options: { ...input.options, series: undefined } }, played);
    if (result?.state !== 'closed') return stopped(cli, { file, next: at + 2, code });
    count(tally, result);
    const out = flag(input, 'json') ? cli.stderr : cli.stdout;
    out.write(`${tallyText(tally, at + 1)}\n`);
  }
  return exitCode.ok;
}

function stopped(
  { stderr }: CliWorld,
  { file, next, code }: { readonly file: string; readonly next: number; readonly code: number },
): number {
  stderr.write(
    `The series stops here. After the pick: joust arena --series ${visibleLine(file)} --from ${next}\n`,
  );
  return code === exitCode.ok ? exitCode.nothingUsable : code;
}

async function promptsIn(file: string, { machine, stdin }: CliWorld): Promise<readonly string[]> {
  const content = await (file === '-' ? stdin.read() : readTextFile(file, usersPlace(machine)));
  const prompts = content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (prompts.length > 0) return prompts;
  throw new JoustError(`there is no prompt in ${file}`, { code: 'usage', hint: 'Write one prompt a line.' });
}

function fromOf(input: CommandInput, prompts: number): number {
  const said = text(input, 'from') ?? '1';
  const from = /^\d{1,9}$/.test(said) ? Number(said) : 0;
  if (from >= 1 && from <= prompts) return from;
  throw new JoustError(`--from ${said} is none of the ${prompts} prompts`, {
    code: 'usage',
    hint: `Write a number from 1 to ${prompts}.`,
  });
}

function count(tally: Map<string, number>, { result }: PlayResult): void {
  if (result?.type !== 'arena') return;
  for (const { contestant } of result.sides) tally.set(contestant, tally.get(contestant) ?? 0);
  const word = result.winner ?? result.pick;
  tally.set(word, (tally.get(word) ?? 0) + 1);
}

const words: Readonly<Record<string, string>> = {
  tie: 'ties',
  bad: 'both bad',
  skip: 'skipped',
  none: 'unanswered',
};

/** `after 3: claude 2, codex 0, ties 1`. */
function tallyText(tally: ReadonlyMap<string, number>, played: number): string {
  const parts = [...tally].map(([word, times]) => `${words[word] ?? word} ${times}`);
  return visibleLine(`after ${played}: ${parts.join(', ')}`);
}

interface PendingArena {
  readonly id: string;
  readonly openedAt: string;
  readonly state: 'playing' | 'waiting' | 'open';
  readonly roster: readonly Contestant[];
  readonly prompt: string;
  /** What it waits for; absent: it does not wait for a person. */
  readonly question?: string;
}

/** Newest first. */
async function pendingArenas(archive: Archive): Promise<readonly PendingArena[]> {
  const pending: PendingArena[] = [];
  for await (const { id, opened, record } of archive.records({ state: 'open' })) {
    if (blindUntil(opened) === undefined) continue;
    const summary = contestSummary(id, record);
    if (summary?.blind !== true) continue;
    const { openedAt, waiting } = summary;
    const idle = waiting === undefined ? 'open' : 'waiting';
    pending.push({
      id,
      openedAt,
      state: (await archive.player(id)) === undefined ? idle : 'playing',
      roster: opened.roster,
      prompt: await archive.text(opened.task.prompt),
      question: waiting?.question,
    });
  }
  return pending;
}

/** The arenas nobody has picked in yet. */
export async function tellPending(input: CommandInput, cli: CliWorld): Promise<number> {
  for (const { id, openedAt, state, roster, prompt, question } of await pendingIn(cli)) {
    const names = roster.map(({ name }) => name);
    const time = openedAt.slice(0, 16).replace('T', ' ');
    const line = [id, time, state, names.join(' and '), visibleLine(prompt.slice(0, 400)).slice(0, 60)];
    const json = { contest: id, openedAt, state, roster: names, prompt: prompt.slice(0, 200), question };
    cli.stdout.write(`${flag(input, 'json') ? safeJson(json) : visibleLine(line.join(' · '))}\n`);
  }
  return exitCode.ok;
}

async function pendingIn({ machine }: CliWorld): Promise<readonly PendingArena[]> {
  await using archive = openArchive(joustHome(machine), machine);
  return await pendingArenas(archive);
}
