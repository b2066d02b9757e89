// Ends all an attempt started: its group, session, descendants, and what carries its marker.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  carries,
  carriesAny,
  listProcesses,
  type ProcessRow,
  processes,
  readProcess,
  signalProcess,
} from './process-list.ts';

export interface Tree {
  /** The wrapper's pid, which is also the attempt's group and session; and when it started. */
  readonly leader: Leader | undefined;
  /** NAME=VALUE in the environment of everything the attempt started. */
  readonly marker: string;
  /** The moment just before it was started; absent: nobody knows. */
  readonly after?: Moment;
}

interface Leader {
  readonly pid: number;
  readonly startTime: string;
  /** This process started it; absent: a file says so, which the attempt may have written. */
  readonly isOwn?: boolean;
}

/** A moment as the processes of the machine tell it. */
export interface Moment {
  /** How many were born until then. */
  readonly born: number;
  /** Their start times are counted in these. */
  readonly ticks: number;
}

interface EndTreeOptions {
  /** The wrapper until it has written the end, and whoever does the ending. */
  readonly spare?: ReadonlySet<number>;
  /** Sessions of others: nobody comes into one who was not born there. */
  readonly others?: ReadonlySet<number>;
  /** Time between TERM and KILL. */
  readonly graceMs?: number;
  /** Time for KILL to do its work; what is still there then is not ours to end. */
  readonly giveUpMs?: number;
}

const defaultGraceMs = 2000;
const defaultGiveUpMs = 5000;
let hurried = false;

/** From now on nobody gets time between TERM and KILL. */
export function hurry(): void {
  hurried = true;
}

export function isHurried(): boolean {
  return hurried;
}

/**
 * TERM first; after the grace whatever is there is stopped before it is killed, so that nothing can fork its way out. Returns what
 * could not be ended: mostly nothing.
 */
export async function endTree(
  trees: readonly Tree[],
  options: EndTreeOptions = {},
): Promise<readonly ProcessRow[]> {
  const { spare = new Set([process.pid]), graceMs = defaultGraceMs, giveUpMs = defaultGiveUpMs } = options;
  const lateAt = performance.now() + graceMs;
  const ask = once((row) => {
    signalProcess(row, 'SIGTERM');
    // Who was stopped hears it too.
    signalProcess(row, 'SIGCONT');
  });
  const isLate = () => hurried || performance.now() >= lateAt;
  const scan = () => new TreeScan(trees, spare, options.others);
  if (!isLate() && (await signalUntilGone(scan(), ask, isLate)).length === 0) return [];
  return await killTree(scan(), performance.now() + giveUpMs);
}

/** Freezes all there is before the first is killed: who is stopped forks nobody. */
async function killTree(scan: TreeScan, giveUpAt: number): Promise<readonly ProcessRow[]> {
  const isLate = () => performance.now() >= giveUpAt;
  const frozen: ProcessRow[] = [];
  const freeze = once((row) => {
    signalProcess(row, 'SIGSTOP');
    frozen.push(row);
  });
  for (const settled = new Settled(); !settled.is && !isLate(); await sleep(1)) {
    const before = frozen.length;
    scan.look(freeze);
    settled.note(frozen.length === before);
  }
  const kill = (row: ProcessRow) => signalProcess(row, 'SIGKILL');
  for (const row of frozen) kill(row);
  return await signalUntilGone(scan, kill, isLate);
}

/** Mostly it is a watchdog that has been told already. */
const mostWaitMs = 10;

/** What is left when it is late; nothing once nothing is found any more. */
async function signalUntilGone(
  scan: TreeScan,
  signal: (row: ProcessRow) => void,
  isLate: () => boolean,
): Promise<readonly ProcessRow[]> {
  const settled = new Settled();
  for (let waitMs = 1; ; waitMs = Math.min(2 * waitMs, mostWaitMs)) {
    const found = scan.look();
    // Parents first: one whose child was ended before it would go on with what came of that.
    for (const row of found.toSorted((one, other) => one.pid - other.pid)) signal(row);
    settled.note(found.length === 0);
    if (settled.is) return [];
    if (found.length > 0 && isLate()) return found;
    if (found.length > 0) await sleep(waitMs);
  }
}

/** Once for each program: one that a shell becomes has not heard what the shell was told before. */
function once(signal: (row: ProcessRow) => void): (row: ProcessRow) => void {
  const done = new Set<string>();
  return (row) => {
    const name = `${row.pid}:${row.startTime}:${row.program}`;
    if (!done.has(name)) signal(row);
    done.add(name);
  };
}

const mostLooks = 8;

/**
 * A look at all processes is not of one moment: who forks and leaves in time is in none. Two looks that found nothing new count where
 * nothing at all was born meanwhile; where something was, which may be anybody's, it takes some more.
 */
class Settled {
  #empty = 0;
  #quiet = 0;
  #youngest = youngest();

  get is(): boolean {
    return this.#quiet >= 2 || this.#empty >= mostLooks;
  }

  note(foundNothing: boolean): void {
    const now = youngest();
    const quiet = foundNothing && now !== undefined && now === this.#youngest;
    this.#youngest = now;
    this.#empty = foundNothing ? this.#empty + 1 : 0;
    this.#quiet = quiet ? this.#quiet + 1 : 0;
  }
}

/** The last pid that was given; undefined: nobody tells. */
function youngest(): string | undefined {
  return ofSystem('loadavg')?.trim().split(' ').at(-1);
}

/** Undefined: nobody tells. */
export function momentNow(): Moment | undefined {
  const ticks = Math.floor(Number(ofSystem('uptime')?.split(' ')[0]) * ticksPerSecond);
  const born = bornSoFar();
  return Number.isNaN(ticks) || Number.isNaN(born) ? undefined : { born, ticks };
}

/** The moment just before a wrapper is started. Those that are started together count from the first. */
export function startMoment(): Moment | undefined {
  const now = Date.now();
  if (noted === undefined || Math.abs(now - noted.at) > togetherMs) noted = { at: now, moment: momentNow() };
  return noted.moment;
}
const togetherMs = 1000;
let noted: { readonly at: number; readonly moment: Moment | undefined } | undefined;

/** Of Linux, whatever its clock does. */
const ticksPerSecond = 100;

/** Processes and threads since the machine was started. */
function bornSoFar(): number {
  return Number(/^processes (\d+)$/m.exec(ofSystem('stat') ?? '')?.[1]);
}

function ofSystem(name: 'loadavg' | 'stat' | 'uptime' | 'sys/kernel/pid_max'): string | undefined {
  try {
    return readFileSync(`/proc/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * The smallest pid that anything of these trees can have. Pids are given in turn: while too few were born since for the turn to have
 * come round, and the last that was given is not before a leader's, all that was born after it comes after it.
 */
function smallestPid(trees: readonly Tree[]): number {
  const first = Math.min(...trees.map(({ leader }) => leader?.pid ?? 0));
  const born = bornSoFar() - Math.min(...trees.map(({ after }) => after?.born ?? Number.NaN));
  const isInTurn = born < Number(ofSystem('sys/kernel/pid_max')) / 2 && Number(youngest()) >= first;
  return isInTurn ? first : 0;
}

/** One look at each process, however many trees there are. */
export function findTrees(trees: readonly Tree[], spare: ReadonlySet<number>): readonly ProcessRow[] {
  return new TreeScan(trees, spare).look();
}

/** Looks again and again for the same trees; who belongs to none of them is not looked at twice. */
class TreeScan {
  readonly #trees: readonly Tree[];
  readonly #spare: ReadonlySet<number>;
  readonly #leaders: ReadonlySet<number>;
  readonly #markers: ReadonlySet<string>;
  readonly #since: number | undefined;
  readonly #others: ReadonlySet<number>;
  readonly #strangers = new Set<number>();

  constructor(trees: readonly Tree[], spare: ReadonlySet<number>, others: ReadonlySet<number> = new Set()) {
    this.#trees = trees;
    this.#spare = spare;
    this.#leaders = new Set(trees.flatMap((tree) => leaderPid(tree) ?? []));
    this.#others = new Set([...others].filter((pid) => !this.#leaders.has(pid)));
    this.#markers = new Set(trees.map(({ marker }) => marker));
    this.#since = oldestStart(trees);
  }

  /** Who is seen is told at once, before the others are looked at. */
  look(seen: (row: ProcessRow) => void = () => undefined): readonly ProcessRow[] {
    const rows: ProcessRow[] = [];
    const members = new Map<number, ProcessRow>();
    const add = (row: ProcessRow) => {
      members.set(row.pid, row);
      if (!this.#spare.has(row.pid)) seen(row);
    };
    for (const row of processes(this.#strangers, smallestPid(this.#trees))) {
      rows.push(row);
      if (this.#belongs(row)) add(row);
    }
    addDescendants(members, rows, add);
    for (const { pid } of rows) if (!members.has(pid)) this.#strangers.add(pid);
    for (const pid of this.#spare) members.delete(pid);
    return [...members.values()];
  }

  #belongs({ pid, group, session, startTime }: ProcessRow): boolean {
    if (this.#since !== undefined && Number(startTime) < this.#since) return false;
    if (this.#others.has(session)) return false;
    return this.#leaders.has(group) || this.#leaders.has(session) || carriesAny(pid, this.#markers);
  }
}

/**
 * Whose group and session are ours. A pid is given anew only when no group or session has it any more: under somebody else it leads
 * nobody of ours. One that is gone is believed where we started it, or where one of those it led carries our marker.
 */
function leaderPid({ leader, marker }: Tree): number | undefined {
  if (leader === undefined) return undefined;
  const { pid, startTime, isOwn = false } = leader;
  const now = readProcess(pid);
  if (now !== undefined) return now.startTime === startTime ? pid : undefined;
  const isLed = (row: ProcessRow) => row.group === pid || row.session === pid;
  const led = isOwn || listProcesses().some((row) => isLed(row) && carries(row.pid, marker));
  return led ? pid : undefined;
}

/** Nothing an attempt started can be older than its wrapper; this spares most of the reading. */
function oldestStart(trees: readonly Tree[]): number | undefined {
  const starts = trees.map(({ leader, after }) => after?.ticks ?? Number(leader?.startTime));
  return starts.every(Number.isFinite) ? Math.min(...starts) : undefined;
}

function addDescendants(
  members: ReadonlyMap<number, ProcessRow>,
  rows: readonly ProcessRow[],
  add: (row: ProcessRow) => void,
): void {
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const row of rows) if (members.has(row.ppid) && !members.has(row.pid)) add(row);
  }
}
