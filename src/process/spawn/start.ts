// Starts an attempt's wrapper in a session of its own and lets go of it.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Moment, startMoment } from '../tree/moment.ts';
import { callProgram, nodeProgram } from './programs.ts';
import { noteStart } from './running.ts';
import type { Spool } from './spool.ts';
import { shellBecoming } from './waiting-shells.ts';

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
  const numbers = [timeoutMs, idleMs, outputBytes].map((value) => String(Math.ceil(value)));
  const args = [wrapper, spool.path, ...numbers, nodeProgram, callProgram, ...argv];
  const started = shellBecoming({ argv: ['/bin/sh', ...args], cwd, env }) ?? forked(args, { cwd, env });
  // Arguments that are too long or hold a NUL.
  if (started === undefined) return Promise.resolve(false);
  const { child, after } = started;
  noteStart(spool, after, child.pid);
  child.unref();
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 0));
    child.once('error', () => resolve(false));
  });
}

function forked(
  args: readonly string[],
  { cwd, env }: Pick<StartOptions, 'cwd' | 'env'>,
): { readonly child: ChildProcess; readonly after: Moment | undefined } | undefined {
  const after = startMoment();
  try {
    return {
      child: spawn('/bin/sh', [...args], { cwd, env: { ...env }, detached: true, stdio: 'ignore' }),
      after,
    };
  } catch {
    return undefined;
  }
}
