// Runs git in a folder of the user's, as the user would; or in a folder apart, where nobody's settings count.
import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { dirname } from 'node:path';

interface GitCall {
  readonly args: readonly string[];
  readonly stdin?: string | Uint8Array;
  /** Over what is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Only ours: no user's or system's configuration, and no repository around it. */
  readonly apart?: boolean;
  readonly timeoutMs?: number;
}

export interface GitAnswer {
  /** Null: it could not be started, or did not end in time. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const defaultTimeoutMs = 60_000;
const mostBytes = 1024 * 1024 * 1024;
/** They would lead git to another repository or index than the one of the folder. */
const misleading =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE)$/;

export function runGitHere(folder: string, call: GitCall): Promise<GitAnswer> {
  const { args, stdin, timeoutMs = defaultTimeoutMs } = call;
  return new Promise((resolve) => {
    const settings = {
      cwd: folder,
      env: { ...(call.apart === true ? apart(folder) : inherited()), ...call.env },
      timeout: timeoutMs,
      maxBuffer: mostBytes,
      encoding: 'buffer',
    } as const;
    const child = execFile('git', [...args], settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      const said = stderr.toString('utf8');
      resolve({
        code: typeof code === 'number' ? code : null,
        stdout,
        stderr: said === '' && error !== null ? error.message : said,
      });
    });
    // Whoever does not read it has said why in its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  });
}

function inherited(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && !misleading.test(name)) env[name] = value;
  return env;
}

function apart(folder: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_CEILING_DIRECTORIES: dirname(folder),
  };
}

/** A question as the user would ask it: nothing is written, no lock is taken. Undefined where git is missing or says no. */
export async function askGit(folder: string, args: readonly string[]): Promise<string | undefined> {
  const env = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  const { code, stdout } = await runGitHere(folder, { args, env });
  return code === 0 ? stdout.toString('utf8') : undefined;
}
