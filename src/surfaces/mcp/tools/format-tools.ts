// A tool for each format, made of what the format says of itself: it starts a contest, which a process of its own plays, and waits
// for it as long as callers do.
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { JoustError } from '../../../domain/joust-error.ts';
import { settingSchema } from '../../../domain/settings/setting-schema.ts';
import { type DescribedFormat, describedFormats } from '../../../domain/settings/settings.ts';
import {
  callableSettings,
  checkCallable,
  type Leave,
  withinUsersRules,
} from '../../../play/callable-settings.ts';
import { readyContest, type StartRequest } from '../../../play/ready.ts';
import { composedTask, readTaskFiles } from '../../../play/task/task-files.ts';
import { checkTaskPath, type TaskPlace } from '../../../play/task/task-place.ts';
import { played } from '../played.ts';
import { toldSchema } from '../told-contest.ts';
import { asks, type Call, type JsonSchema, schemaOf, type Tool } from '../tool.ts';
import { settingSpelled, spelledSetting, toolNameOf } from '../tool-names.ts';

/** With those of the extensions that were loaded by now. */
export const formatTools = (): readonly Tool[] =>
  describedFormats
    // What commands of another make play is not to be had past their rules; the oracle has a tool of its own.
    .filter(({ name, command }) => name !== 'oracle' && command !== 'own')
    .map((format) => ({
      name: toolNameOf(format),
      title: sentence(format.name.replaceAll('-', ' ')),
      description: `${sentence(format.summary)}. It may outlast this call: then it gives a job id, and contest_result goes on waiting.`,
      input: (leave) => inputOf(format, leave),
      get output() {
        return schemaOf(toldSchema, 'output');
      },
      annotations: asks,
      run: async (input, call) =>
        await played(await readyContest(await requestOf(format, input, call), call.desk.place), call),
    }));

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inputOf(format: DescribedFormat, leave: Leave): JsonSchema {
  const { takes } = format;
  const settings = callableSettings(format, leave).map(
    (one) => [spelledSetting(one.name), settingSchema(one)] as const,
  );
  return {
    type: 'object',
    properties: { ...subjectOf(format), ...Object.fromEntries(settings), cwd, pool },
    required: takes === 'prompt' ? ['prompt'] : [],
    additionalProperties: false,
  };
}

const cwd = {
  type: 'string',
  description: 'absolute path of the folder it is about (default: where the server runs)',
};

const pool = {
  type: 'string',
  description: 'have hosts of the pool play it: those with this label, or any where it is empty',
};

function subjectOf({ takes }: DescribedFormat): object {
  if (takes === 'prompt')
    return {
      prompt: { type: 'string', description: 'what is asked, with everything they need to know' },
      files: {
        type: 'array',
        items: { type: 'string' },
        description: 'files, folders or patterns below cwd whose content goes with the prompt',
      },
    };
  return 'entries' in takes
    ? { id: { type: 'string', description: 'the contest it is about (default: the last that fits)' } }
    : {};
}

/** What was said, as a contest is asked for; what is not in the schema is refused. */
async function requestOf(
  format: DescribedFormat,
  input: unknown,
  { desk, callers, program }: Call,
): Promise<StartRequest> {
  const { prompt, files, id, cwd: folder, pool: label, ...said } = objectIn(input);
  const { takes } = format;
  const stray = Object.entries({ prompt, files, id }).find(
    ([name, value]) => value !== undefined && !Object.hasOwn(subjectOf(format), name),
  );
  const settings = Object.fromEntries(
    Object.entries(said).map(([name, value]) => [settingSpelled(name), value]),
  );
  checkCallable(format, [...Object.keys(settings), ...(stray === undefined ? [] : [stray[0]])], program);
  const where = folderOf(textIn('cwd', folder) ?? desk.place.machine.cwd);
  const place = { ...desk.place, cwd: where, program };
  checkTaskPath(where, place);
  const task = takes === 'prompt' ? await taskOf(prompt, files, place) : {};
  const kept = await withinUsersRules(format, withContent(format, settings), { ...program, ...place });
  const subject = textIn('id', id);
  const hosts = textIn('pool', label);
  return {
    format: format.name,
    cwd: where,
    ...task,
    settings: kept,
    program,
    subject,
    pool: hosts,
    callers,
  };
}

async function taskOf(prompt: unknown, files: unknown, place: TaskPlace) {
  const words = textIn('prompt', prompt);
  if (words === undefined || words.trim() === '')
    throw new JoustError('there is no prompt', { code: 'usage', hint: 'Say what is asked as `prompt`.' });
  const paths = files === undefined ? [] : files;
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string'))
    throw new JoustError('files is not allowed: expected a list of paths', { code: 'usage' });
  return composedTask(words, (await readTaskFiles(paths, place)).files);
}

/** What stands in a file elsewhere is said here as it is. */
function withContent({ settings }: DescribedFormat, said: Readonly<Record<string, unknown>>) {
  const contents = new Set(settings.filter(({ rule }) => rule.type === 'content').map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [
      name,
      contents.has(name) && typeof value === 'string' ? { name, text: value } : value,
    ]),
  );
}

function objectIn(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}

function textIn(name: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new JoustError(`${name} is not allowed: expected text`, { code: 'usage' });
}

function folderOf(path: string): string {
  if (isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new JoustError(`${path} is no folder of this machine`, {
    code: 'usage',
    hint: 'Give the absolute path of one that exists.',
  });
}
