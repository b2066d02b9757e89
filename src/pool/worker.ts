// A host of the pool: takes contests while it has places, plays them in this process, beats, and looks after hosts that fell silent.
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { thisOwner } from '../contest/play/lease.ts';
import { Recorder } from '../contest/play/recorder.ts';
import { type Dispatch, type Played, playProtocol, type Ticket } from '../dispatch/dispatch.ts';
import type { HostAbout, Hosts } from '../dispatch/hosts.ts';
import { joustVersion } from '../domain/version.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ownParts, type World } from '../play/create-player.ts';
import { extendedConfig } from '../play/extensions/extended-config.ts';
import { playWorld } from '../play/player-settings.ts';
import { elapsedMs, type Machine } from '../process/machine.ts';
import { ledgerOf } from '../record/user-ledger.ts';
import { clearLost } from './clear-lost.ts';
import { holdName, hostNameFor } from './host-name.ts';
import { ownOffer } from './offers.ts';
import { playTicket } from './play-ticket.ts';
import { poolUrl } from './pool.ts';
import { queueLog } from './queue-log.ts';
import { Sweeper } from './sweeper.ts';

export interface WorkerRequest extends Pick<HostAbout, 'places' | 'labels' | 'kinds' | 'lostAfterMs'> {
  /** Leaves when nothing is left to do. */
  readonly untilEmpty: boolean;
  /** What happens, a line each. */
  say(text: string): void;
}

interface WorkerPlace {
  readonly machine: Machine;
  readonly home: string;
  /** Aborted: what is being played is interrupted and given back. */
  readonly signal: AbortSignal;
}

/** In that part of the time after which it would be given up. */
const beatsPerLoss = 5;
/** What it plays is interrupted, or handed on, within this time; what takes longer is left behind. */
const endsWithinMs = 20_000;
/** Each of its last words to the database. */
const closesWithinMs = 5000;

export async function runWorker(asked: WorkerRequest, place: WorkerPlace): Promise<void> {
  const { machine, home, signal } = place;
  const url = await poolUrl(machine);
  const [{ Hosts: HostTable }, { openDispatch }, { takeContests }] = await Promise.all([
    import('../dispatch/hosts.ts'),
    import('../dispatch/dbos-dispatch.ts'),
    import('../dispatch/dbos-host.ts'),
  ]);
  const name = hostNameFor(home, machine);
  // No project's file has a say in what a host does.
  const loaded = await extendedConfig({ machine, cwd: home });
  const settings = playWorld(loaded);
  const parts = ownParts({ ...settings, machine, home, openLedger: ledgerOf(machine) });
  const { ledger } = parts;
  const recorder = new Recorder(ledger, () => undefined);
  const lease = await holdName({ machine, ledger, recorder, host: name, signal, say: asked.say });
  const hosts = new HostTable(url);
  const dispatch = await openDispatch(url);
  const world = (stop: AbortSignal): World => ({
    ...settings,
    machine,
    home,
    host: name,
    parent: parts,
    said: [],
    signal: stop,
    observe: () => undefined,
  });
  const worker = new Worker({ asked, name, dispatch, hosts, ledger, world });
  try {
    await clearLost({ home, ledger, host: name });
    const about = {
      ...aboutThis(asked),
      contestants: ownOffer(loaded, { machine, home, vault: parts.vault }),
    };
    let epoch = await hosts.join(name, about);
    const { lostAfterMs, say } = asked;
    const sweeper = new Sweeper({ hosts, dispatch, ledger, machine, host: name, lostAfterMs, say });
    const taking = await takeContests(url, worker);
    asked.say(`${name} takes contests: ${aboutText(asked)}`);
    const handOn = () => dispatch.takeOver(name);
    const joinAgain = async () => {
      // Whoever gave it up may have died before it handed everything on. What could not be handed on now is, at the next beat.
      if (!(await worker.dropAll(handOn)) || signal.aborted) return;
      await clearLost({ home, ledger, host: name });
      if (signal.aborted) return;
      epoch = await hosts.join(name, about);
      if (!signal.aborted) worker.takesAgain();
    };
    const beat = async () => {
      const state = await hosts.beat(name, epoch, worker.busy).catch(() => 'unheard' as const);
      if (state === undefined) await joinAgain().catch((error: Error) => say(error.message));
      if (state === 'draining') worker.takeNoMore();
      return state;
    };
    const beats = async () => {
      while (!signal.aborted) {
        const state = await beat();
        if (state !== 'unheard') await sweeper.sweep();
        if (state === 'here') await worker.takeBack();
        if (await worker.isDone(asked.untilEmpty)) return;
        await sleep(asked.lostAfterMs / beatsPerLoss, undefined, { signal }).catch(() => undefined);
      }
    };
    try {
      // Told to leave it does so, whatever it waits for.
      await Promise.race([beats(), aborted(signal)]);
      await worker.leave(handOn, () => hosts.beat(name, epoch, worker.busy));
    } finally {
      await inTime(taking.stop(), closesWithinMs);
      await inTime(hosts.leave(name, epoch), closesWithinMs);
    }
  } finally {
    await inTime(lease.release(), closesWithinMs);
    await inTime(Promise.all([dispatch.close(), hosts.close(), ledger.close()]), closesWithinMs);
  }
  asked.say(`${name} has left.`);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Whether it was done in time. What takes longer, or fails, is left to itself. */
async function inTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), limitMs);
  try {
    return await Promise.race([
      over,
      work.then(
        () => true,
        () => false,
      ),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function aboutThis({ places, labels, kinds, lostAfterMs }: WorkerRequest): HostAbout {
  const { pid, startTime } = thisOwner();
  return {
    machine: hostname(),
    joust: joustVersion,
    protocol: playProtocol,
    places,
    labels: [...labels],
    kinds: [...kinds],
    lostAfterMs,
    process: `${pid} ${startTime}`,
  };
}

function aboutText({ places, labels, kinds }: WorkerRequest): string {
  return `${places} at a time, for ${labels.join(', ')}; ${kinds.join(', ')}.`;
}

interface WorkerParts {
  readonly dispatch: Dispatch;
  readonly hosts: Pick<Hosts, 'list'>;
  readonly ledger: Ledger;
  readonly asked: WorkerRequest;
  readonly name: string;
  world(stop: AbortSignal): World;
}

/** What this host plays at the moment. */
class Worker {
  readonly name: string;
  readonly labels: readonly string[];
  readonly kinds: WorkerRequest['kinds'];
  readonly #parts: WorkerParts;
  readonly #playing = new Map<
    Promise<unknown>,
    { readonly stop: AbortController; readonly contest: string }
  >();
  #state: 'takes' | 'drains' | 'leaves' | 'lost' = 'takes';
  #handingOn: Promise<unknown> | undefined;
  readonly #queueLog: (text: string) => void;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#queueLog = queueLog({ say: parts.asked.say, elapsedMs });
    this.name = parts.name;
    this.labels = parts.asked.labels;
    this.kinds = parts.asked.kinds;
  }

  get busy(): number {
    return this.#playing.size;
  }

  free(own: boolean): number {
    const takes = this.#state === 'takes' || (own && this.#state === 'drains');
    return takes ? this.#parts.asked.places - this.busy : 0;
  }

  async play(ticket: Ticket): Promise<Played> {
    if (this.#state === 'leaves') return 'elsewhere';
    const stop = new AbortController();
    const { asked, dispatch, hosts, ledger, name, world } = this.#parts;
    const isLeaving = () => this.#state === 'leaves';
    const playing = playTicket(ticket, {
      dispatch,
      ledger,
      isLeaving,
      kinds: asked.kinds,
      say: asked.say,
      host: name,
      hosts: () => hosts.list(),
      world: world(stop.signal),
    });
    const kept = playing.catch(() => undefined);
    this.#playing.set(kept, { stop, contest: ticket.contest });
    try {
      return await playing;
    } finally {
      this.#playing.delete(kept);
    }
  }

  warn(text: string): void {
    if (this.#state !== 'lost') this.#queueLog(text);
  }

  takeNoMore(): void {
    if (this.#state !== 'takes') return;
    this.#state = 'drains';
    this.#parts.asked.say(`${this.name} takes nothing more.`);
  }

  takesAgain(): void {
    this.#state = 'takes';
  }

  /**
   * Somebody else plays all of it: nothing of it is recorded any more. It is handed on before it ends here: what ends is over. False: it
   * could not be handed on now, and goes on.
   */
  async dropAll(handOn: () => Promise<unknown>): Promise<boolean> {
    if (this.#state !== 'lost')
      this.#parts.asked.say(
        'This host was given up while it was silent: what it played is played elsewhere.',
      );
    this.#state = 'lost';
    // One at a time: a late one would take what was taken since.
    this.#handingOn ??= handOn().finally(() => {
      this.#handingOn = undefined;
    });
    if (!(await inTime(this.#handingOn, endsWithinMs))) return false;
    await this.#interrupt();
    return true;
  }

  /** Everything is interrupted as it would be on a terminal, and given back; what was given to others already is handed on before. */
  async leave(handOn: () => Promise<unknown>, beat: () => Promise<unknown>): Promise<void> {
    if (this.#state === 'lost') {
      await this.dropAll(handOn);
      return;
    }
    this.#state = 'leaves';
    const beating = setInterval(() => void beat().catch(() => undefined), 1000);
    try {
      await this.#interrupt();
    } finally {
      clearInterval(beating);
    }
  }

  /** What came into its hands and was never begun, as when the database failed in that moment. */
  async takeBack(): Promise<void> {
    const playing = new Set([...this.#playing.values()].map(({ contest }) => contest));
    const { dispatch, asked } = this.#parts;
    const found = await dispatch.takeBack(this.name, playing).catch(() => []);
    if (found.length > 0) asked.say(`${found.join(', ')}: taken and not begun; once more.`);
  }

  async isDone(untilEmpty: boolean): Promise<boolean> {
    const drains = this.#state === 'drains';
    if (this.busy > 0 || !(drains || untilEmpty)) return false;
    const known = await this.#parts.dispatch.list().catch(() => undefined);
    // What was taken a moment ago may not have begun.
    if (known === undefined || this.busy > 0 || known.some(({ host }) => host === this.name)) return false;
    return drains || !known.some((one) => this.#mayTake(one));
  }

  #mayTake({ label, kind, state }: { label: string; kind: Ticket['kind']; state: string }): boolean {
    return state !== 'taken' && this.labels.includes(label) && this.kinds.includes(kind);
  }

  /** What does not end is left behind: its places are free, and whatever it would still record is refused. */
  async #interrupt(): Promise<void> {
    for (const { stop } of this.#playing.values()) stop.abort();
    if (await inTime(Promise.all(this.#playing.keys()), endsWithinMs)) return;
    const left = [...this.#playing.values()].map(({ contest }) => contest);
    this.#playing.clear();
    this.#parts.asked.say(
      `${left.join(', ')}: did not end within ${endsWithinMs / 1000} s, and is left behind.`,
    );
  }
}
