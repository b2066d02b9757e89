// Starts an attempt's wrapper in a session of its own and lets go of it.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startMoment } from '../tree/moment.ts';
import { callProgram, nodeProgram } from './programs.ts';
import { noteStart } from './running.ts';
import type { Spool } from './spool.ts';
import { shellBecoming, type WaitingShell } from './waiting-shells.ts';

export interface Limits {
  readonly timeoutMs: number;
  /** Silence after which the attempt is ended; 0: never. */
  readonly idleMs: number;
  readonly outputBytes: number;
}

export interface StartOptions {
  readonly argv: readonly [program: string, ...args: string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly limits: Limits;
}

const wrapper = fileURLToPath(new URL('./wrapper.sh', import.meta.url));

/**
 * Resolves when the wrapper is gone, however that came, to whether it has recorded the end. Starting never throws: a wrapper that
 * cannot start is gone at once.
 */
export function startWrapper(spool: Spool, { argv, cwd, env, limits }: StartOptions): Promise<boolean> {
  const { timeoutMs, idleMs, outputBytes } = limits;
  const numbers = [process.pid, timeoutMs, idleMs, outputBytes].map((value) => String(Math.ceil(value)));
  const args = [wrapper, spool.path, ...numbers, nodeProgram, callProgram, ...argv];
  const started = shellBecoming({ argv: ['/bin/sh', ...args], cwd, env }) ?? forked(args, { cwd, env });
  noteStart(spool, started.after, started.pid);
  return started.gone;
}

function forked(
  args: readonly string[],
  { cwd, env }: Pick<StartOptions, 'cwd' | 'env'>,
): Pick<WaitingShell, 'after' | 'gone'> & { readonly pid: number | undefined } {
  const after = startMoment();
  try {
    const child = spawn('/bin/sh', [...args], { cwd, env: { ...env }, detached: true, stdio: 'ignore' });
    child.unref();
    const gone = new Promise<boolean>((resolve) => {
      child.once('exit', (code) => resolve(code === 0));
      child.once('error', () => resolve(false));
    });
    return { pid: child.pid, after, gone };
  } catch {
    // Arguments that are too long or hold a NUL.
    return { pid: undefined, after, gone: Promise.resolve(false) };
  }
}
