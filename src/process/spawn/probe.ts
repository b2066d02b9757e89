// Short questions to programs: run, read all they say, bounded in time and size.
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { readSmallFile } from '../files/small-file.ts';

export interface ProbeAnswer {
  readonly code: number | null;
  /** Standard output and then standard error. */
  readonly output: string;
}

export interface ProbeOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;

export function runProbe(
  [program, ...args]: readonly [string, ...string[]],
  options: ProbeOptions,
): Promise<ProbeAnswer> {
  const { env, timeoutMs = defaultTimeoutMs } = options;
  return new Promise((resolve) => {
    const settings = {
      env: { ...env },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: 1024 * 1024,
    } as const;
    const child = execFile(program, args, settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      resolve({ code: typeof code === 'number' ? code : null, output: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}

/** Changes whenever the program was replaced. */
export function fingerprint(program: string): string {
  const found = statSync(program, { throwIfNoEntry: false });
  return found === undefined ? program : `${program} ${found.size} ${found.mtimeMs}`;
}

interface Place {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Of a file below the home folder, or below a folder a variable names (`$CODEX_HOME/auth.json`). */
export function homePath(name: string, { home, env }: Place): string | undefined {
  const [, variable, rest] = /^\$([A-Za-z_]\w*)\/(.*)$/.exec(name) ?? [];
  const folder = variable === undefined ? home : env[variable];
  return folder === undefined || !isAbsolute(folder) ? undefined : join(folder, rest ?? name);
}

/** Those that are there, by the names they were asked for. */
export function readHomeFiles(names: readonly string[], place: Place): Readonly<Record<string, string>> {
  const found = names.flatMap((name) => {
    const path = homePath(name, place);
    const content = path === undefined ? undefined : readSmallFile(path);
    return content === undefined ? [] : [[name, content] as const];
  });
  return Object.fromEntries(found);
}
