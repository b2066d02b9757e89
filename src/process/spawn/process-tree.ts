// Ending everything an attempt started: its group, its session, its descendants, and whatever carries its marker.
import { setTimeout as sleep } from 'node:timers/promises';
import { carriesAny, listProcesses, type ProcessRow, signalProcess } from './process-table.ts';

export interface Tree {
  /** The wrapper's pid, which is also the attempt's group and session; and when it started. */
  readonly leader: { readonly pid: number; readonly startTime: string } | undefined;
  /** NAME=VALUE in the environment of everything the attempt started. */
  readonly marker: string;
}

/** Pids that are spared: the wrapper until it has written the end, and whoever does the ending. */
export interface EndTreeOptions {
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
