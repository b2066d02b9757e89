// Ends all an attempt started: its group, session, descendants, and what carries its marker.

import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs } from '../machine.ts';
import { youngest } from './moment.ts';
import { type ProcessRow, signalProcess } from './process-list.ts';
import { type Tree, TreeScan } from './tree-scan.ts';

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

const underWay = new Set<Promise<unknown>>();

/** Until no tree is being ended any more. Each of them has its own limit. */
export async function treesEnded(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay);
}

export async function endTree(
  trees: readonly Tree[],
  options: EndTreeOptions = {},
): Promise<readonly ProcessRow[]> {
  const ending = endTreeNow(trees, options);
  underWay.add(ending);
  try {
    return await ending;
  } finally {
    underWay.delete(ending);
  }
}

/**
 * TERM first; after the grace whatever is there is stopped before it is killed, so that nothing can fork its way out. Returns what
 * could not be ended: mostly nothing.
 */
async function endTreeNow(trees: readonly Tree[], options: EndTreeOptions): Promise<readonly ProcessRow[]> {
  const { spare = new Set([process.pid]), graceMs = defaultGraceMs, giveUpMs = defaultGiveUpMs } = options;
  const lateAt = elapsedMs() + graceMs;
  const ask = once((row) => {
    signalProcess(row, 'SIGTERM');
    // Who was stopped hears it too.
    signalProcess(row, 'SIGCONT');
  });
  const isLate = () => hurried || elapsedMs() >= lateAt;
  const scan = () => new TreeScan(trees, spare, options.others);
  if (!isLate() && (await signalUntilGone(scan(), ask, isLate)).length === 0) return [];
  return await killTree(scan(), elapsedMs() + giveUpMs);
}

/** Freezes all there is before the first is killed: who is stopped forks nobody. */
async function killTree(scan: TreeScan, giveUpAt: number): Promise<readonly ProcessRow[]> {
  const isLate = () => elapsedMs() >= giveUpAt;
  const frozen: ProcessRow[] = [];
  const freeze = once((row) => {
    signalProcess(row, 'SIGSTOP');
    frozen.push(row);
  });
  for (const settled = new Settled(); !settled.is && !isLate(); await sleep(1)) {
    const before = frozen.length;
    scan.look({ seen: freeze });
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
  let isBrief = false;
  for (let waitMs = 1; ; waitMs = Math.min(2 * waitMs, mostWaitMs)) {
    const found = scan.look({ isBrief });
    // Parents first: one whose child was ended before it would go on with what came of that.
    for (const row of found.toSorted((one, other) => one.pid - other.pid)) signal(row);
    settled.note(found.length === 0);
    // The last one is at everybody, as the first is.
    if (settled.is && !isBrief) return [];
    if (found.length > 0 && isLate()) return found;
    if (found.length > 0) await sleep(waitMs);
    isBrief = !settled.mayBeNext;
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
 * A look at all processes is not of one moment: who forks and leaves in time is in none. One that found nothing new counts where nobody
 * at all was born meanwhile; where somebody was, who may be anybody's, it takes some more.
 */
class Settled {
  #empty = 0;
  #isQuiet = false;
  #youngest = youngest();

  get is(): boolean {
    return this.#isQuiet || this.#empty >= mostLooks;
  }

  /** One more look that finds nothing may do. */
  get mayBeNext(): boolean {
    return this.#isQuiet || this.#empty >= mostLooks - 1;
  }

  note(foundNothing: boolean): void {
    const now = youngest();
    this.#isQuiet = foundNothing && now !== undefined && now === this.#youngest;
    this.#youngest = now;
    this.#empty = foundNothing ? this.#empty + 1 : 0;
  }
}
