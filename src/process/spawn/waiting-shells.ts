// Shells that wait to become the wrapper of a run. To fork a process as large as this one holds up everything in it for milliseconds:
// done while others work, a start costs a few bytes in a pipe. Whoever knows that runs are near asks for them; one that nobody
// takes ends with its input, and so with this process.
import { type ChildProcess, spawn } from 'node:child_process';
import { cores } from '../machine.ts';
import { type Moment, startMoment } from '../tree/moment.ts';
import { lineOf, type Program } from './starter.ts';

interface WaitingShell {
  readonly child: ChildProcess;
  /** Just before it was forked. */
  readonly after: Moment | undefined;
}

const waiting: WaitingShell[] = [];
let expected = 0;
let isForking = false;
/** A pipe takes that much at once, so that a shell has all of it or nothing. */
const lineBytes = 32_768;

/** Others have just started, and come first. */
const restMs = 100;
/** Who waited so long for nothing is sent away. */
const idleMs = 30_000;
let idle: NodeJS.Timeout | undefined;

/** So many more runs are near: shells are forked when this time has gone by, no more at once than can be of use. */
export function expectRuns(count: number, afterMs = restMs): void {
  if (process.platform === 'win32') return;
  expected += count;
  forkAfter(afterMs);
  sendAwayLater();
}

function sendAwayLater(): void {
  idle ??= setTimeout(() => {
    expected = 0;
    for (const { child } of waiting.splice(0)) child.stdin?.end();
  }, idleMs).unref();
  idle.refresh();
}

function forkAfter(ms: number): void {
  if (isForking) return;
  isForking = true;
  setTimeout(() => {
    isForking = false;
    if (waiting.length >= Math.min(expected, cores() + 1)) return;
    // One at a time: in between others have their turn.
    if (forkOne()) forkAfter(1);
    else expected = 0;
  }, ms).unref();
}

/** False: the machine has no room for more. */
function forkOne(): boolean {
  const after = startMoment();
  // Its name is for whoever looks at the processes.
  const child: ChildProcess = spawn('/bin/sh', ['-s', 'joust-waits'], {
    ...{ cwd: '/', env: {}, detached: true },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const shell = { child, after };
  const drop = () => {
    const at = waiting.indexOf(shell);
    if (at >= 0) waiting.splice(at, 1);
  };
  child.once('exit', drop);
  child.once('error', drop);
  // It is gone when somebody writes to it.
  child.stdin?.on('error', drop);
  // Where there are too many files open it has none.
  for (const part of [child, child.stdin as unknown as { unref(): void } | null]) part?.unref();
  if (child.pid === undefined) return false;
  waiting.push(shell);
  return true;
}

/** Becomes the program, in a session of its own. Undefined: nobody waits, or no shell would hand it on as it is. */
export function shellBecoming(program: Program): WaitingShell | undefined {
  expected = Math.max(0, expected - 1);
  if (expected > 0) expectRuns(0);
  const line = waiting.length === 0 ? undefined : lineOf(program);
  if (line === undefined || Buffer.byteLength(line) > lineBytes) return undefined;
  const shell = waiting.shift();
  shell?.child.stdin?.end(`${line} </dev/null\n`);
  return shell;
}
