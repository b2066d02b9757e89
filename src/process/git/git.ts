// git on a folder of ours: no hooks, filters, monitors, external programs, user or system configuration. Whatever a
// contestant plants in its tree runs nothing.
import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { randomName } from '../machine.ts';
import { findProgram } from '../spawn/programs.ts';
import { runProgram } from '../spawn/run-program.ts';
import { quoted, type RanProgram, runFromShell } from '../spawn/starter.ts';

export interface GitPlace {
  readonly gitDir: string;
  /** Absent: nothing is read from or written to a working tree, and no .gitattributes of one count. */
  readonly workTree?: string;
  readonly index?: string;
  /** Absent: objects are kept in gitDir. */
  readonly objectFolder?: string;
  /** It is ended then. */
  readonly timeoutMs?: number;
}

export class GitError extends Error {
  readonly stderr: string;

  constructor(args: readonly string[], code: number | null, stderr: string) {
    super(`git ${args[0] ?? ''} failed (${code ?? 'killed'}): ${stderr.trim().slice(0, 2000)}`);
    this.name = 'GitError';
    this.stderr = stderr;
  }
}

const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.attributesFile=/dev/null',
  'core.protectHFS=true',
  'core.protectNTFS=true',
  'core.quotePath=false',
  'diff.external=',
  'diff.ignoreSubmodules=all',
  'submodule.recurse=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
  'safe.directory=*',
  'advice.detachedHead=false',
].flatMap((setting) => ['-c', setting]);

/** Everything it prints; a failure is a GitError. */
export async function git(
  place: GitPlace,
  args: readonly string[],
  input: string | Uint8Array = '',
): Promise<Buffer> {
  const { code, stdout, stderr } = await run([gitProgram(), ...settings, ...args], place, input);
  if (code === 0) return stdout;
  throw new GitError(args, code, stderr);
}

/** The same for whoever runs it: its arguments and its environment. */
export function ownGit(place: GitPlace, args: readonly string[]) {
  return { argv: [...settings, ...args], env: environment(place) };
}

let found: { readonly path: string; readonly program: string } | undefined;

/** Looked for once: a shell would try every folder of the path each time. */
function gitProgram(): string {
  const path = process.env['PATH'] ?? '';
  if (found?.path !== path) found = { path, program: findProgram('git', { path, cwd: '/' }) ?? 'git' };
  return found.program;
}

/** Where attributes of all of a user's repositories may stand. Undefined: there may be others. */
export function attributeFiles(home: string): readonly string[] | undefined {
  const { GIT_ATTR_SOURCE: source, XDG_CONFIG_HOME: settings } = process.env;
  // Others were built to look elsewhere.
  if (gitProgram() !== '/usr/bin/git' || source !== undefined) return undefined;
  return ['/etc/gitattributes', join(settings || join(home, '.config'), 'git/attributes')];
}

/** The patterns for all of a user's repositories, where no setting names another file. */
export function ignoreFile(home: string): string {
  return join(process.env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git/ignore');
}

/** Even of the largest repository nothing takes as long: it waits for something. */
const longestMs = 30 * 60_000;

async function run(
  argv: readonly string[],
  place: GitPlace,
  input: string | Uint8Array,
): Promise<RanProgram> {
  const { timeoutMs = longestMs } = place;
  const program = { argv, cwd: place.workTree ?? place.gitDir, env: environment(place) };
  return await runProgram(program, { input, timeoutMs });
}

type Commands = readonly (readonly string[])[];

/**
 * Several one after the other, by one shell, until one fails: to start a process here costs more than most of them do. `input` is the
 * first one's.
 */
export async function gitInTurn(
  place: GitPlace,
  commands: Commands,
  input: string | Uint8Array = '',
): Promise<readonly Buffer[]> {
  if (commands.length === 0) return [];
  const mark = randomName(16);
  const argv = ['/bin/sh', '-c', inOneShell(commands), mark, ...settings];
  const { code, stdout, stderr } = await run(argv, place, input);
  const said = saidInTurn(stdout, mark);
  if (code === 0) return said.map((one) => one.stdout);
  throw new GitError(commands[said.length - 1] ?? [], code, stderr);
}

/** Each is followed by its exit code, behind a mark that nothing it prints can hold. */
function inOneShell(commands: Commands): string {
  const lines = commands.map(
    (args) =>
      `git "$@" ${args.map(quoted).join(' ')}; c=$?; printf '\\0%s %s\\0' "$0" $c; [ $c = 0 ] || exit $c`,
  );
  return lines.join('\n');
}

function saidInTurn(
  out: Buffer,
  mark: string,
): readonly { readonly code: number; readonly stdout: Buffer }[] {
  const said: { code: number; stdout: Buffer }[] = [];
  const sign = `\0${mark} `;
  for (let at = 0, end = out.indexOf(sign); end >= 0; end = out.indexOf(sign, at)) {
    const next = out.indexOf(0, end + sign.length);
    const code = Number(out.subarray(end + sign.length, next).toString('latin1'));
    said.push({ code, stdout: out.subarray(at, end) });
    at = next + 1;
  }
  return said;
}

export async function gitText(place: GitPlace, args: readonly string[], input?: string): Promise<string> {
  return (await git(place, args, input)).toString('utf8').trimEnd();
}

function environment({ gitDir, workTree, index, objectFolder }: GitPlace): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: '/nonexistent',
    XDG_CONFIG_HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_DIR: gitDir,
    ...(workTree !== undefined && { GIT_WORK_TREE: workTree }),
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
    ...(objectFolder !== undefined && { GIT_OBJECT_DIRECTORY: objectFolder }),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_AUTHOR_NAME: 'joust',
    GIT_AUTHOR_EMAIL: 'joust@localhost',
    GIT_COMMITTER_NAME: 'joust',
    GIT_COMMITTER_EMAIL: 'joust@localhost',
    // The same content gives the same commit.
    GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
    GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
  };
}

interface GitCall {
  readonly args: readonly string[];
  readonly stdin?: string | Uint8Array;
  /** Over what is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Only ours: no user's or system's configuration, and no repository around it. */
  readonly apart?: boolean;
  /** The repository's hooks run, as they do for a commit of the user's. */
  readonly hooks?: boolean;
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
/** They would lead git to another repository or index than the one of the folder; and hooks need not know where the record is. */
const misleading =
  /^(?:JOUST_LEDGER|GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE))$/;

/** What a repository may have git run unasked: monitors and verifiers always, hooks unless they are wanted. */
const unasked = ['core.fsmonitor=false', 'log.showSignature=false'].flatMap((setting) => ['-c', setting]);
/** What is missing in a partial clone is not fetched either; older gits know no setting for that, and are kept from the network. */
const noHooks = ['core.hooksPath=/dev/null', 'protocol.allow=never'].flatMap((setting) => ['-c', setting]);

/**
 * Runs git in a folder of the user's, as the user would, but for programs that nobody asked for; or in a folder apart,
 * where nobody's settings count.
 */
export function runGitHere(folder: string, call: GitCall): Promise<GitAnswer> {
  return runHere(['git', ...asUser(call), ...call.args], folder, call);
}

function asUser({ hooks }: Pick<GitCall, 'hooks'>): readonly string[] {
  return [...unasked, ...(hooks === true ? [] : noHooks)];
}

function runHere(
  [program = '', ...words]: readonly string[],
  folder: string,
  call: Omit<GitCall, 'args'>,
): Promise<GitAnswer> {
  const { stdin, timeoutMs = defaultTimeoutMs } = call;
  return new Promise((resolve) => {
    const settings = {
      cwd: folder,
      env: environmentHere(folder, call),
      timeout: timeoutMs,
      maxBuffer: mostBytes,
      encoding: 'buffer',
    } as const;
    const child = execFile(program, words, settings, (error, stdout, stderr) => {
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

function environmentHere(folder: string, call: Omit<GitCall, 'args'>): Record<string, string> {
  return {
    ...(call.apart === true ? apart(folder) : inherited()),
    ...(call.hooks !== true && { GIT_NO_LAZY_FETCH: '1' }),
    ...call.env,
  };
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

const asking = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };

/** A question as the user would ask it: nothing is written, no lock is taken. Undefined where git is missing or says no. */
export async function askGit(folder: string, args: readonly string[]): Promise<string | undefined> {
  const { code, stdout } = await ask([gitProgram(), ...asUser({}), ...args], folder);
  return code === 0 ? stdout.toString('utf8') : undefined;
}

/** What the first of two prints, handed to the second. */
export async function askGitPiped(
  folder: string,
  first: readonly string[],
  second: readonly string[],
): Promise<string | undefined> {
  const script = `git "$@" ${first.join(' ')} | git "$@" ${second.join(' ')}`;
  const argv = ['/bin/sh', '-c', script, 'joust', ...asUser({})];
  const { code, stdout } = await ask(argv, folder);
  return code === 0 ? stdout.toString('utf8') : undefined;
}

async function ask(argv: readonly string[], cwd: string): Promise<GitAnswer> {
  const env = environmentHere(cwd, { env: asking });
  const limits = { timeoutMs: defaultTimeoutMs };
  return (await runFromShell({ argv, cwd, env }, limits)) ?? (await runHere(argv, cwd, { env: asking }));
}
