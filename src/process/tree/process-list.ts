// Which processes there are, who they are, and where their pids mean something.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface ProcessRow {
  readonly pid: number;
  readonly ppid: number;
  readonly group: number;
  readonly session: number;
  /** Unique together with the pid: clock ticks since boot on Linux, the start date elsewhere. */
  readonly startTime: string;
  /** Its program, where the system tells it at once. */
  readonly program?: string;
}

/** `process 12 (sleep), process 13`. */
export function processNames(rows: readonly ProcessRow[]): string {
  return rows
    .map(({ pid, program }) => `process ${pid}${program === undefined ? '' : ` (${program})`}`)
    .join(', ');
}

/** Where pids mean something: outside of the same boot and pid namespace they are other processes. */
export interface HostIdentity {
  readonly bootId: string;
  readonly pidNamespace: string;
}

const linux = process.platform === 'linux';

/** Living processes, without zombies. */
export function listProcesses(): readonly ProcessRow[] {
  return [...processes()];
}

/** The youngest first: they may be gone the soonest. `from`: those with a smaller pid are of no interest. */
export function* processes(except: ReadonlySet<number> = new Set(), from = 0): Generator<ProcessRow> {
  if (!linux) {
    yield* listByPs().filter(({ pid }) => !except.has(pid) && pid >= from);
    return;
  }
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid >= from);
  for (const pid of pids.sort((one, other) => other - one)) {
    const row = except.has(pid) ? undefined : readProcess(pid);
    if (row !== undefined) yield row;
  }
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

export function carriesAny(pid: number, entries: ReadonlySet<string>): boolean {
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

/** So many steps up: what a client starts is its child or grandchild. */
const mostAncestors = 32;

/**
 * For a program that a client starts inside an attempt of joust: takes over its depth, its limits and its marker from the nearest
 * ancestor that has them, since some clients start their servers without. Only Linux shows them.
 */
export function adoptAttempt(): void {
  const marked = 'JOUST_DEPTH';
  let row = linux ? readProcess(process.ppid) : undefined;
  for (
    let step = 0;
    step < mostAncestors && row !== undefined && process.env[marked] === undefined;
    step += 1
  ) {
    const found = environmentOf(row.pid).filter(([name]) => /^JOUST_(?:DEPTH$|LEFT_|ATTEMPT_)/.test(name));
    if (found.some(([name]) => name === marked)) Object.assign(process.env, Object.fromEntries(found));
    row = row.ppid > 0 ? readProcess(row.ppid) : undefined;
  }
}

function environmentOf(pid: number): readonly (readonly [string, string])[] {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return entries.flatMap((entry) => {
      const at = entry.indexOf('=');
      return at > 0 ? [[entry.slice(0, at), entry.slice(at + 1)] as const] : [];
    });
  } catch {
    return [];
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
    program: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
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
