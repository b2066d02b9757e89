// Which processes there are, and ending all an attempt started: its group, session, descendants, and what carries its marker.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Tree {
  /** The wrapper's pid, which is also the attempt's group and session; and when it started. */
  readonly leader: { readonly pid: number; readonly startTime: string } | undefined;
  /** NAME=VALUE in the environment of everything the attempt started. */
  readonly marker: string;
}

/** Pids that are spared: the wrapper until it has written the end, and whoever does the ending. */
interface EndTreeOptions {
  readonly spare?: ReadonlySet<number>;
  /** Time between TERM and KILL. */
  readonly graceMs?: number;
}

const defaultGraceMs = 2000;
let hurried = false;

/** From now on nobody gets time between TERM and KILL. */
export function hurry(): void {
  hurried = true;
}

/** Returns when two scans in a row found nothing: TERM first, KILL after the grace. */
export async function endTree(trees: readonly Tree[], options: EndTreeOptions = {}): Promise<void> {
  const { spare = new Set([process.pid]), graceMs = defaultGraceMs } = options;
  const lateAt = performance.now() + graceMs;
  const asked = new Set<string>();
  for (let empty = 0; empty < 2; ) {
    const found = findTrees(trees, spare);
    empty = found.length === 0 ? empty + 1 : 0;
    signalAll(found, asked, hurried || performance.now() >= lateAt);
    if (found.length > 0) await sleep(10);
  }
}

function signalAll(rows: readonly ProcessRow[], asked: Set<string>, late: boolean): void {
  for (const row of rows) {
    const name = `${row.pid}:${row.startTime}`;
    if (late) signalProcess(row, 'SIGKILL');
    else if (!asked.has(name)) signalProcess(row, 'SIGTERM');
    asked.add(name);
  }
}

/** One look at each process, however many trees there are. */
export function findTrees(trees: readonly Tree[], spare: ReadonlySet<number>): readonly ProcessRow[] {
  const rows = listProcesses();
  const leaders = new Set(trees.flatMap(({ leader }) => (leader === undefined ? [] : [leader.pid])));
  const markers = new Set(trees.map(({ marker }) => marker));
  const since = oldestStart(trees);
  const members = new Map<number, ProcessRow>();
  for (const row of rows) {
    if (since !== undefined && Number(row.startTime) < since) continue;
    const related = leaders.has(row.group) || leaders.has(row.session);
    if (related || carriesAny(row.pid, markers)) members.set(row.pid, row);
  }
  addDescendants(members, rows);
  for (const pid of spare) members.delete(pid);
  return [...members.values()];
}

/** Nothing an attempt started can be older than its wrapper; this spares most of the reading. */
function oldestStart(trees: readonly Tree[]): number | undefined {
  const starts = trees.map(({ leader }) => Number(leader?.startTime));
  return starts.every(Number.isFinite) ? Math.min(...starts) : undefined;
}

function addDescendants(members: Map<number, ProcessRow>, rows: readonly ProcessRow[]): void {
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const row of rows) if (members.has(row.ppid)) members.set(row.pid, row);
  }
}

export interface ProcessRow {
  readonly pid: number;
  readonly ppid: number;
  readonly group: number;
  readonly session: number;
  /** Unique together with the pid: clock ticks since boot on Linux, the start date elsewhere. */
  readonly startTime: string;
}

/** Where pids mean something: outside of the same boot and pid namespace they are other processes. */
export interface HostIdentity {
  readonly bootId: string;
  readonly pidNamespace: string;
}

const linux = process.platform === 'linux';

/** Living processes, without zombies. */
export function listProcesses(): readonly ProcessRow[] {
  if (!linux) return listByPs();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

export function readProcess(pid: number): ProcessRow | undefined {
  if (!linux) return listByPs(pid)[0];
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether the process was started with this NAME=VALUE in its environment; unreadable ones were not ours. */
export function carries(pid: number, entry: string): boolean {
  return carriesAny(pid, new Set([entry]));
}

function carriesAny(pid: number, entries: ReadonlySet<string>): boolean {
  try {
    if (linux)
      return readFileSync(`/proc/${pid}/environ`, 'latin1')
        .split('\0')
        .some((entry) => entries.has(entry));
    const shown = execFileSync('ps', ['-wwE', '-o', 'command=', '-p', String(pid)], psOptions);
    return shown.split(' ').some((word) => entries.has(word.trim()));
  } catch {
    return false;
  }
}

/** The boot and the pid namespace this process lives in. */
export function hostIdentity(): HostIdentity {
  host ??= linux
    ? {
        bootId: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
        pidNamespace: readlinkSync('/proc/self/ns/pid'),
      }
    : { bootId: execFileSync('sysctl', ['-n', 'kern.boottime'], psOptions).trim(), pidNamespace: 'host' };
  return host;
}
let host: HostIdentity | undefined;

/** Signals the process only if it is still the same one. */
export function signalProcess(target: Pick<ProcessRow, 'pid' | 'startTime'>, signal: NodeJS.Signals): void {
  if (readProcess(target.pid)?.startTime !== target.startTime) return;
  try {
    process.kill(target.pid, signal);
  } catch {
    // It ended between the look and the signal, which is what was wanted.
  }
}

/** Field 2 is the program's name in brackets and may contain anything, so the rest is counted from the last one. */
function parseStat(stat: string): ProcessRow | undefined {
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ppid, group, session] = rest;
  const startTime = rest[19];
  if (state === undefined || state === 'Z' || state === 'X' || startTime === undefined) return undefined;
  return {
    pid: Number.parseInt(stat, 10),
    ppid: Number(ppid),
    group: Number(group),
    session: Number(session),
    startTime,
  };
}

const psOptions: { encoding: 'utf8'; stdio: ('ignore' | 'pipe')[] } = {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
};

function listByPs(pid?: number): readonly ProcessRow[] {
  const which = pid === undefined ? ['-A'] : ['-p', String(pid)];
  try {
    const table = execFileSync('ps', [...which, '-o', 'pid=,ppid=,pgid=,sess=,stat=,lstart='], psOptions);
    return table.split('\n').flatMap(parsePsLine);
  } catch {
    return [];
  }
}

function parsePsLine(line: string): readonly ProcessRow[] {
  const [pid, ppid, group, session, state, ...start] = line.trim().split(/\s+/);
  if (pid === undefined || state === undefined || state.startsWith('Z')) return [];
  return [
    {
      pid: Number(pid),
      ppid: Number(ppid),
      group: Number(group),
      session: Number(session),
      startTime: `${start.join('_')}_`,
    },
  ];
}
