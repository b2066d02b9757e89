// The task as programs give it over HTTP and MCP: a prompt, files, and the folder it is about.
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { aboutSetting, blame, JoustError } from '../../domain/joust-error.ts';
import { composedTask, readTaskFiles } from './task-files.ts';
import { checkTaskPath, type TaskPlace } from './task-place.ts';

export const saidTask = z.object({
  prompt: z.string().optional().describe('the question or task, with everything they need to know'),
  files: z
    .array(z.string())
    .optional()
    .describe('files, folders or patterns below cwd whose content goes with the prompt'),
  attachments: z
    .array(z.object({ name: z.string(), text: z.string() }))
    .optional()
    .describe('content that goes with the prompt'),
  cwd: z
    .string()
    .optional()
    .describe('absolute path of the folder it is about (default: where the server runs)'),
});
export type SaidTask = z.output<typeof saidTask>;

export interface ReadTask {
  readonly cwd: string;
  readonly prompt?: string;
  readonly own?: number;
  readonly files?: readonly string[];
}

/** Relative paths start from its `cwd`, or from `place.cwd`. A task without words has no prompt. */
export async function readTask(
  { prompt = '', files = [], attachments = [], cwd = '' }: SaidTask,
  place: TaskPlace,
): Promise<ReadTask> {
  const folder = cwd === '' ? place.cwd : absoluteFolder(cwd);
  const here = { ...place, cwd: folder };
  if (place.program !== undefined) aboutSetting('cwd', () => checkTaskPath(folder, here));
  const read = await readTaskFiles(files, here).catch(blame('files'));
  const task = composedTask(prompt, [...attachments, ...read.files]);
  return task.prompt === '' ? { cwd: folder } : { cwd: folder, ...task };
}

function absoluteFolder(path: string): string {
  if (isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new JoustError(`${path} is not a directory on the server`, {
    code: 'usage',
    setting: 'cwd',
    hint: 'Give the absolute path of an existing directory.',
  });
}
