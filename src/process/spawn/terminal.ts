// What is started for a person at a terminal: their editor, and joust as a process of its own that outlives the terminal.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Machine } from '../machine.ts';
import { joustProgram, nodeProgram } from './programs.ts';

/** What it says goes to a file, for when something goes wrong before the ledger can tell. */
export function detachSelf(args: readonly string[], log: string): void {
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 });
  const out = openSync(log, 'a', 0o600);
  const child = spawn(nodeProgram, [joustProgram, ...args], { detached: true, stdio: ['ignore', out, out] });
  child.unref();
}

/** Waits until it is closed. The editor's exit code; undefined when it could not be started. $VISUAL and $EDITOR may hold arguments, as git has it. */
export function openEditor(
  path: string,
  { env, platform }: Pick<Machine, 'env' | 'platform'>,
): Promise<number | undefined> {
  const editor = env['VISUAL'] || env['EDITOR'] || (platform === 'win32' ? 'notepad' : 'vi');
  const options = { stdio: 'inherit', env: { ...env } } as const;
  const child =
    platform === 'win32'
      ? spawn(`${editor} "${path}"`, { ...options, shell: true })
      : spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, path], options);
  // An interrupt is the editor's to handle.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  return new Promise<number | undefined>((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('exit', (code) => resolve(code ?? undefined));
  }).finally(() => process.off('SIGINT', ignore));
}
