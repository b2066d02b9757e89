// Whether a check can be started at all, as far as its command line tells: before anybody is paid for work that it should measure.
import { join } from 'node:path';
import type { CheckSpec } from '../../domain/check-spec.ts';
import { findProgram } from '../../process/spawn/programs.ts';

export interface StartPlace {
  /** The variables checks are run with. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's own tree, as checkouts show it, and the folder below it that checks run in. */
  readonly folder: string;
  readonly below: string;
}

/** Variables that are set for it, then a plain word. What is more of a program for the shell is left to the shell. */
const firstWord = /^(?:[A-Za-z_]\w*=[\w./:-]*\s+)*([\w./@+-]+)(?=\s|$|;|&|\|)/;

/** What the shell does itself. */
const shells = new Set([
  ...['cd', '.', 'set', 'export', 'eval', 'exec', 'command', 'exit', 'if', 'for', 'while', 'until', 'case'],
  ...['umask', 'ulimit', 'trap', 'wait', 'type', 'alias', 'unset', 'return', 'read', 'shift', 'time'],
]);

/** Why not; undefined: nothing is known against it. */
export function whyNoStart({ command }: Pick<CheckSpec, 'command'>, place: StartPlace): string | undefined {
  const word = firstWord.exec(command.trim())?.[1];
  if (word === undefined || shells.has(word)) return undefined;
  const { env, folder, below } = place;
  if (findProgram(word, { path: env['PATH'], cwd: join(folder, below) }) !== undefined) return undefined;
  return word.includes('/')
    ? `${join('.', word)} is not there, or cannot be run`
    : `${word} is not on the PATH`;
}
