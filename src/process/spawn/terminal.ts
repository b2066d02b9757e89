// What is started for a person at a terminal: their editor and pager, and joust as a process of its own that outlives the terminal.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { readSmallFile, replaceFile } from '../files/small-file.ts';
import type { Machine } from '../machine.ts';
import { readProcess } from '../tree/process-list.ts';
import { joustProgram, nodeProgram } from './programs.ts';

/**
 * What it says goes to a file, for when something goes wrong before the ledger can tell; who it is, to one beside that. It is nobody's
 * child when this returns: clients of joust end their servers with all descendants, and a contest is to outlive them.
 */
export async function detachSelf(
  args: readonly string[],
  { home, log }: { readonly home: string; readonly log: string },
): Promise<void> {
  starting.add(log);
  try {
    await startBeside(args, { home, log });
  } finally {
    starting.delete(log);
  }
}

/** Of this process: until it is known who they are, they count as started. */
const starting = new Set<string>();

async function startBeside(args: readonly string[], { home, log }: { home: string; log: string }) {
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 });
  const out = openSync(log, 'a', 0o600);
  const argv = [nodeProgram, joustProgram, ...args];
  // A host program may keep its contests where its own environment does not say.
  const env = { ...process.env, JOUST_HOME: home };
  const start = process.platform === 'win32' ? childOf : orphanOf;
  const pid = await start(argv, { env, out });
  closeSync(out);
  const started = pid === undefined ? undefined : readProcess(pid);
  if (started !== undefined) replaceFile(`${log}.pid`, `${started.pid} ${started.startTime}\n`);
}

interface Detaching {
  readonly env: NodeJS.ProcessEnv;
  /** An open file for all it says. */
  readonly out: number;
}

/** A shell starts it beside itself, says its pid and is gone: the system's first process takes it over. */
function orphanOf(argv: readonly string[], { env, out }: Detaching): Promise<number | undefined> {
  const line = '"$@" </dev/null >&3 2>&3 3>&- & echo $!';
  const shell = spawn('/bin/sh', ['-c', line, 'joust-detaches', ...argv], {
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'ignore', out],
  });
  let said = '';
  shell.stdout?.setEncoding('latin1').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve) => {
    shell.once('error', () => resolve(undefined));
    shell.once('close', () => resolve(Number.parseInt(said, 10) || undefined));
  });
}

function childOf([program = '', ...args]: readonly string[], { env, out }: Detaching): number | undefined {
  const child = spawn(program, args, { detached: true, stdio: ['ignore', out, out], env });
  child.unref();
  return child.pid;
}

/** Whether the one that writes this log lives: it takes a while until the ledger can tell. */
export function isDetached(log: string): boolean {
  if (starting.has(log)) return true;
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
  return closed(
    platform === 'win32'
      ? spawn(`${editor} "${path}"`, { ...options, shell: true })
      : spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, path], options),
  );
}

/** What a shell says of a program it cannot start. */
const notStarted: ReadonlySet<number | undefined> = new Set([126, 127, undefined]);

/** Waits until it is closed; false when it could not be started. Whoever leaves it early has read enough. */
export async function openPager(
  text: string,
  { env, platform }: Pick<Machine, 'env' | 'platform'>,
): Promise<boolean> {
  const pager = env['PAGER'] || (platform === 'win32' ? 'more' : 'less');
  // Colours are shown, what fits is not paged, and it stays on the screen: as git has it.
  const child = spawn(pager, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', LV: '-c', ...env },
    shell: true,
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(text);
  return !notStarted.has(await closed(child));
}

/** Its exit code. */
function closed(child: ChildProcess): Promise<number | undefined> {
  // An interrupt is the program's to handle.
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
