// Starts an attempt's wrapper in a session of its own and lets go of it.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startMoment } from './process-tree.ts';
import { callProgram, nodeProgram } from './programs.ts';
import { notePid, noteStart } from './running.ts';
import { isClaimed, type Spool, takeClaim } from './spool.ts';
import { type Program, startFromShell } from './starter.ts';

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
export async function startWrapper(spool: Spool, { argv, cwd, env, limits }: StartOptions): Promise<boolean> {
  const { timeoutMs, idleMs, outputBytes } = limits;
  const numbers = [timeoutMs, idleMs, outputBytes].map((value) => String(Math.ceil(value)));
  const own = [...numbers, String(process.pid), nodeProgram, callProgram];
  const program = { argv: ['/bin/sh', wrapper, spool.path, ...own, ...argv], cwd, env };
  noteStart(spool, startMoment());
  const started = startFromShell(program);
  if (started === undefined) return await startHere(spool, program);
  void started.pid.then((pid) => notePid(spool, pid));
  const code = await started.exited;
  // The shell is gone, and it may not have come to this one: whoever has the claim decides whether it ever runs.
  if (code === null) return takeClaim(spool) && false;
  return code > 1 && !isClaimed(spool) ? await startHere(spool, program) : code === 0;
}

function startHere(spool: Spool, { argv, cwd, env }: Program): Promise<boolean> {
  const [name = '', ...args] = argv;
  let child: ChildProcess;
  try {
    child = spawn(name, args, { cwd, env: { ...env }, detached: true, stdio: 'ignore' });
  } catch {
    // Arguments that are too long or hold a NUL.
    return Promise.resolve(false);
  }
  notePid(spool, child.pid);
  child.unref();
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 0));
    child.once('error', () => resolve(false));
  });
}
