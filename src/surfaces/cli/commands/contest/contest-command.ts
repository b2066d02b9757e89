// Every command that plays a contest: its words and options become a request, and what comes of it is shown.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { type DescribedFormat, describedFormats, settingsOf } from '../../../../domain/settings/settings.ts';
import { playContest } from '../../../../play/play.ts';
import { type ReadyContest, readyContest, type StartRequest } from '../../../../play/ready.ts';
import type { PlayResult } from '../../../../play/result.ts';
import { readTextFile } from '../../../../play/task/task-files.ts';
import { usersPlace } from '../../../../play/task/task-place.ts';
import { joustHome } from '../../../../process/machine.ts';
import { openArchive } from '../../../../record/archive.ts';
import { notesOf } from '../../../../views/document.ts';
import { safeJson, visible } from '../../../../views/visible.ts';
import {
  type CliWorld,
  type CommandInput,
  type CommandProgram,
  flag,
  text,
  texts,
} from '../../grammar/command.ts';
import { cassettesSaid, poolSaid, quotaWait, settingsSaid } from '../../grammar/contest-options.ts';
import { paperFor } from '../../screens/paper.ts';
import { playOnScreen, screenFor, tellNext } from '../../screens/play-on-screen.ts';
import type { Screen } from '../../screens/screen.ts';
import { detach } from './detach.ts';
import { readPrompt } from './prompt.ts';
import { checkCi, checkReports, nobodyAsked, writeReports } from './reports.ts';

export function contestCommand(format: DescribedFormat): CommandProgram {
  return async (input, cli) => {
    if (flag(input, 'pending')) return await (await import('./arena-series.ts')).tellPending(input, cli);
    const series = text(input, 'series');
    if (series !== undefined) {
      const { playSeries } = await import('./arena-series.ts');
      return await playSeries({ input, cli, file: series }, (line, played) =>
        playFormat(format, line, { cli, played }),
      );
    }
    return await playFormat(format, input, { cli });
  };
}

export interface Showing {
  readonly cli: CliWorld;
  /** Called before the result is shown. */
  readonly played?: ((result: PlayResult) => void) | undefined;
  /** The screen that shows it; absent: that of every contest. */
  readonly screen?: (() => Promise<Screen>) | undefined;
}

async function playFormat(format: DescribedFormat, input: CommandInput, showing: Showing): Promise<number> {
  const { cli } = showing;
  checkOptions(input, cli);
  const asked = await requestOf(format, input, cli);
  try {
    return await playReady(await readyContest(asked, worldOf(cli)), input, showing);
  } catch (error) {
    // What was refused, for programs too.
    if (flag(input, 'json') && error instanceof JoustError && error.detail !== undefined)
      cli.stdout.write(`${safeJson(error.detail)}\n`);
    throw error;
  }
}

/** Refuses options that exclude each other, before joust looks for agents. */
export function checkOptions(input: CommandInput, cli: CliWorld): void {
  checkReports(input, cli);
  if (!flag(input, 'apply') || !flag(input, 'detach')) return;
  throw new JoustError('--apply and --detach do not go together', {
    code: 'usage',
    hint: 'Apply it when it is over: joust apply ID.',
  });
}

export async function playReady(
  ready: ReadyContest,
  input: CommandInput,
  { cli, played, screen: own }: Showing,
): Promise<number> {
  const { request, notes, players, shows } = ready;
  checkCi(ready, input);
  if (flag(input, 'dry-run')) return await tellPlan(ready, { input, cli });
  if (flag(input, 'detach')) return await detach(ready, { input, cli });
  const until = ready.blindUntil;
  const hidden = until === undefined ? {} : { hidden: { answers: request.roster.length, until } };
  const screen = (await own?.()) ?? (await screenFor(input, players, { cli, shows, ...hidden }));
  for (const note of notes) screen.note(note);
  let ended: PlayResult | undefined;
  const goesOn = flag(input, 'apply');
  const asked = flag(input, 'ci') ? nobodyAsked(cli) : cli;
  const code = await playOnScreen({ screen, cli: asked, yes: flag(input, 'yes'), goesOn }, async (world) => {
    ended = await playContest(request, { ...ready.world, ...worldOf(cli), ...world });
    played?.(ended);
    return ended;
  });
  if (ended === undefined) return code;
  await writeReports(ended, input, cli);
  return goesOn ? await applyWinner(ended, code, cli) : code;
}

/** joust --dry-run: what would be played. */
async function tellPlan(
  ready: ReadyContest,
  { input, cli }: { readonly input: CommandInput; readonly cli: CliWorld },
): Promise<number> {
  const { dryRun } = await import('../../../../play/open.ts');
  const { planDocument } = await import('../../../../views/plan.ts');
  const { machine, signal } = cli;
  const plan = await dryRun(ready.request, {
    ...ready.world,
    ...worldOf(cli),
    machine,
    signal,
    observe: () => undefined,
  });
  if (flag(input, 'json')) cli.stdout.write(`${safeJson({ type: 'contest.plan', v: 1, ...plan })}\n`);
  else cli.stdout.write(await (await paperFor(input, cli, [])).document(planDocument(plan)));
  return exitCode.ok;
}

function worldOf({ machine }: CliWorld) {
  return { machine, home: joustHome(machine) };
}

/** The request of an operation that plays this format. */
export async function requestTo(
  name: string | undefined,
  input: CommandInput,
  cli: CliWorld,
): Promise<StartRequest> {
  const format = describedFormats.find((one) => one.name === name);
  if (format === undefined) throw new Error(`there is no format ${name}`);
  return await requestOf(format, input, cli);
}

async function requestOf(format: DescribedFormat, input: CommandInput, cli: CliWorld): Promise<StartRequest> {
  const cwd = folderOf(input, cli);
  const task = await taskOf(format, input, cli);
  const waitForQuotaMs = quotaWait(input);
  return {
    format: format.name,
    cwd,
    ...task.task,
    settings: {
      ...(await settingsSaid(input, settingsOf(format), (path) =>
        readTextFile(path, usersPlace(cli.machine)),
      )),
      ...(await systemSaid(input, cli)),
      ...task.settings,
    },
    waitForQuotaMs,
    ...cassettesSaid(input, cli),
    ...poolSaid(input),
    approve: flag(input, 'yes') || undefined,
  };
}

/** Text, or the file of that name. */
async function systemSaid(input: CommandInput, { machine }: CliWorld): Promise<{ system?: string }> {
  const said = text(input, 'system');
  if (said === undefined) return {};
  const found = statSync(resolve(machine.cwd, said), { throwIfNoEntry: false });
  const isMeant = found?.isFile() === true || looksLikePath.test(said);
  return { system: isMeant ? await readTextFile(said, usersPlace(machine)) : said };
}

/** Instructions have spaces; whoever writes one of these means a file, and should hear that it is not there. */
const looksLikePath = /^(?:\.{0,2}\/|~\/)?\S+(?:\.(?:md|txt|markdown)|\/)$|^(?:\.{0,2}|~)\/\S+$/;

/** What the word behind the command is. */
async function taskOf(format: DescribedFormat, input: CommandInput, cli: CliWorld) {
  const { takes } = format;
  const [word] = input.words;
  if (takes === 'prompt') return { task: await promptOf(word, input, cli) };
  if ('entries' in takes) return { task: { subject: word ?? '@last' } };
  if (word === undefined) return { task: {}, settings: {} };
  const { rule } = settingsOf(format).find(({ name }) => name === takes.setting) ?? {};
  return { task: {}, settings: { [takes.setting]: rule?.type === 'list' ? input.words : word } };
}

/** Context is shown beside a question, and is none. */
async function promptOf(argument: string | undefined, input: CommandInput, cli: CliWorld) {
  const [paths, context] = [texts(input, 'file'), texts(input, 'context')];
  return await readPrompt({ argument, paths, context }, cli);
}

function folderOf(input: CommandInput, { machine }: CliWorld): string {
  const cwd = resolve(machine.cwd, text(input, 'cwd') ?? '.');
  const found = statSync(cwd, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return cwd;
  throw new JoustError(found === undefined ? `there is no folder ${cwd}` : `${cwd} is not a folder`, {
    code: 'usage',
    hint: 'Give an existing folder with --cwd.',
  });
}

async function applyWinner(
  { contest, state, result }: PlayResult,
  usualCode: number,
  cli: CliWorld,
): Promise<number> {
  // Loaded for those who apply: most races end before.
  const { clearWinner } = await import('../../../../operations/apply/apply.ts');
  const isOver = state === 'closed' && result !== undefined;
  if (isOver && usualCode === exitCode.ok && clearWinner(result) !== undefined) {
    await applied(contest, cli);
    return exitCode.ok;
  }
  if (isOver) cli.stderr.write('Nothing was applied: there is no winner.\n');
  await tellNext(contest, { cli, told: result !== undefined });
  return usualCode;
}

/** --apply was the yes. */
async function applied(id: string, { machine, signal, stderr }: CliWorld): Promise<void> {
  const { perform } = await import('../../../../operations/perform.ts');
  const { apply } = await import('../../../../operations/apply.ts');
  const home = joustHome(machine);
  await using archive = openArchive(home, machine);
  const place = { machine, home, archive, signal, speaker: {} };
  const consent = { from: 'person', yes: true } as const;
  const { output, done } = await perform(apply, { id }, { ...place, consent });
  for (const line of notesOf(apply.document?.(output, done) ?? [])) stderr.write(`${visible(line)}\n`);
}
