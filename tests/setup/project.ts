// A folder to play in, with a ledger, a config folder and a home of its own; everything is gone when it goes out of scope.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { thisMachine } from '../../src/process/machine.ts';
import { removeTree } from './remove-tree.ts';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Without one, standard input is `/dev/null`. */
  readonly stdin?: string;
}

export interface Project extends Disposable {
  /** Where commands run. */
  readonly folder: string;
  /** JOUST_HOME. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  write(path: string, content: string): string;
  config(toml: string): void;
  /**
   * Runs a line of the built CLI to its end, in this process: Node's start would be most of what it takes. What is its own about
   * a process (an environment, a player that outlives it) gets one.
   */
  joust(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** The same as a process of its own, from `bin/joust.cjs` to its exit. */
  joustAlone(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Starts it and leaves the rest to the test. */
  start(args: readonly string[], options?: RunOptions): ChildProcess;
}

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const cliProgram = join(root, 'bin/joust.cjs');
const builtMain = join(root, 'dist/main.cjs');

export function project(
  files: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
): Project {
  return projectAt(realpathSync(mkdtempSync(join(tmpdir(), 'joust-project-'))), files, { env: more });
}

/** In a folder that is there already, or played by another joust than this one. */
export function projectAt(
  top: string,
  files: Readonly<Record<string, string>>,
  { env: more = {}, program = cliProgram }: Pick<RunOptions, 'env'> & { readonly program?: string } = {},
): Project {
  const folder = join(top, 'work');
  const home = join(top, 'data');
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(top, 'home'),
    JOUST_HOME: home,
    JOUST_CONFIG_DIR: join(top, 'config'),
    LANG: 'C.UTF-8',
    // Node's own, wherever a test says temporary files are.
    NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
    ...more,
  };
  mkdirSync(env.HOME, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const put = (path: string, content: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  for (const [name, content] of Object.entries(files)) put(join(folder, name), content);
  const start: Project['start'] = (args, options = {}) =>
    spawn(process.execPath, [program, ...asWished(args)], {
      cwd: folder,
      env: { ...env, ...options.env },
      stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
  const isHandedIn = (variables: object) => Object.keys(variables).every((name) => handedIn.has(name));
  const ofItsOwn = program !== cliProgram || !isHandedIn(more);
  const joustAlone: Project['joustAlone'] = (args, options) => finished(start(args, options), options?.stdin);
  return {
    folder,
    home,
    env,
    write: (path, content) => put(join(folder, path), content),
    config: (toml) => put(join(env.JOUST_CONFIG_DIR, 'config.toml'), toml),
    start,
    joust: (args, options) =>
      ofItsOwn || !isHandedIn(options?.env ?? {}) || (args.includes('--detach') && !args.includes('--pool'))
        ? joustAlone(args, options)
        : runHere(
            { folder, home: env.HOME, env: { ...env, ...options?.env } },
            asWished(args),
            options?.stdin,
          ),
    joustAlone,
    [Symbol.dispose]: () => removeTree(top),
  };
}

/** Read of the machine that a line is run on and nowhere else: no process is needed to have them. */
const handedIn = new Set(['JOUST_LEDGER', 'JOUST_SESSION', 'JOUST_TEST_SEED']);

const wishedWorkspace = process.env['JOUST_WORKSPACE'];

/** With JOUST_WORKSPACE=checkout every race is played in whole checkouts: the same tests over the other kind. */
function asWished(args: readonly string[]): readonly string[] {
  const [command = '', ...rest] = args;
  const isFree = command === 'race' && !rest.some((word) => word === '--workspace' || word === '--adopt');
  return wishedWorkspace === undefined || !isFree ? args : [command, '--workspace', wishedWorkspace, ...rest];
}

async function runHere(
  { folder, home, env }: { readonly folder: string; readonly home: string; readonly env: Project['env'] },
  args: readonly string[],
  stdin = '',
): Promise<Ran> {
  const { main } = (await import(builtMain)) as typeof import('../../src/surfaces/cli/main.ts');
  const [out, err] = [heard(), heard()];
  const code = await main(args, {
    machine: { ...thisMachine(), cwd: folder, home, env },
    stdin: { isTty: false, read: async () => stdin },
    stdout: out.terminal,
    stderr: err.terminal,
  });
  return { code, stdout: out.text(), stderr: err.text() };
}

/** A stream that is no terminal. */
function heard() {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const style = (_format: unknown, plain: string) => plain;
  return {
    text: () => text,
    terminal: { isTty: false, columns: () => 80, rows: () => 24, write, style },
  };
}

export function finished(child: ChildProcess, stdin = ''): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(stdin);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}
