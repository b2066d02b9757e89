// The private folder of a live attempt: what goes in before the start, and what can be read back at any time.
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readInside } from '../files/read-inside.ts';
import { replaceFile } from '../files/small-file.ts';
import { spreadFolder } from '../files/spread-folder.ts';
import { elapsedMs, sha256 } from '../machine.ts';
import { carries, hostIdentity, type ProcessRow, readProcess, signalProcess } from '../tree/process-list.ts';
import { endTree, isHurried } from '../tree/process-tree.ts';
import type { Tree } from '../tree/tree-scan.ts';
import { runProbe } from './probe.ts';
import { forgetStart, startOf } from './running.ts';

export interface Spool {
  readonly path: string;
  /** Files of the plan and of the agent itself. */
  readonly scratch: string;
  readonly stdin: string;
  readonly stdout: string;
  readonly stderr: string;
  /** NAME=1 in the environment of everything the attempt starts; as unguessable as the folder's name. */
  readonly marker: string;
}

export interface SpoolEnd {
  readonly cause: 'exited' | 'timed-out' | 'idle' | 'output-cap' | 'cancelled' | 'skipped';
  /** Null: nobody could write it down. */
  readonly code: number | null;
  readonly startedAt: Date | undefined;
  readonly endedAt: Date;
}

const causes = ['timed-out', 'idle', 'output-cap', 'cancelled', 'skipped'] as const;

export function spoolAt(path: string): Spool {
  return {
    path,
    scratch: join(path, 'scratch'),
    stdin: join(path, 'stdin'),
    stdout: join(path, 'stdout'),
    stderr: join(path, 'stderr'),
    marker: `JOUST_ATTEMPT_${basename(path).replaceAll(/[^A-Za-z0-9]/g, '_')}=1`,
  };
}

/** Where whoever is to see nothing but its prompt works. */
export function emptyFolder({ path }: Spool): string {
  return join(path, 'empty');
}

export interface SpoolContent {
  readonly stdin: string;
  readonly files: readonly { readonly name: string; readonly content: string }[];
  /** A file the attempt may write in scratch. */
  readonly answerFile?: string;
}

/** A folder's name for one run of an attempt: unguessable, and telling where its pids mean something. */
export function spoolName(contest: string, random: string): string {
  return `${contest}-${random}.${hostTag()}`;
}

/** The contest it was made for. */
export function contestOf(path: string): string {
  return basename(path).replace(/-[^-]*$/, '');
}

/** All that are in a home. */
export function spoolsIn(home: string): readonly string[] {
  const folder = join(home, 'spools');
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** That many of one process may lie near each other. */
const few = 4;
let filled = 0;

export function fillSpool(spool: Spool, content: SpoolContent): void {
  mkdirSync(spool.path, { recursive: true, mode: 0o700 });
  filled += 1;
  if (filled >= few) spreadFolder(dirname(spool.path));
  writeFileSync(spool.stdin, content.stdin, { mode: 0o600 });
  if (content.files.length > 0 || content.answerFile !== undefined) mkdirSync(spool.scratch, { mode: 0o700 });
  for (const file of content.files) {
    const target = join(spool.scratch, file.name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, file.content, { mode: 0o600 });
  }
}

export function removeSpool(spool: Spool): void {
  rmSync(spool.path, { recursive: true, force: true, maxRetries: 3 });
  forgetStart(spool);
}

/** On a full disk there is an end with nothing in it; a young one may be about to be written. */
const emptyAfterMs = 1000;

/** The recorded end; the times are those of the files the wrapper wrote. */
export function spoolEnd(spool: Spool): SpoolEnd | undefined {
  const endedAt = writtenAt(join(spool.path, 'end'));
  if (endedAt === undefined) return undefined;
  const said = readNote(spool, 'end')?.trim() ?? '';
  if (said === '' && Math.abs(Date.now() - endedAt.getTime()) < emptyAfterMs) return undefined;
  return {
    cause: spoolCause(spool) ?? 'exited',
    code: /^\d{1,3}$/.test(said) ? Number(said) : null,
    startedAt: writtenAt(join(spool.path, 'child')),
    endedAt,
  };
}

/** Whether somebody began to write an end down. */
export function isEnding(spool: Spool): boolean {
  return existsSync(join(spool.path, 'end'));
}

export function spoolCause(spool: Spool): Exclude<SpoolEnd['cause'], 'exited'> | undefined {
  const said = readNote(spool, 'cause')?.trim();
  return causes.find((cause) => cause === said);
}

export function isClaimed(spool: Spool): boolean {
  return existsSync(join(spool.path, 'claim'));
}

/** The attempt may have written it: where the system tells who carries its marker, a start time that stands there counts for nothing. */
const startTimesCount = process.platform !== 'linux';

/** pid and start time, as far as the wrapper wrote them; a line without its end is not there yet. */
export function spoolProcess(
  spool: Spool,
  who: 'wrapper' | 'child',
): { readonly pid: number; readonly startTime: string } | undefined {
  const line = readNote(spool, who === 'wrapper' ? 'claim' : 'child');
  if (line === undefined || !line.endsWith('\n')) return undefined;
  const [pid = '', said] = line.trim().split(' ');
  if (pid === '') return undefined;
  const startTime = startTimesCount ? said : undefined;
  return { pid: Number(pid), startTime: startTime ?? startTimeOf(Number(pid), spool) };
}

/** Who has its pid is it where its environment says so, or where it is in its wrapper's session: some programs overwrite the one. */
function startTimeOf(pid: number, spool: Spool): string {
  const row = readProcess(pid);
  const isIts =
    row !== undefined &&
    (carries(pid, spool.marker) || (row.session !== pid && row.session === Number(readNote(spool, 'claim'))));
  return isIts ? row.startTime : 'gone';
}

/** Whether the wrapper or its child lives; undefined while nobody has said who they are. */
export function isRunning(spool: Spool): boolean | undefined {
  const host = hostOf(spool);
  if (host === 'before a reboot') return false;
  // Its pids mean nothing here; only the end file can tell.
  if (host === 'elsewhere') return true;
  const wrapper = spoolProcess(spool, 'wrapper');
  if (wrapper === undefined) return undefined;
  return [wrapper, spoolProcess(spool, 'child')].some((who) => who !== undefined && isThere(who));
}

/** The child is gone, and its wrapper, which lives, has not recorded that. */
export function isUnrecorded(spool: Spool): boolean {
  if (hostOf(spool) !== 'here' || spoolEnd(spool) !== undefined) return false;
  const wrapper = spoolProcess(spool, 'wrapper');
  const child = spoolProcess(spool, 'child');
  return wrapper !== undefined && child !== undefined && isThere(wrapper) && !isThere(child);
}

function isThere({ pid, startTime }: { readonly pid: number; readonly startTime: string }): boolean {
  return readProcess(pid)?.startTime === startTime;
}

export function spoolTree(spool: Spool): Tree {
  const { pid, after } = startOf(spool) ?? {};
  const claimed = spoolProcess(spool, 'wrapper');
  const leader = claimed && { ...claimed, isOwn: claimed.pid === pid };
  return { leader, marker: spool.marker, after };
}

/** Notes how to end what the attempt has outside of its tree: commands that do no harm where there is nothing left. */
export function noteOutside(spool: Spool, commands: readonly (readonly [string, ...string[]])[]): void {
  replaceFile(join(spool.path, 'outside'), JSON.stringify(commands));
}

/** After its tree. Returns what they said who failed. */
export async function endOutside(spool: Spool): Promise<readonly string[]> {
  const noted = readInside(spool.path, 'outside', outsideBytes);
  const said: string[] = [];
  for (const command of noted === undefined ? [] : (JSON.parse(noted) as [string, ...string[]][])) {
    const { code, output } = await runProbe(command, { env: {} });
    if (code !== 0 && !/no such|not found/i.test(output)) said.push(output.trim());
  }
  return said;
}
const outsideBytes = 100_000;

/** Ends a running attempt from outside, and the wrapper as soon as it has recorded the end. Returns what could not be ended. */
export async function endSpool(spool: Spool): Promise<readonly ProcessRow[]> {
  return hostOf(spool) === 'here' ? await endSpoolHere(spool) : [];
}

/** For the wrapper's own watchdog, which needs not ask where it runs. */
export async function endSpoolHere(
  spool: Spool,
  spare: readonly number[] = [],
): Promise<readonly ProcessRow[]> {
  const wrapper = spoolProcess(spool, 'wrapper');
  const spared = [process.pid, ...spare];
  wakeWrapper(spool);
  const tree = spoolTree(spool);
  const left = await endTree([tree], {
    spare: new Set(wrapper === undefined ? spared : [...spared, wrapper.pid]),
  });
  await endOutside(spool);
  if (await hasRecorded(spool)) return left;
  // It is stopped, blocked or gone. What is known is written down in its place, for whoever follows: before it is ended, since
  // whoever finds it gone and no end would take the attempt for lost.
  if (isClaimed(spool)) writeOnce(spool, 'end', 'unknown');
  return await endTree([tree], { spare: new Set(spared), graceMs: 0 });
}

/** The attempt may have stopped it. */
export function wakeWrapper(spool: Spool): void {
  const wrapper = spoolProcess(spool, 'wrapper');
  if (wrapper !== undefined) signalProcess(wrapper, 'SIGCONT');
}

/** All the others are gone: it has one line to write. */
const recordsWithinMs = 3000;
const hurriedMs = 300;

async function hasRecorded(spool: Spool): Promise<boolean> {
  const startedAt = elapsedMs();
  for (;;) {
    if (spoolEnd(spool) !== undefined) return true;
    const wrapper = spoolProcess(spool, 'wrapper');
    if (wrapper === undefined || !isThere(wrapper)) return spoolEnd(spool) !== undefined;
    if (elapsedMs() - startedAt > (isHurried() ? hurriedMs : recordsWithinMs)) return false;
    await sleep(20);
  }
}

/** Short digests of the boot and the pid namespace. */
function hostTag(): string {
  const { bootId, pidNamespace } = hostIdentity();
  tag ??= [bootId, pidNamespace].map((part) => sha256(part).slice(0, 8)).join('.');
  return tag;
}
let tag: string | undefined;

/** Nobody here can see or end its processes. */
export function isElsewhere(spool: Spool): boolean {
  return hostOf(spool) === 'elsewhere';
}

/** The name was chosen by joust and stands in the ledger: nothing an attempt writes can change it. */
function hostOf(spool: Spool): 'here' | 'before a reboot' | 'elsewhere' {
  const noted = /\.([0-9a-f]{8}\.[0-9a-f]{8})$/.exec(spool.path)?.[1];
  if (noted === undefined || noted === hostTag()) return 'here';
  return noted.slice(0, 8) === hostTag().slice(0, 8) ? 'elsewhere' : 'before a reboot';
}

/** Notes why the attempt is about to be ended; the first cause stands. */
export function noteCause(spool: Spool, cause: Exclude<SpoolEnd['cause'], 'exited'>): void {
  writeOnce(spool, 'cause', cause);
}

function writeOnce(spool: Spool, name: string, word: string): void {
  try {
    writeFileSync(join(spool.path, name), `${word}\n`, { flag: 'wx', mode: 0o600 });
  } catch {
    // Another one was first, or the spool is gone: both are fine.
  }
}

/** How much the attempt has written. */
export function spoolBytes(spool: Spool): number {
  const size = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size(spool.stdout) + size(spool.stderr);
}

/** A number or a word, and never more than that. */
const noteBytes = 200;

function readNote(spool: Spool, name: string): string | undefined {
  // Mostly there is none, and an exception costs more than a look.
  return existsSync(join(spool.path, name)) ? readInside(spool.path, name, noteBytes) : undefined;
}

function writtenAt(path: string): Date | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mtime;
}
