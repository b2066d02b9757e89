// The pool of hosts as everybody sees it: where it is, which contests it takes, and how one is handed to it.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatch, type Dispatched, type PoolOpening, playProtocol } from '../dispatch/dispatch.ts';
import type { Host, Hosts } from '../dispatch/hosts.ts';
import type { Tier } from '../domain/contestant.ts';
import { lackingIn, lackingText, unplayedIn, unplayedText } from '../domain/events/unplayed.ts';
import { JoustError } from '../domain/joust-error.ts';
import { joustHome, type Machine } from '../process/machine.ts';
import { ledgerOf, ledgerUrl } from '../record/user-ledger.ts';
import { visibleLine } from '../views/visible.ts';
import type { PoolJson } from '../views/wire/pool-json.ts';
import { hostNameIn } from './host-name.ts';
import { waitsFor } from './pool-document.ts';

/** Where nobody says which hosts. */
export const anyLabel = 'any';

/** The address of the database that hosts and whoever submits have in common. */
export async function poolUrl(machine: Machine): Promise<string> {
  const url = await ledgerUrl(machine);
  if (url !== undefined) return url;
  throw new JoustError(noPool.message, { code: 'config', hint: noPool.hint });
}

export const noPool = {
  message: 'a pool of hosts needs a ledger in PostgreSQL, and yours is in a file',
  hint: 'Set JOUST_LEDGER, or url under [ledger] in your config, to postgres://USER:PASSWORD@HOST/DATABASE; see joust help worker.',
};

export async function withDispatch<T>(machine: Machine, use: (dispatch: Dispatch) => Promise<T>): Promise<T> {
  const url = await poolUrl(machine);
  const { openDispatch } = await import('../dispatch/dbos-dispatch.ts');
  const dispatch = await openDispatch(url);
  try {
    return await use(dispatch);
  } finally {
    await dispatch.close();
  }
}

/** So long one look at what was handed out holds for all who ask. */
const lookHoldsMs = 1000;

/** For whoever follows many contests at once, until it is closed. */
export async function sharedDispatch(machine: Machine): Promise<Dispatch> {
  const { openDispatch } = await import('../dispatch/dbos-dispatch.ts');
  const dispatch = await openDispatch(await poolUrl(machine));
  let look: ReturnType<Dispatch['list']> | undefined;
  const list = () => {
    look ??= dispatch.list().finally(() => {
      setTimeout(() => {
        look = undefined;
      }, lookHoldsMs).unref();
    });
    return look;
  };
  return {
    submit: (ticket, delayMs) => dispatch.submit(ticket, delayMs),
    async cancel(contest) {
      await dispatch.cancel(contest);
      look = undefined;
    },
    takeOver: (host) => dispatch.takeOver(host),
    takeBack: (host, playing) => dispatch.takeBack(host, playing),
    async standing(contest) {
      const found = (await list()).find((one) => one.contest === contest);
      return found === undefined ? await dispatch.standing(contest) : { state: found.state };
    },
    list,
    forget: (before) => dispatch.forget(before),
    close: () => dispatch.close(),
  };
}

const labelShape = /^[a-z0-9][a-z0-9_.-]{0,40}$/;

export function poolLabel(said: string): string {
  if (said === '') return anyLabel;
  if (labelShape.test(said)) return said;
  throw new JoustError(`"${said}" is no label of hosts`, {
    code: 'usage',
    hint: 'Labels are small letters and digits with - _ . between: gpu, eu-west.',
  });
}

/** What a host lets itself in for with it; throws where no host can play it. */
export function kindOf({
  format,
  tier,
}: {
  readonly format: string;
  readonly tier: Tier;
}): PoolOpening['kind'] {
  if (format === 'race' || format === 'brief') return format;
  if (format === 'suite')
    throw new JoustError('a suite is played where it was started, and hosts play its cells', {
      code: 'usage',
      hint: 'Start it with: joust suite run --workers pool.',
    });
  if (tier === 'read') return 'read';
  throw new JoustError('this contest changes files in your folder, which no host of the pool has', {
    code: 'usage',
    hint: 'Leave out --pool, or have the change made in workspaces: joust race --pool.',
  });
}

export function openingFor(label: string, of: Parameters<typeof kindOf>[0]): PoolOpening {
  return { label: poolLabel(label), kind: kindOf(of), protocol: playProtocol };
}

export async function handToPool(machine: Machine, contest: string, pool: PoolOpening): Promise<void> {
  const { label, kind, protocol } = pool;
  await withDispatch(machine, (dispatch) => dispatch.submit({ contest, label, kind, protocol }));
}

interface PooledHost extends Host {
  /** What it plays now. */
  readonly contests: readonly string[];
}

interface WaitingContest extends Dispatched {
  /** Why a host could not play it, in a sentence without its end. */
  readonly unplayed?: string;
}

interface PoolNow {
  readonly hosts: readonly PooledHost[];
  /** What nobody has taken, the oldest first. */
  readonly waiting: readonly WaitingContest[];
}

async function poolNow(machine: Machine): Promise<PoolNow> {
  const url = await poolUrl(machine);
  const { Hosts } = await import('../dispatch/hosts.ts');
  const hosts = new Hosts(url);
  try {
    const known = await hosts.list();
    const dispatched = await withDispatch(machine, (dispatch) => dispatch.list());
    return {
      hosts: known.map(({ contestants: _own, ...host }) => ({
        ...host,
        contests: dispatched.filter((one) => one.host === host.name).map(({ contest }) => contest),
      })),
      waiting: await withReasons(
        machine,
        dispatched.filter(({ state }) => state !== 'taken'),
      ),
    };
  } finally {
    await hosts.close();
  }
}

/** Only what waits for a time may have been tried. */
async function withReasons(
  machine: Machine,
  waiting: readonly Dispatched[],
): Promise<readonly WaitingContest[]> {
  if (waiting.every(({ state }) => state !== 'delayed')) return waiting;
  const ledger = ledgerOf(machine)({ home: joustHome(machine), now: machine.now });
  try {
    return await Promise.all(
      waiting.map(async (one) => {
        if (one.state !== 'delayed') return one;
        const types = ['contest.unplayed', 'attempt.ended'] as const;
        const events = await ledger.eventsAfter(0, { contest: one.contest, types });
        const told = events.map(({ event }) => event);
        const [found, lacking] = [unplayedIn(told), lackingIn(told)];
        if (found === undefined) return one;
        const text = lacking.length > 0 ? lackingText(lacking) : unplayedText(found);
        return { ...one, unplayed: visibleLine(text) };
      }),
    );
  } finally {
    await ledger.close();
  }
}

/** For every surface. If there is no pool, the answer says so. */
export async function poolToldNow(machine: Machine): Promise<PoolJson> {
  const told = { type: 'pool', v: 1 } as const;
  if ((await ledgerUrl(machine)) === undefined) return { ...told, isThere: false, hosts: [], waiting: [] };
  const { hosts, waiting } = await poolNow(machine);
  return {
    ...told,
    isThere: true,
    hosts,
    waiting: waiting.map((one) => ({
      ...one,
      since: one.since.toISOString(),
      until: one.until?.toISOString(),
      for: waitsFor(one, hosts),
    })),
  };
}

/** What comes of it, in a sentence. */
export async function drainHost(machine: Machine, home: string): Promise<string> {
  const name = hostNameIn(home);
  const url = await poolUrl(machine);
  const { Hosts } = await import('../dispatch/hosts.ts');
  const hosts = new Hosts(url);
  try {
    if (name !== undefined && (await hosts.drain(name))) {
      await heardOf(hosts, name);
      return `${name} takes nothing more, and leaves when what it plays is over.`;
    }
  } finally {
    await hosts.close();
  }
  throw new JoustError('no host runs here', {
    code: 'not-found',
    hint: 'See those that do with: joust hosts',
  });
}

const lookAgainMs = 100;

/** A host hears with its next beat what was said of it; one that is silent is given up after its own time. */
async function heardOf(hosts: Hosts, name: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += lookAgainMs) {
    const host = (await hosts.list()).find((one) => one.name === name);
    const isHeard = host === undefined || host.state !== 'draining' || host.silentMs < waitedMs;
    if (isHeard || waitedMs > host.lostAfterMs) return;
    await sleep(lookAgainMs);
  }
}
