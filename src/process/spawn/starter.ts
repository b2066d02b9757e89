// A small shell that runs programs for this process. To fork a process as large as this one holds up everything in it for milliseconds
// each time; the shell is forked once, and forks at once, beside it. Where it cannot be had, or a program cannot be told to a shell,
// nothing is run here, and whoever asked does it as usual.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { elapsedMs } from '../machine.ts';

export interface Program {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** All of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface RanProgram {
  /** Null: nobody tells. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface RunLimits {
  readonly input?: string | Uint8Array;
  /** It is killed then. */
  readonly timeoutMs?: number;
}

/** All it says. Undefined: it could not be started, or what it says has no place: nothing came of it. */
export async function runFromShell(
  program: Program,
  limits: RunLimits = {},
): Promise<RanProgram | undefined> {
  const start = lineOf(program);
  const shell = start === undefined ? undefined : shellHere();
  if (start === undefined || shell === undefined) return undefined;
  const ran = await shell.run(start, limits);
  const isStarted = ran !== undefined && ran.code !== 126 && ran.code !== 127;
  return isStarted && !noRoom.test(ran.stderr) ? ran : undefined;
}
const noRoom = /No space left on device/;

/** Undefined: no shell would hand it on as it is. */
export function lineOf({ argv, cwd, env }: Program): string | undefined {
  const given = Object.entries(env).filter(([name, value]) => value !== undefined && name !== '_');
  if (!given.every(([name]) => isPlain(name))) return undefined;
  const sets = given.map(([name, value]) => `${name}=${quoted(value ?? '')}`);
  const steps = [
    `cd ${quoted(cwd)}`,
    // To change the folder exports them.
    'unset PWD OLDPWD',
    ...(sets.length === 0 ? [] : [`export ${sets.join(' ')}`]),
    `exec ${argv.map(quoted).join(' ')}`,
  ];
  const line = `{ ${steps.join(' && ')}; }`;
  return line.includes('\0') ? undefined : line;
}

const plainName = /^[A-Za-z_]\w*$/;
/** Some shells change them, or refuse to set them. */
const ofShells =
  /^(?:BASH\w*|COMP_\w+|DIRSTACK|EPOCH\w+|E?UID|FUNC\w+|GROUPS|HISTCMD|IFS|LINENO|OPT\w+|PIPESTATUS|POSIXLY_CORRECT|PPID|PS4|S?RANDOM|SECONDS|SHELLOPTS)$/;

const plain = new Map<string, boolean>();

/** They are the same again and again. */
function isPlain(name: string): boolean {
  const known = plain.get(name) ?? (plainName.test(name) && !ofShells.test(name));
  plain.set(name, known);
  return known;
}

/** As one word of a shell, whatever is in it. */
export function quoted(word: string): string {
  return word.includes("'") ? `'${word.replaceAll("'", `'\\''`)}'` : `'${word}'`;
}

let known: StarterShell | 'none' | undefined;

function shellHere(): StarterShell | undefined {
  if (known === undefined || (known !== 'none' && known.isGone)) {
    try {
      known = process.platform === 'linux' ? new StarterShell() : 'none';
    } catch {
      known = 'none';
    }
  }
  return known === 'none' ? undefined : known;
}

interface StartedProgram {
  readonly pid: Promise<number | undefined>;
  /** As a shell tells it; null: nobody tells, and it may run. */
  readonly exited: Promise<number | null>;
}

interface Job {
  told(pid: number | undefined): void;
  exited(code: number | null): void;
  readonly startedAt: number;
  pid?: number;
  /** Looks in a row that did not find it. */
  missed: number;
}

/** Whoever waits for a program and tells of it may be killed: the programs themselves are looked for. */
const lookEveryMs = 2000;
/** Without a word of its pid. */
const silentMs = 60_000;

/** Of what a program said, until the next one uses its place. */
const mostKept = 1024 * 1024;

class StarterShell {
  readonly #shell: ChildProcessByStdio<Writable, Readable, null>;
  /** For what programs say. */
  readonly #folder = mkdtempSync(join(tmpdir(), 'joust-said-'));
  readonly #jobs = new Map<number, Job>();
  readonly #free: number[] = [];
  #places = 0;
  #started = 0;
  #awaited = 0;
  #half = '';
  #looking: NodeJS.Timeout | undefined;
  isGone = false;

  constructor() {
    this.#shell = spawn('/bin/sh', [], {
      cwd: '/',
      env: markers(),
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#shell.on('error', () => this.#end());
    this.#shell.on('exit', () => this.#end());
    // It is gone when somebody writes to it.
    this.#shell.stdin.on('error', () => this.#end());
    this.#shell.stdout.setEncoding('latin1').on('data', (text: string) => this.#hear(text));
    // Where this process is killed, the shell ends with its input, and clears away.
    const clear = quoted(`rm -rf ${quoted(this.#folder)}`);
    this.#shell.stdin.write(`trap ${clear} EXIT; trap 'exit 0' HUP INT TERM\n`);
    process.once('exit', () => this.#clear());
    for (const part of [this.#shell, ...this.#pipes()]) part.unref();
  }

  async run(start: string, { input = '', timeoutMs }: RunLimits): Promise<RanProgram | undefined> {
    const place = this.#free.pop() ?? this.#places++;
    const said = (name: string) => join(this.#folder, `${place}.${name}`);
    const stdin = input.length === 0 ? '/dev/null' : said('in');
    this.#keep(1);
    try {
      if (input.length > 0) writeFileSync(stdin, input, { mode: 0o600 });
      const streams = `<${quoted(stdin)} >${quoted(said('out'))} 2>${quoted(said('err'))}`;
      const { pid, exited } = this.#start(`${start} ${streams}`);
      const killed = timeoutMs === undefined ? undefined : killLater(pid, timeoutMs);
      const code = await exited;
      killed?.[Symbol.dispose]();
      if (code === null || killed?.isLate === true)
        return { code: null, stdout: Buffer.alloc(0), stderr: '' };
      const [stdout, stderr] = [readFileSync(said('out')), readIfAny(said('err'))];
      if (stdout.length > mostKept) truncateSync(said('out'));
      // Not of one that was killed: something of it may still write there.
      this.#free.push(place);
      return { code, stdout, stderr };
    } catch {
      // No room, or no folder any more.
      return undefined;
    } finally {
      this.#keep(-1);
    }
  }

  /** `start` says what is run, and where its streams lead. */
  #start(start: string): StartedProgram {
    const id = this.#started;
    this.#started += 1;
    const [pid, exited] = [
      Promise.withResolvers<number | undefined>(),
      Promise.withResolvers<number | null>(),
    ];
    const startedAt = elapsedMs();
    this.#jobs.set(id, { told: pid.resolve, exited: exited.resolve, startedAt, missed: 0 });
    this.#looking ??= setInterval(() => this.#look(), lookEveryMs).unref();
    this.#shell.stdin.write(`{ ${start} & echo "${id} pid $!"; wait $!; echo "${id} exited $?"; } &\n`);
    return { pid: pid.promise, exited: exited.promise };
  }

  /** This process lives on for whoever is waited for. */
  #keep(change: number): void {
    this.#awaited += change;
    for (const pipe of this.#pipes()) this.#awaited > 0 ? pipe.ref() : pipe.unref();
  }

  #pipes(): readonly { ref(): void; unref(): void }[] {
    return [this.#shell.stdin, this.#shell.stdout] as unknown as readonly { ref(): void; unref(): void }[];
  }

  #hear(text: string): void {
    const lines = `${this.#half}${text}`.split('\n');
    this.#half = lines.pop() ?? '';
    for (const line of lines) {
      const [id, what, number] = line.split(' ');
      const job = this.#jobs.get(Number(id));
      if (job === undefined) continue;
      if (what === 'pid') job.pid = Number(number);
      job.told(job.pid);
      if (what === 'exited') this.#over(Number(id), Number(number));
    }
  }

  #over(id: number, code: number | null): void {
    const job = this.#jobs.get(id);
    job?.told(undefined);
    job?.exited(code);
    this.#jobs.delete(id);
    if (this.#jobs.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  /** What is not there twice has ended, and nobody will tell. */
  #look(): void {
    for (const [id, job] of this.#jobs) {
      const { pid, startedAt } = job;
      const isThere = pid === undefined ? elapsedMs() - startedAt < silentMs : isAlive(pid);
      job.missed = isThere ? 0 : job.missed + 1;
      if (job.missed > 1) this.#over(id, null);
    }
  }

  #end(): void {
    this.isGone = true;
    for (const id of [...this.#jobs.keys()]) this.#over(id, null);
    this.#clear();
  }

  #clear(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Of the attempts this process is a part of: whoever ends one of them finds the shell, too. */
export function markers(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith('JOUST_ATTEMPT_')),
  );
}

function killLater(pid: Promise<number | undefined>, afterMs: number): Disposable & { isLate: boolean } {
  const killing = {
    isLate: false,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
  const timer = setTimeout(async () => {
    killing.isLate = true;
    const target = await pid;
    try {
      if (target !== undefined) process.kill(target, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }, afterMs);
  return killing;
}

function readIfAny(path: string): string {
  return statSync(path).size === 0 ? '' : readFileSync(path, 'utf8');
}
