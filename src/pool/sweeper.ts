// Gives hosts up that fell silent: one of the others, elected by a lease, hands what they played to whoever is free.
import { openRuns } from '../contest/handle/record.ts';
import { isGone, thisOwner } from '../contest/play/lease.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import type { Host, Hosts } from '../dispatch/hosts.ts';
import type { JoustEvent } from '../domain/event.ts';
import type { HeldLease, Ledger } from '../ledger/ledger.ts';
import type { Machine } from '../process/machine.ts';
import { keepDigests } from '../record/rank-record.ts';

type AttemptLost = Extract<JoustEvent, { type: 'attempt.lost' }>;

interface SweeperPlace {
  readonly hosts: Hosts;
  readonly dispatch: Dispatch;
  readonly ledger: Ledger;
  readonly machine: Machine;
  /** Who sweeps, and after which silence somebody else does. */
  readonly host: string;
  readonly lostAfterMs: number;
  say(text: string): void;
}

interface Seen {
  readonly epoch: number;
  /** When this host heard of it last, by this machine's own clock. */
  heardMs: number;
  looks: number;
}

const sweeperLease = 'pool sweeper';
/** So often it has to be found silent: after a pause of the database nobody has been heard of. */
const looksBeforeLoss = 3;
const keptMs = 24 * 3_600_000;
const tidyEveryMs = 3_600_000;

export class Sweeper {
  readonly #place: SweeperPlace;
  readonly #token: string;
  readonly #seen = new Map<string, Seen>();
  #tidiedMs = Number.NEGATIVE_INFINITY;
  #keeping: Promise<void> | undefined;

  constructor(place: SweeperPlace) {
    this.#place = place;
    this.#token = place.machine.random(16);
  }

  async sweep(): Promise<void> {
    const { hosts, machine, host } = this.#place;
    try {
      if (!(await this.#isElected())) {
        this.#seen.clear();
        return;
      }
      const now = machine.elapsed();
      const others = (await hosts.list()).filter(({ name }) => name !== host);
      for (const one of others.filter(({ state }) => state === 'here' || state === 'draining')) {
        if (this.#isSilent(one, now) && (await hosts.giveUp(one))) {
          this.#place.say(
            `${one.name} was not heard of for ${Math.round(one.silentMs / 1000)} s: it is given up.`,
          );
          await this.#handOver([one]);
        }
      }
      // Whoever gave them up may have died before it handed everything on.
      await this.#handOver(others.filter(({ state }) => state === 'left' || state === 'lost'));
      await this.#tidy(now);
    } catch (error) {
      this.#place.say(`looking after the other hosts failed: ${(error as Error).message}`);
    }
  }

  async #isElected(): Promise<boolean> {
    const { ledger, machine, host, lostAfterMs } = this.#place;
    const owner = { ...thisOwner(), token: this.#token, pool: host };
    const mine = (other: HeldLease) => other.owner.token === this.#token;
    const isSilent = ({ beatAt }: HeldLease) => machine.now().getTime() - beatAt.getTime() > lostAfterMs;
    const held = await ledger.takeLease(
      sweeperLease,
      owner,
      (other) => mine(other) || isSilent(other) || isGone(other, machine.now()),
    );
    return mine(held);
  }

  /** Silent by the database's clock, and found so several times over that while by ours. */
  #isSilent({ name, epoch, silentMs, lostAfterMs }: Host, now: number): boolean {
    const known = this.#seen.get(name);
    const heardMs = now - silentMs;
    if (known === undefined || known.epoch !== epoch || heardMs > known.heardMs + 100) {
      this.#seen.set(name, { epoch, heardMs, looks: 0 });
      return false;
    }
    known.looks += 1;
    return silentMs > lostAfterMs && known.looks >= looksBeforeLoss;
  }

  /** First whatever they would still write is refused and what ran there is on record as lost, then others play on. */
  async #handOver(gone: readonly Host[]): Promise<void> {
    if (gone.length === 0) return;
    const { dispatch, say } = this.#place;
    for (const [name, held] of Map.groupBy(await dispatch.list(), (one) => one.host ?? '')) {
      if (!gone.some((one) => one.name === name)) continue;
      for (const { contest } of held) await this.#bar(contest, name);
      const contests = await dispatch.takeOver(name);
      if (contests.length > 0) say(`${contests.join(', ')}: handed from ${name} to others.`);
    }
  }

  /** With the contests that are its steps. */
  async #bar(contest: string, gone: string): Promise<void> {
    const { ledger, host } = this.#place;
    const owner = { ...thisOwner(), token: this.#token, pool: host };
    const taken = await ledger.takeLease(contest, owner, (other) => other.owner.pool === gone);
    if (taken.owner.token !== this.#token) return;
    const { epoch } = taken;
    const record = await ledger.events(contest);
    const events = openRuns(record).flatMap((run) => lossOf(run, gone));
    if (events.length > 0) await ledger.append([{ contest, events, epoch }]);
    await ledger.releaseLease(contest, epoch);
    const over = new Set(
      record.flatMap(({ event }) => (event.type === 'child.ended' ? [event.contest] : [])),
    );
    for (const { event } of record)
      if (event.type === 'child.started' && !over.has(event.contest)) await this.#bar(event.contest, gone);
  }

  async #tidy(now: number): Promise<void> {
    if (now - this.#tidiedMs < tidyEveryMs) return;
    this.#tidiedMs = now;
    const { dispatch, hosts, machine } = this.#place;
    await dispatch.forget(new Date(machine.now().getTime() - keptMs));
    await hosts.forget(keptMs);
    // Not waited for: of a large record it takes longer than a host may be silent.
    this.#keeping ??= keepDigests(this.#place.ledger)
      .catch(() => undefined)
      .finally(() => {
        this.#keeping = undefined;
      });
  }
}

/** Checks are made again: that they were lost shows by their next run. */
function lossOf(run: ReturnType<typeof openRuns>[number], host: string): readonly AttemptLost[] {
  if (run.type !== 'attempt.started' || run.host !== host) return [];
  const { key, inputs, contestant } = run;
  return [{ type: 'attempt.lost', v: 1, key, run: run.run, contestant, inputs, host }];
}
