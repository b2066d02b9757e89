// Looks for all an attempt started: its group, session, descendants, and what carries its marker.
import { existsSync } from 'node:fs';
import { bornSoFar, type Moment, ofSystem, youngest } from './moment.ts';
import {
  carries,
  carriesAny,
  listProcesses,
  type ProcessRow,
  processes,
  readProcess,
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

/** One look at each process, however many trees there are. */
export function findTrees(trees: readonly Tree[], spare: ReadonlySet<number>): readonly ProcessRow[] {
  return new TreeScan(trees, spare).look();
}

/** More than that is as quickly looked at with all the others. */
const mostNewborn = 50;

interface Look {
  readonly isBrief?: boolean;
  seen?(row: ProcessRow): void;
}

/**
 * Looks again and again for the same trees; who belongs to none of them is not looked at twice. Pids are given in turn: a brief look
 * is at those found before and at whoever was born since the last one began, which is not all that may be there.
 */
export class TreeScan {
  readonly #trees: readonly Tree[];
  readonly #spare: ReadonlySet<number>;
  readonly #leaders: ReadonlySet<number>;
  readonly #markers: ReadonlySet<string>;
  readonly #since: number | undefined;
  readonly #others: ReadonlySet<number>;
  readonly #strangers = new Set<number>();
  /** The last pid that was given when the last look began; not a number: nobody tells. */
  #lookedUpTo: number | undefined;
  #found: readonly number[] = [];

  constructor(trees: readonly Tree[], spare: ReadonlySet<number>, others: ReadonlySet<number> = new Set()) {
    this.#trees = trees;
    this.#spare = spare;
    this.#leaders = new Set(trees.flatMap((tree) => leaderPid(tree) ?? []));
    this.#others = new Set([...others].filter((pid) => !this.#leaders.has(pid)));
    this.#markers = new Set(trees.map(({ marker }) => marker));
    this.#since = oldestStart(trees);
  }

  /** Who is seen is told at once, before the others are looked at. */
  look({ isBrief = false, seen = () => undefined }: Look = {}): readonly ProcessRow[] {
    const rows: ProcessRow[] = [];
    const members = new Map<number, ProcessRow>();
    const add = (row: ProcessRow) => {
      members.set(row.pid, row);
      if (!this.#spare.has(row.pid)) seen(row);
    };
    for (const row of this.#candidates(isBrief)) {
      rows.push(row);
      if (this.#belongs(row)) add(row);
    }
    addDescendants(members, rows, add);
    this.#found = [...members.keys()];
    for (const { pid } of rows) if (!members.has(pid)) this.#strangers.add(pid);
    for (const pid of this.#spare) members.delete(pid);
    return [...members.values()];
  }

  #candidates(isBrief: boolean): Iterable<ProcessRow> {
    const before = this.#lookedUpTo;
    const last = Number(youngest());
    this.#lookedUpTo = last;
    const isShort = before !== undefined && last >= before && last - before <= mostNewborn;
    return isBrief && isShort
      ? this.#newbornAndFound(before, last)
      : processes(this.#strangers, smallestPid(this.#trees));
  }

  *#newbornAndFound(before: number, last: number): Generator<ProcessRow> {
    const newborn = Array.from({ length: last - before }, (_, at) => last - at);
    const found = this.#found.filter((pid) => pid <= before || pid > last);
    for (const pid of [...newborn, ...found]) {
      const row = this.#strangers.has(pid) || !isThere(pid) ? undefined : readProcess(pid);
      if (row !== undefined) yield row;
    }
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

/** An error costs more than a look, and who is gone is mostly gone for good. */
function isThere(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`);
}
