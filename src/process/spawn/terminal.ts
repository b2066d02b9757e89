// What is started for a person at a terminal: their editor, and joust as a process of its own that outlives the terminal.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { readSmallFile, replaceFile } from '../files/small-file.ts';
import type { Machine } from '../machine.ts';
import { readProcess } from './process-list.ts';
import { joustProgram, nodeProgram } from './programs.ts';

/** What it says goes to a file, for when something goes wrong before the ledger can tell; who it is, to one beside that. */
export function detachSelf(args: readonly string[], log: string): void {
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 });
  const out = openSync(log, 'a', 0o600);
  const child = spawn(nodeProgram, [joustProgram, ...args], { detached: true, stdio: ['ignore', out, out] });
  child.unref();
  const started = child.pid === undefined ? undefined : readProcess(child.pid);
  if (started !== undefined) replaceFile(`${log}.pid`, `${started.pid} ${started.startTime}\n`);
}

/** Whether the one that writes this log lives: it takes a while until the ledger can tell. */
export function isDetached(log: string): boolean {
  const [pid, startTime] = (readSmallFile(`${log}.pid`) ?? '').trim().split(' ');
  return startTime !== undefined && readProcess(Number(pid))?.startTime === startTime;
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
  const keys = ['SIGINT', 'SIGQUIT'] as const;
  for (const key of keys) process.on(key, ignore);
  return new Promise<number | undefined>((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('exit', (code) => resolve(code ?? undefined));
  }).finally(() => {
    for (const key of keys) process.off(key, ignore);
  });
}
