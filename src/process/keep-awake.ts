// While a contest is played: the machine is kept from falling asleep, where the system has a program for it, and joust's own heap
// small. Loaded only where it is needed.
import { spawn } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { childEnvironment } from './environment.ts';
import type { Machine } from './machine.ts';
import { findProgram } from './spawn/programs.ts';

/** Ends by itself soon after its owner is gone, however that came; and at once where it cannot wait. */
const untilGone = 'while kill -0 "$1" 2>/dev/null && sleep 2; do :; done';

const keepers: Partial<Record<NodeJS.Platform, (owner: string) => readonly [name: string, ...string[]]>> = {
  darwin: (owner) => ['caffeinate', '-i', '-w', owner],
  linux: (owner) => [
    'systemd-inhibit',
    '--what=idle:sleep',
    '--who=joust',
    '--why=a contest is being played',
    '--mode=block',
    '/bin/sh',
    '-c',
    untilGone,
    'joust-awake',
    owner,
  ],
};

/**
 * The function ends it. Nothing is ever thrown: where there is no such program, or where it is refused, the machine
 * sleeps when it likes. The owner is the process that must live on for it to last.
 */
export function keepAwake(
  { env, platform, cwd }: Pick<Machine, 'env' | 'platform' | 'cwd'>,
  owner = process.pid,
): () => void {
  const [name, ...args] = keepers[platform]?.(String(owner)) ?? [];
  const program = name === undefined ? undefined : findProgram(name, { path: env['PATH'], cwd });
  return program === undefined ? () => undefined : start(program, args, env);
}

function start(program: string, args: readonly string[], env: Machine['env']): () => void {
  const path = `${env['PATH'] ?? ''}:/usr/bin:/bin`;
  const rules = { passes: [], keys: [], withholdKeys: true, removes: [], sets: { PATH: path } };
  try {
    // In a group of its own: an interrupt is the player's to handle, and all of it ends together.
    const child = spawn(program, args, {
      detached: true,
      stdio: 'ignore',
      cwd: '/',
      env: { ...childEnvironment(env, rules).env },
    });
    child.on('error', () => undefined);
    child.unref();
    return () => {
      // A pid that has ended may be somebody else's by now.
      if (child.exitCode === null && child.signalCode === null) endGroup(child.pid);
    };
  } catch {
    return () => undefined;
  }
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGTERM');
  } catch {
    // It is gone already.
  }
}

/** Where agents print a lot, what they print dies young: a heap that grows reluctantly halves joust's memory. */
export function keepHeapSmall(): void {
  for (const flag of smallHeap) setFlagsFromString(flag);
  // What is kept of compiled code when the process ends is no good to one with other flags: by then they are as they were.
  process.prependOnceListener('exit', () => {
    for (const flag of usualHeap) setFlagsFromString(flag);
  });
}

const smallHeap = ['--semi-space-growth-factor=1', '--heap-growing-percent=20', '--optimize-for-size'];
const usualHeap = ['--semi-space-growth-factor=2', '--heap-growing-percent=0', '--no-optimize-for-size'];
