// The task's text: from the argument, standard input and files, added up and never one instead of another.

import { plural } from '../../../../domain/figures.ts';
import { JoustError } from '../../../../domain/joust-error.ts';
import {
  type ComposedTask,
  composedTask,
  readTaskFiles,
  type TaskFile,
} from '../../../../play/task/task-files.ts';
import { usersPlace } from '../../../../play/task/task-place.ts';
import type { CliWorld } from '../../grammar/command.ts';

interface PromptSources {
  /** The argument; `-` is standard input. */
  readonly argument: string | undefined;
  /** Files, folders and patterns; `-` is standard input. */
  readonly paths: readonly string[];
  /** Of the same kind, shown beside a question: they are none. */
  readonly context?: readonly string[];
}

/** Standard input is read at most once: as the question where nothing else holds it, else as a file beside it. */
export async function readPrompt(sources: PromptSources, cli: CliWorld): Promise<ComposedTask> {
  const { argument, context = [] } = sources;
  const paths = [...sources.paths, ...context];
  if (argument === '-' && paths.includes('-')) {
    throw new JoustError('standard input cannot be the question and a file at once', {
      code: 'usage',
      hint: 'Give the question as an argument: joust ask -f - "what is this?"',
    });
  }
  if (argument !== undefined && argument.trim() === '') throw noPrompt('the prompt is blank');
  const isQuestion = argument === '-' || (argument === undefined && !paths.includes('-'));
  const piped = await pipedText({ argument, paths }, cli);
  if (sources.paths.length === 0 && (argument ?? piped ?? '').trim() === '')
    throw noPrompt('there is no prompt');
  const named = await namedFiles(paths, piped ?? '', cli);
  const beside = isQuestion || paths.includes('-') ? [] : pipedFile(piped, cli);
  // What came by a pipe may be anybody's words, the question itself included.
  return isQuestion && piped !== undefined
    ? { ...composedTask(piped, named), own: 0 }
    : composedTask(argument ?? '', [...beside, ...named]);
}

const stdinName = 'standard input';

async function pipedText(
  { argument, paths }: PromptSources,
  { stdin, stderr }: CliWorld,
): Promise<string | undefined> {
  const wanted = argument === '-' || paths.includes('-');
  if (stdin.isTty && !wanted) return undefined;
  return await stdin.read(() =>
    stderr.write('joust waits for standard input to end; add </dev/null where none is meant.\n'),
  );
}

function pipedFile(text: string | undefined, { stderr }: CliWorld): readonly TaskFile[] {
  if (text === undefined || text.trim() === '') return [];
  stderr.write(
    `Standard input is part of the task: ${plural(text.split('\n').length, 'line')}, as a file.\n`,
  );
  return [{ name: stdinName, text }];
}

/** In the order they were named. */
async function namedFiles(
  paths: readonly string[],
  piped: string,
  { machine, stderr }: CliWorld,
): Promise<readonly TaskFile[]> {
  const files: TaskFile[] = [];
  for (const path of paths) {
    if (path === '-') files.push({ name: stdinName, text: piped });
    else {
      const read = await readTaskFiles([path], usersPlace(machine));
      for (const note of read.notes) stderr.write(`${note}\n`);
      files.push(...read.files);
    }
  }
  return files;
}

function noPrompt(message: string): JoustError {
  return new JoustError(message, {
    code: 'usage',
    hint: 'Give it as an argument (joust ask "..."), by a pipe, or as a file with -f.',
  });
}
