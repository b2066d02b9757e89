// The private folder of a live attempt: what goes in before the start, and what can be read back at any time.
import { existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readInside } from '../files/read-inside.ts';
import { sha256 } from '../machine.ts';
import { endTree, hostIdentity, readProcess, type Tree } from './process-tree.ts';

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
  readonly code: number;
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

export function fillSpool(spool: Spool, content: SpoolContent): void {
  mkdirSync(spool.path, { recursive: true, mode: 0o700 });
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
}

/** The recorded end; the times are those of the files the wrapper wrote. */
export function spoolEnd(spool: Spool): SpoolEnd | undefined {
  const path = join(spool.path, 'end');
  // Asked often while there is none, and an exception costs more than a look.
  const code = existsSync(path) ? readNote(spool, 'end') : undefined;
  if (code === undefined) return undefined;
  return {
    cause: spoolCause(spool) ?? 'exited',
    code: Number.parseInt(code, 10),
    startedAt: writtenAt(join(spool.path, 'child')),
    endedAt: writtenAt(join(spool.path, 'end')) ?? new Date(),
  };
}

export function spoolCause(spool: Spool): Exclude<SpoolEnd['cause'], 'exited'> | undefined {
  const said = readNote(spool, 'cause')?.trim();
  return causes.find((cause) => cause === said);
}

export function isClaimed(spool: Spool): boolean {
  return existsSync(join(spool.path, 'claim'));
}

/** pid and start time, as the wrapper wrote them; a line without its end is not there yet. */
export function spoolProcess(
  spool: Spool,
  who: 'wrapper' | 'child',
): { readonly pid: number; readonly startTime: string } | undefined {
  const line = readNote(spool, who === 'wrapper' ? 'claim' : 'child');
  if (line === undefined || !line.endsWith('\n')) return undefined;
  const [pid, startTime] = line.trim().split(' ');
  return pid === undefined || startTime === undefined ? undefined : { pid: Number(pid), startTime };
}

/** Whether the wrapper or its child lives; undefined while nobody has said who they are. */
export function isRunning(spool: Spool): boolean | undefined {
  const host = hostOf(spool);
  if (host === 'before a reboot') return false;
  // Its pids mean nothing here; only the end file can tell.
  if (host === 'elsewhere') return true;
  const wrapper = spoolProcess(spool, 'wrapper');
  if (wrapper === undefined) return undefined;
  return [wrapper, spoolProcess(spool, 'child')].some(
    (who) => who !== undefined && readProcess(who.pid)?.startTime === who.startTime,
  );
}

export function spoolTree(spool: Spool): Tree {
  return { leader: spoolProcess(spool, 'wrapper'), marker: spool.marker };
}

/** Ends a running attempt from outside. The wrapper is spared, so that it can still record the end. */
export async function endSpool(spool: Spool): Promise<void> {
  if (hostOf(spool) === 'here') await endSpoolHere(spool);
}

/** For the wrapper's own watchdog, which needs not ask where it runs. */
export async function endSpoolHere(spool: Spool, spare: readonly number[] = []): Promise<void> {
  const wrapper = spoolProcess(spool, 'wrapper');
  const spared = new Set([process.pid, ...spare, ...(wrapper === undefined ? [] : [wrapper.pid])]);
  await endTree([spoolTree(spool)], { spare: spared });
}

/** Short digests of the boot and the pid namespace. */
function hostTag(): string {
  const { bootId, pidNamespace } = hostIdentity();
  tag ??= [bootId, pidNamespace].map((part) => sha256(part).slice(0, 8)).join('.');
  return tag;
}
let tag: string | undefined;

/** The name was chosen by joust and stands in the ledger: nothing an attempt writes can change it. */
function hostOf(spool: Spool): 'here' | 'before a reboot' | 'elsewhere' {
  const noted = /\.([0-9a-f]{8}\.[0-9a-f]{8})$/.exec(spool.path)?.[1];
  if (noted === undefined || noted === hostTag()) return 'here';
  return noted.slice(0, 8) === hostTag().slice(0, 8) ? 'elsewhere' : 'before a reboot';
}

/** Notes why the attempt is about to be ended; the first cause stands. */
export function noteCause(spool: Spool, cause: Exclude<SpoolEnd['cause'], 'exited'>): void {
  try {
    writeFileSync(join(spool.path, 'cause'), `${cause}\n`, { flag: 'wx', mode: 0o600 });
  } catch {
    // Another cause was first, or the spool is gone: both are fine.
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
  return readInside(spool.path, name, noteBytes);
}

function writtenAt(path: string): Date | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mtime;
}
