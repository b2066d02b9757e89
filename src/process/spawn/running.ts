// What this process has started, and who of those it plays may be running. What was seen of files while nobody was stays true until
// somebody is.
import type { Moment } from '../tree/moment.ts';

/** A spool. */
interface Place {
  readonly path: string;
}

interface Start {
  /** Just before it. */
  readonly after: Moment | undefined;
  /** The wrapper; undefined: it could not be started. */
  readonly pid: number | undefined;
}

const starts = new Map<string, Start>();
const running = new Set<string>();
let count = 0;

export function noteStart({ path }: Place, after: Moment | undefined, pid: number | undefined): void {
  starts.set(path, { after, pid });
}

export function startOf({ path }: Place): Start | undefined {
  return starts.get(path);
}

/** Of all that were started here and may run: each has a session of its own. */
export function runningPids(): readonly number[] {
  return [...starts].flatMap(([path, { pid }]) => (pid === undefined || !running.has(path) ? [] : [pid]));
}

export function forgetStart({ path }: Place): void {
  starts.delete(path);
}

/** Whoever started it. */
export function noteRunning({ path }: Place): void {
  running.add(path);
  count += 1;
}

/** Nothing of it is left. */
export function noteOver({ path }: Place): void {
  running.delete(path);
}

/** The same again as long as nobody runs; undefined: somebody does. */
export function quietSince(): number | undefined {
  return running.size === 0 ? count : undefined;
}
