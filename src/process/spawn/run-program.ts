// A program from its start to its end, with all it says in memory: started from the small shell, or from here where that cannot be.
import { spawn } from 'node:child_process';
import { type Program, type RanProgram, type RunLimits, runFromShell } from './starter.ts';

/** Rejects where it cannot be started at all. */
export async function runProgram(program: Program, limits: RunLimits = {}): Promise<RanProgram> {
  return (await runFromShell(program, limits)) ?? (await runFromHere(program, limits));
}

function runFromHere(
  { argv: [name = '', ...args], cwd, env }: Program,
  { input = '', timeoutMs }: RunLimits,
): Promise<RanProgram> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, {
      env: { ...env },
      cwd,
      stdio: 'pipe',
      killSignal: 'SIGKILL',
      ...(timeoutMs !== undefined && { timeout: Math.max(1, Math.ceil(timeoutMs)) }),
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    // Whoever does not read its input to the end says why by its exit.
    child.stdin.on('error', () => undefined);
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString('utf8') }),
    );
    child.stdin.end(input);
  });
}
