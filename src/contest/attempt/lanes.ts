// Lanes: resources with a capacity that attempts queue for, first come first served.
import type { Contestant } from '../../domain/contestant.ts';

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

export const cloudLane = 'cloud';
const localPrefix = 'local ';

/** Served from this machine; a lane the user named holds across processes as well. */
export function isLocal(lane: string): boolean {
  return lane !== cloudLane;
}

export class Lanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<string, Lane>();

  constructor(options: LaneOptions) {
    this.#options = options;
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
  async enter(
    name: string,
    signal: AbortSignal,
    moved: Waiting['moved'] = () => undefined,
  ): Promise<() => void> {
    const lane = this.#lane(name);
    signal.throwIfAborted();
    if (lane.busy >= lane.capacity) await waitInLine(lane, signal, moved);
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
    const { capacities, cloud } = this.#options;
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

function waitInLine(lane: Lane, signal: AbortSignal, moved: Waiting['moved']): Promise<void> {
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
    lane.queue.push(waiting);
    signal.addEventListener('abort', leave, { once: true });
  });
}

function tellPlaces({ queue }: Lane): void {
  for (const [place, { moved }] of queue.entries()) moved(place + 1);
}
