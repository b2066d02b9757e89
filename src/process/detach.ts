// Starts this same program again as a process of its own that outlives the terminal.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** What it says goes to a file, for when something goes wrong before the ledger can tell. */
export function detachSelf(args: readonly string[], log: string): void {
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 });
  const out = openSync(log, 'a', 0o600);
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [program, ...args], { detached: true, stdio: ['ignore', out, out] });
  child.unref();
}
