// The command of any operation: reads what was given, asks if the effect calls for it, and prints the output. A contest that
// the operation starts, or goes on with, is played on the screen.
import { operationNamed } from '../../../all.ts';
import { exitCode, JoustError } from '../../../domain/joust-error.ts';
import {
  type DescribedOperation,
  describedOperations,
  wordCount,
} from '../../../domain/settings/described-operations.ts';
import { limitSettings, playedSettings } from '../../../domain/settings/played-settings.ts';
import { expectedText, readText } from '../../../domain/settings/rule.ts';
import type { Setting } from '../../../domain/settings/settings.ts';
import { isPlaying, type PerformedSpec, type Playable, type Playing } from '../../../operations/operation.ts';
import { type Consent, type Performing, perform, readied } from '../../../operations/perform.ts';
import type { PlayResult } from '../../../play/result.ts';
import { speakerIn } from '../../../play/roster/callers.ts';
import { readTextFile } from '../../../play/task/task-files.ts';
import { usersPlace } from '../../../play/task/task-place.ts';
import { joustHome } from '../../../process/machine.ts';
import { openArchive } from '../../../record/archive.ts';
import { ledgerLate } from '../../../record/user-ledger.ts';
import { type Document, notesOf } from '../../../views/document.ts';
import { documentMarkdown } from '../../../views/render/document-markdown.ts';
import { safeJson, visible } from '../../../views/visible.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, text } from '../grammar/command.ts';
import { cassettesSaid, poolSaid, quotaWait, settingsSaid } from '../grammar/contest-options.ts';
import { confirm } from '../screens/ask-gate.ts';
import { paperFor } from '../screens/paper.ts';
import type { Screen } from '../screens/screen.ts';
import type { Showing } from './contest/contest-command.ts';

/** What a terminal program of its own sees of the derived one. */
export interface Watching {
  /** Shows what is played; absent: the screen of every contest. */
  screen?(playable: Playable): Promise<Screen>;
  played?(result: PlayResult): void;
  /** Gets the output before it is printed. */
  told?(output: unknown): Promise<void>;
  /** Prints the output for people; absent: its document. */
  print?(output: unknown): Promise<void>;
}

export type OperationProgram = (
  ...[input, cli, watching]: [...Parameters<CommandProgram>, watching?: Watching]
) => Promise<number>;

/**
 * `instead`: options that stand for another operation, by its name. The value of such an option is the last word of that operation.
 * `load` finds operations.
 */
export function operationCommand(
  asked: DescribedOperation,
  instead: Readonly<Record<string, string>> = {},
  load: typeof operationNamed = operationNamed,
): OperationProgram {
  return async (said, cli, watched = {}) => {
    const { described, input } = insteadOf(asked, instead, said);
    const watching = described === asked ? watched : {};
    const operation = await load(described.name);
    const given = await givenTo(described, input, cli);
    if (!isPlaying(operation)) return await performed({ operation, described, given, watching }, input, cli);
    if (operation.plays.type === 'new') {
      const { checkOptions } = await import('./contest/contest-command.ts');
      checkOptions(input, cli);
    }
    const playing = await playingSaid(described, input, cli);
    const playable = await withArchive(cli, (performing) =>
      readied(operation, { given, playing }, performing),
    );
    const showing = { cli, played: watching.played, screen: watching.screen?.bind(watching, playable) };
    if (playable.type === 'on-record') return await playedOn(playable, input, showing);
    const { playReady } = await import('./contest/contest-command.ts');
    return await playReady(playable.ready, input, showing);
  };
}

/** The operation that an option stands for, or the one that was asked for. */
function insteadOf(
  asked: DescribedOperation,
  instead: Readonly<Record<string, string>>,
  input: CommandInput,
): { readonly described: DescribedOperation; readonly input: CommandInput } {
  const [said, more] = Object.entries(instead).filter(([option]) => input.options[option] !== undefined);
  if (said === undefined) return { described: asked, input };
  const [option, name] = said;
  const other = describedOperations.find((one) => one.name === name);
  if (other === undefined) throw new Error(`there is no operation ${name}`);
  const value = text(input, option);
  const words = value === undefined ? input.words : [...input.words, value];
  const surplus = more === undefined ? words[wordCount(other)] : `--${more[0]}`;
  if (surplus === undefined) return { described: other, input: { ...input, words } };
  throw new JoustError(`${asked.name} --${option} doesn't go with ${surplus}`, {
    code: 'usage',
    hint: `See joust ${asked.name} --help.`,
  });
}

interface Call {
  readonly operation: PerformedSpec;
  readonly described: DescribedOperation;
  readonly given: Readonly<Record<string, unknown>>;
  readonly watching: Watching;
}

async function performed(
  { operation, described, given, watching }: Call,
  input: CommandInput,
  cli: CliWorld,
): Promise<number> {
  const isDry = flag(input, 'dry-run');
  let shown: Document | undefined;
  const asking: Asking = {
    yes: flag(input, 'yes'),
    dryRun: isDry,
    async ask({ would, question = '' }) {
      shown = await print(operation, { output: would, done: false }, { input, cli });
      return await confirm(question, cli);
    },
  };
  const { done, output, goesOn } = await withArchive(
    cli,
    async (performing) => {
      const came = await perform(operation, given, performing);
      const id = 'playsOn' in operation ? operation.playsOn?.(came.output) : undefined;
      return { ...came, goesOn: id && { id, player: await performing.archive.player(id) } };
    },
    asking,
  );
  if (done) await watching.told?.(output);
  if (done || shown === undefined)
    await print(operation, { output, done, shown }, { input, cli, own: watching.print });
  else cli.stderr.write('Nothing was changed.\n');
  if (cli.signal.aborted) return exitCode.interrupted;
  if (isDry) return exitCode.ok;
  if (!done && shown !== undefined) return exitCode.nothingUsable;
  if (described.playsOn !== true || !goesOn) return exitCode[operation.exit?.(output) ?? 'ok'];
  if (goesOn.player === undefined) return await playedOn({ id: goesOn.id, asked: {} }, input, { cli });
  cli.stderr.write(`Its player (process ${goesOn.player.pid}) goes on with it.\n`);
  return exitCode.ok;
}

/** In the foreground, or with --detach by a process of its own. */
async function playedOn(
  { id, asked: said }: Pick<Extract<Playable, { type: 'on-record' }>, 'id' | 'asked'>,
  input: CommandInput,
  showing: Showing,
): Promise<number> {
  const { cli } = showing;
  const asked = {
    ...said,
    limits: await settingsSaid(input, limitSettings, noFile),
    waitForQuotaMs: quotaWait(input),
    approve: flag(input, 'yes') || undefined,
  };
  if (!flag(input, 'detach')) {
    const { resumeOnScreen } = await import('./contest/resume-command.ts');
    return await resumeOnScreen({ id, asked }, input, showing);
  }
  const { resumeDetached } = await import('../../../play/leave-to-player.ts');
  const pid = await withArchive(cli, (place) => resumeDetached({ ...place, id }, asked));
  if (pid !== undefined) cli.stderr.write(`Process ${pid} plays it already.\n`);
  cli.stdout.write(`${id}\n`);
  return exitCode.ok;
}

type Asking = Omit<Extract<Consent, { from: 'person' }>, 'from' | 'confirmed'>;

async function withArchive<T>(
  { machine, signal }: CliWorld,
  use: (performing: Performing) => Promise<T>,
  asking: Asking = { yes: false },
): Promise<T> {
  const home = joustHome(machine);
  await using archive = openArchive(home, machine, ledgerLate(machine));
  const speaker = speakerIn(machine.env);
  return await use({ machine, home, archive, signal, speaker, consent: { from: 'person', ...asking } });
}

const noFile = () => Promise.resolve('');

/** Inputs by name. Those that are words stand in their order; one that may be left out gives way to those that may not. */
async function givenTo(
  { words = [], settings, plays }: DescribedOperation,
  input: CommandInput,
  cli: CliWorld,
): Promise<Readonly<Record<string, unknown>>> {
  const read = (path: string) =>
    path === '-' ? cli.stdin.read() : readTextFile(path, usersPlace(cli.machine));
  const given: Record<string, unknown> = { ...(await settingsSaid(input, settings, read)) };
  const inputs = words.map((word) => settings.find(({ name }) => name === word));
  // The last word is the prompt.
  const left = plays?.takes === 'prompt' ? input.words.slice(0, -1) : [...input.words];
  for (const [at, one] of inputs.entries()) {
    const needed = inputs.slice(at + 1).filter((later) => later?.required === true).length;
    if (one === undefined || (one.required !== true && left.length <= needed)) continue;
    if (one.rule.type === 'list') given[one.name] = left.splice(0);
    else given[one.name] = await wordValue(one, left.shift() ?? '', read);
  }
  return given;
}

async function wordValue({ name, rule }: Setting, word: string, read: (path: string) => Promise<string>) {
  if (rule.type === 'content') return { name: word, text: await read(word) };
  const value = rule.type === 'list' || rule.type === 'table' ? undefined : readText(rule, word);
  if (value !== undefined) return value;
  throw new JoustError(`"${word}" is not allowed as ${name}`, {
    code: 'usage',
    setting: name,
    hint: rule.type === 'table' ? 'See the help.' : `Give ${expectedText(rule)}.`,
  });
}

/** What was said of the contest that the operation plays, besides its own input. */
async function playingSaid(
  { plays }: DescribedOperation,
  input: CommandInput,
  cli: CliWorld,
): Promise<Playing> {
  if (plays === undefined) return {};
  if (plays.takes === 'prompt') {
    const { requestTo } = await import('./contest/contest-command.ts');
    const asked = await requestTo(plays.format, { ...input, words: input.words.slice(-1) }, cli);
    const { format: _format, cwd, prompt, own, files, ...playing } = asked;
    return { ...playing, task: { cwd, prompt, own, files } };
  }
  const read = (path: string) => readTextFile(path, usersPlace(cli.machine));
  return {
    settings: await settingsSaid(input, playedSettings(plays), read),
    waitForQuotaMs: quotaWait(input),
    approve: flag(input, 'yes') || undefined,
    ...cassettesSaid(input, cli),
    ...poolSaid(input),
  };
}

interface Printing {
  readonly input: CommandInput;
  readonly cli: CliWorld;
  readonly own?: Watching['print'];
}

interface Output {
  readonly output: unknown;
  readonly done: boolean;
  /** Printed before the user agreed; the same isn't printed twice. */
  readonly shown?: Document | undefined;
}

async function print(
  operation: PerformedSpec,
  { output, done, shown = [] }: Output,
  { input, cli, own }: Printing,
): Promise<Document> {
  const { stdout, stderr } = cli;
  if (own !== undefined && !flag(input, 'json')) {
    await own(output);
    return [];
  }
  // Standard output belongs to the contest that goes on.
  const playsOn = 'playsOn' in operation && operation.playsOn !== undefined && !flag(input, 'detach');
  if (operation.document === undefined || (flag(input, 'json') && !playsOn)) {
    const lines = operation.jsonLines?.(output) ?? [output];
    for (const line of lines) stdout.write(`${safeJson(line)}\n`);
    return [];
  }
  const told = new Set(shown.map((block) => JSON.stringify(block)));
  const whole = operation.document(output, done, stdout.isTty ? stdout.columns() : undefined);
  const document = whole.filter((block) => !told.has(JSON.stringify(block)));
  if (flag(input, 'markdown')) stdout.write(documentMarkdown(document));
  else stdout.write(await (await paperFor(input, cli, [])).document(document));
  for (const line of notesOf(document)) stderr.write(`${visible(line)}\n`);
  return whole;
}
