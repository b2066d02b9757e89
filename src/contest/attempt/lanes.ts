// Lanes: resources with a capacity that attempts queue for, first come first served.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Contestant } from '../../domain/contestant.ts';
import { hostIdentity } from '../../process/tree/process-list.ts';

export interface LaneOptions {
  /** Capacity by lane name; a local server that is not named holds one. */
  readonly capacities: Readonly<Record<string, number>>;
  /** Capacity of the cloud lane where no capacity is configured. */
  readonly cloud: number;
}

interface Lane {
  readonly capacity: number;
  busy: number;
  readonly queue: Waiting[];
}

interface Waiting {
  enter(): void;
  /** Told how many wait before it, whenever that changes. */
  moved(ahead: number): void;
}

interface LineWish {
  readonly moved?: Waiting['moved'];
  /** Before all who wait already. */
  readonly first?: boolean;
}

const cloudLane = 'cloud';
const localPrefix = 'local ';

/** Served from this machine; a lane the user named holds across processes as well. */
export function isLocal(lane: string): boolean {
  return lane !== cloudLane;
}

/** What its places are known by to all who share the ledger: each machine has servers of its own, what the user named is one. */
export function leaseOf(lane: string): string {
  return lane.startsWith(localPrefix) ? `lane ${hostIdentity().bootId} ${lane}` : `lane ${lane}`;
}

export class Lanes {
  readonly options: LaneOptions;
  readonly #lanes = new Map<string, Lane>();

  constructor(options: LaneOptions) {
    this.options = options;
  }

  capacity(name: string): number {
    return this.#lane(name).capacity;
  }

  /** How many wait before whoever would ask now. */
  ahead(name: string): number {
    const lane = this.#lane(name);
    return lane.busy < lane.capacity ? 0 : lane.queue.length + 1;
  }

  /** Resolves to the function that gives the place back. Rejects when the signal aborts first. */
  async enter(name: string, signal: AbortSignal, wish: LineWish = {}): Promise<() => void> {
    const lane = this.#lane(name);
    signal.throwIfAborted();
    if (lane.busy >= lane.capacity) await waitInLine(lane, signal, wish);
    else lane.busy += 1;
    return () => {
      const next = lane.queue.shift();
      if (next === undefined) lane.busy -= 1;
      else next.enter();
      tellPlaces(lane);
    };
  }

  #lane(name: string): Lane {
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    const { capacities, cloud } = this.options;
    const configured = Object.hasOwn(capacities, name) ? capacities[name] : undefined;
    const capacity = configured ?? (name === cloudLane ? cloud : 1);
    const lane: Lane = { capacity, busy: 0, queue: [] };
    this.#lanes.set(name, lane);
    return lane;
  }
}

/** The lane follows the address the model is served from: a server on this machine holds one model at a time. */
export function laneOf(contestant: Contestant, servedFrom: string | undefined): string {
  if (contestant.lane !== undefined) return contestant.lane;
  const address = servedFrom === undefined ? undefined : localAddress(servedFrom);
  return address === undefined ? cloudLane : `${localPrefix}${address}`;
}

function localAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, port, protocol } = new URL(url);
  const local = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)$/.test(hostname);
  if (!local) return undefined;
  return `${hostname === 'localhost' ? '127.0.0.1' : hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

function waitInLine(
  lane: Lane,
  signal: AbortSignal,
  { moved = () => undefined, first = false }: LineWish,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting: Waiting = {
      moved,
      enter() {
        signal.removeEventListener('abort', leave);
        resolve();
      },
    };
    const leave = () => {
      lane.queue.splice(lane.queue.indexOf(waiting), 1);
      tellPlaces(lane);
      reject(signal.reason);
    };
    if (first) {
      lane.queue.unshift(waiting);
      tellPlaces(lane);
    } else lane.queue.push(waiting);
    signal.addEventListener('abort', leave, { once: true });
  });
}

function tellPlaces({ queue }: Lane): void {
  for (const [place, { moved }] of queue.entries()) moved(place + 1);
}

/** Starts of the same CLI come one after the other: it refreshes its login as it starts. */
export class Stagger {
  readonly #nextStart = new Map<string, number>();
  readonly #elapsed: () => number;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Waits until this agent's turn and takes it. */
  async turn(agent: string, gapMs: number, signal: AbortSignal): Promise<void> {
    if (gapMs <= 0) return;
    const now = this.#elapsed();
    const start = Math.max(now, this.#nextStart.get(agent) ?? now);
    this.#nextStart.set(agent, start + gapMs);
    if (start > now) await sleep(start - now, undefined, { signal });
  }
}

interface CrowdedLane {
  readonly lane: string;
  readonly capacity: number;
  /** The median time of each one's past attempts, where there are any. */
  readonly times: readonly (number | undefined)[];
  readonly limitMs: number;
}

/** What a crowded lane means in time. */
export function deepLaneText({ lane, capacity, times, limitMs }: CrowdedLane): string {
  const known = times.filter((time) => time !== undefined);
  const atOnce = capacity === 1 ? 'one at a time' : `${capacity} at a time`;
  const rounds = Math.ceil(times.length / capacity);
  const usual = known.reduce((sum, time) => sum + time, 0) / (known.length || 1);
  const guess =
    known.length === 0
      ? `up to ${minutes(rounds * limitMs)} at the time limit of each`
      : `about ${minutes(rounds * usual)} going by past attempts`;
  const sum = capacity === 1 ? 'it takes the sum of their times' : 'they wait for each other';
  return `${times.length} contestants share ${lane}, which runs ${atOnce}: ${sum}, ${guess}.`;
}

function minutes(ms: number): string {
  return ms < 90_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;
}
