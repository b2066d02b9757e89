// Shells that wait to become the wrapper of a run. To fork a process as large as this one holds up everything in it for milliseconds:
// one small shell is forked ahead, makes as many as will be needed beside us, and a start costs a few bytes in a pipe. Whoever knows
// that runs are near asks for them; one that nobody takes ends with its input, and so with this process.
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { cores } from '../machine.ts';
import { type Moment, startMoment } from '../tree/moment.ts';
import { lineOf, markers, type Program } from './starter.ts';

export interface WaitingShell {
  readonly pid: number;
  /** Just before it was forked. */
  readonly after: Moment | undefined;
  /** Resolves when it is gone, however that came, to whether it has said that all was well. */
  readonly gone: Promise<boolean>;
}

interface OpenShell extends WaitingShell {
  readonly input: Socket;
}

/** Those that have said that they wait. */
const waiting: OpenShell[] = [];
/** Of those that are being made. */
let coming = 0;
let expected = 0;
let isNear = false;
/** The system has not the programs it takes, or no room. */
let isRefused = false;
/** A pipe takes that much at once, so that a shell has all of it or nothing. */
const lineBytes = 32_768;

/** Others have just started, and come first. */
const restMs = 100;
/** Who waited so long for nothing is sent away. */
const idleMs = 30_000;
let idle: NodeJS.Timeout | undefined;

/** So many more runs are near: shells are made when this time has gone by, no more at once than can be of use. */
export function expectRuns(count: number, afterMs = restMs): void {
  expected += count;
  sendAwayLater();
  if (isNear) return;
  isNear = true;
  setTimeout(() => {
    isNear = false;
    makeShells(expected);
  }, afterMs).unref();
}

/** A shell names its files by one figure. */
const files = [3, 4, 5, 6, 7, 8];

function mostShells(): number {
  return Math.min(cores() + 1, files.length);
}

function sendAwayLater(): void {
  idle ??= setTimeout(() => {
    expected = 0;
    for (const { input } of waiting.splice(0)) input.destroy();
  }, idleMs).unref();
  idle.refresh();
}

function makeShells(wanted: number): void {
  const count = Math.min(wanted, mostShells()) - waiting.length - coming;
  if (count <= 0 || isRefused || process.platform !== 'linux') return;
  const used = files.slice(0, count);
  const after = startMoment();
  const maker = spawn('/bin/sh', ['-c', makerOf(used), 'joust-makes-shells'], {
    cwd: '/',
    env: markers(),
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', ...used.map(() => 'pipe' as const)],
  });
  maker.on('error', () => {
    isRefused = true;
  });
  maker.unref();
  // Where there are too many files open it has none.
  for (const input of maker.stdio.slice(files[0])) if (input !== null) welcome(input as Socket, after);
}

/**
 * Each leads a session of its own and has nothing in its environment; what a shell starts beside itself ignores interrupts, which
 * it must not. It says its pid when it is ready. Their maker is gone when the last of them is.
 */
function makerOf(used: readonly number[]): string {
  const closed = used.map((file) => `${file}>&-`).join(' ');
  const becomes = `env -i --default-signal=INT,QUIT setsid /bin/sh -c 'echo $$ >&0; exec /bin/sh -s joust-waits'`;
  const makes = used.map((file) => `${becomes} <&${file} >/dev/null 2>&1 ${closed} &`);
  return [...makes, `exec ${closed}`, 'wait'].join('\n');
}

function welcome(input: Socket, after: Moment | undefined): void {
  const gone = Promise.withResolvers<boolean>();
  let said = '';
  let shell: OpenShell | undefined;
  coming += 1;
  input.setEncoding('latin1').on('data', (text: string) => {
    said += text;
    if (shell !== undefined || !said.includes('\n')) return;
    coming -= 1;
    shell = { pid: Number.parseInt(said, 10), after, gone: gone.promise, input };
    waiting.push(shell);
  });
  // It is gone when somebody writes to it.
  input.on('error', () => undefined);
  input.once('close', () => {
    if (shell === undefined) {
      coming -= 1;
      isRefused = true;
    } else if (waiting.includes(shell)) waiting.splice(waiting.indexOf(shell), 1);
    gone.resolve(said.endsWith(`\n${allWell}\n`));
  });
  input.unref();
}

/** What a wrapper says last (`wrapper.sh`). */
const allWell = 'recorded';
/** By this file, which nobody it starts has. */
const toldBy = 9;

/** Becomes the program, in a session of its own. Undefined: nobody waits, or no shell would hand it on as it is. */
export function shellBecoming(program: Program): WaitingShell | undefined {
  expected = Math.max(0, expected - 1);
  if (expected > 0) expectRuns(0);
  const line = waiting.length === 0 ? undefined : lineOf(program);
  if (line === undefined || Buffer.byteLength(line) > lineBytes) return undefined;
  const shell = waiting.shift();
  // Where its folder is gone there is nothing to become, and more input would be waited for.
  shell?.input.write(`${line} ${toldBy}<&0 </dev/null; exit 1\n`);
  if (shell !== undefined) watchLater(shell);
  return shell;
}

/** By then those who were started together have begun, and the quickest are done. */
const begunMs = 30;
const begun: OpenShell[] = [];

/** The limits of what it runs are watched once this is said, or this process is gone. */
function watchLater(shell: OpenShell): void {
  if (begun.push(shell) > 1) return;
  setTimeout(() => {
    for (const { input } of begun.splice(0)) input.write('\n');
  }, begunMs).unref();
}
