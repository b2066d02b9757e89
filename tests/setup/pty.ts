// Runs the CLI on a pseudo-terminal of a chosen size, through util-linux `script`.
import { spawn, spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';
import { cliProgram, type Project } from './project.ts';
import { screenOf } from './screen-of.ts';
import { until } from './until.ts';

const program = 'script';

export interface PtyOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A file that standard output goes to. */
  readonly into?: string;
}

/** Going out of scope hangs up, as closing the window does. */
export interface Pty extends AsyncDisposable {
  /** Everything the terminal was sent so far. */
  output(): string;
  /** Resolves when it was sent this text. */
  until(text: string): Promise<void>;
  /** Keys, as the terminal would send them. */
  type(keys: string): void;
  readonly done: Promise<{ readonly code: number | null; readonly output: string }>;
}

/** Why there is no pseudo-terminal here; nothing where there is one. */
export function noPty(): string | undefined {
  const { status } = spawnSync(program, ['-qec', 'exit 7', '/dev/null'], { stdio: 'ignore' });
  return status === 7
    ? undefined
    : 'util-linux `script` is not on this machine, so there is no pseudo-terminal';
}

export function startPty(place: Project, args: readonly string[], options: PtyOptions = {}): Pty {
  const { columns = 60, rows = 20, env = {}, into } = options;
  const line =
    [process.execPath, cliProgram, ...args].map(quote).join(' ') +
    (into === undefined ? '' : ` >${quote(into)}`);
  const child = spawn(program, ['-qec', `stty cols ${columns} rows ${rows}; exec ${line}`, '/dev/null'], {
    cwd: place.folder,
    env: { ...place.env, SHELL: '/bin/sh', TERM: 'xterm-256color', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const { stdin } = child;
  stdin.on('error', () => undefined);
  const done = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await done;
    },
    output: () => output,
    async until(text) {
      await until(() => output.includes(text) || child.exitCode !== null);
    },
    type: (keys) => void stdin.write(keys),
    done: done.then((code) => ({ code, output })),
  };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Of a terminal nobody chose a size for. */
export const columns = 60;

export function needsPty({ skip }: TestContext): void {
  const missing = noPty();
  if (missing !== undefined) skip(missing);
}

/** A whole run on it, and what stands on the screen at the end. */
export async function onTerminal(place: Project, args: readonly string[], options: PtyOptions = {}) {
  await using pty = startPty(place, args, { columns, ...options });
  const { code, output } = await pty.done;
  return { code, output, screen: screenOf(output, options.columns ?? columns) };
}
