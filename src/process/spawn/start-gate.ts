// A gate before the watchdogs of wrappers that start together. To start a program that sleeps takes a watchdog most of a millisecond of
// the processor, at the moment at which contestants begin: it waits until they have. What it reads is a named pipe that this process alone
// has open for writing, so that it waits no longer than this process lives. A user has one, for whoever comes first; it is made after a
// start that found none, and who finds none does not wait.
import { spawn } from 'node:child_process';
import { closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcess } from '../tree/process-list.ts';

interface Gate {
  /** Its name while this process has it. */
  readonly held: string;
  readonly writing: number;
  /** For wrappers to have: it is at its end when nobody writes any more. */
  readonly reading: number;
}

/** By then those who were started together have begun. */
const openAfterMs = 30;
/** Who has just been started comes first. */
const makeAfterMs = 60;
/** Not in the home: whoever reads all that is in there would wait for somebody to write. */
const folder = join(tmpdir(), `joust-gates-${process.getuid?.() ?? 0}`);
const free = join(folder, 'gate');
let closed: Gate | undefined;
let isSought = false;

/** A file by which a watchdog waits; undefined: there is none to be had. */
export function closedGate(): number | undefined {
  if (process.platform === 'linux') closed ??= take();
  return closed?.reading;
}

function take(): Gate | undefined {
  const held = `${free}.${process.pid}`;
  let writing: number | undefined;
  try {
    if (!isOurs()) throw new Error('somebody else could have it open for writing');
    // Nobody else finds it under its name any more.
    renameSync(free, held);
    writing = openSync(held, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const reading = openSync(held, constants.O_RDONLY | constants.O_NOFOLLOW);
    setTimeout(open, openAfterMs).unref();
    process.once('exit', open);
    return { held, writing, reading };
  } catch {
    if (writing !== undefined) closeSync(writing);
    if (!isSought) setTimeout(make, makeAfterMs).unref();
    isSought = true;
    return undefined;
  }
}

function isOurs(): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

function open(): void {
  if (closed === undefined) return;
  const { writing, reading, held } = closed;
  closed = undefined;
  process.removeListener('exit', open);
  for (const file of [writing, reading]) closeSync(file);
  giveBack(held);
}

function giveBack(held: string): void {
  try {
    renameSync(held, free);
  } catch {
    // Temporary files were removed.
  }
}

/** One that a killed process had is as good as a new one. */
function make(): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = readdirSync(folder);
    const left = names.find((name) => readProcess(Number(name.slice('gate.'.length))) === undefined);
    if (left !== undefined) giveBack(join(folder, left));
    else makePipe();
  } catch {
    // No room.
  }
}

function makePipe(): void {
  const child = spawn('mkfifo', ['-m', '600', free], { stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}
