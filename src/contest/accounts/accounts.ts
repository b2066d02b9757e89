// Accounts as the user's config limits them: attempts at once and starts a minute, over all processes and hosts of one ledger.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent } from '../../agents/agent.ts';
import type { Contestant } from '../../domain/contestant.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Machine, sha256 } from '../../process/machine.ts';
import { Lanes } from '../attempt/lanes.ts';

export interface AccountLimits {
  /** Starts a minute, evenly spaced. */
  readonly perMinute?: number;
  /** Attempts at once. */
  readonly parallel?: number;
  /** Whose login this host uses: where the same is said, it is the same account. */
  readonly login?: string;
  /** The account that is meant, where that has another name than whoever uses it. */
  readonly account?: string;
}

/** By names of agents and contestants. */
export type AccountTable = Readonly<Record<string, AccountLimits>>;

export interface LimitedAccount extends Omit<AccountLimits, 'account'> {
  /** What all who share the ledger know it by. */
  readonly name: string;
}

/** What the config says of a contestant by name, else of its agent. Undefined: nothing. */
export function limitedAccount(
  { name, agent }: Pick<Contestant, 'name' | 'agent'>,
  table: AccountTable = {},
): LimitedAccount | undefined {
  const base = name.replace(/[/#].*$/s, '');
  const known = [base, agent].find((one) => Object.hasOwn(table, one));
  const limits = known === undefined ? undefined : table[known];
  if (known === undefined || limits === undefined) return undefined;
  const { account = known, ...rest } = limits;
  return { ...rest, name: rest.login === undefined ? account : `${agent} login:${rest.login}` };
}

/** Who pays, as it is recorded with a quota: the login or the account of the config, else what the contestant's settings tell apart. */
export function accountOf(agent: Agent, contestant: Contestant, table?: AccountTable): string {
  const limited = limitedAccount(contestant, table);
  if (limited?.login !== undefined) return limited.name;
  if (limited !== undefined && limited.name !== agent.id) return `${agent.id} account:${limited.name}`;
  const own = agent.account?.(contestant);
  if (own !== undefined) return `${agent.id} ${own}`;
  const { settings = {}, environment = {}, auth } = contestant;
  const parts = [settings.baseUrl, settings.keyEnv, settings.command, environment, auth];
  const usual = parts.every((part) => part === undefined || Object.keys(part).length === 0);
  return usual ? agent.id : `${agent.id} ${sha256(JSON.stringify(parts)).slice(0, 8)}`;
}

/** A minute, and room for processes that take longer to start after their turn than the one before: no minute sees too many. */
const roomyMinuteMs = 63_000;
/** What has to be done before a start begins so long before its turn. */
const leadMs = 1000;

interface Asking {
  readonly ledger: Pick<Ledger, 'takeTurn'>;
  readonly machine: Pick<Machine, 'elapsed' | 'fraction'>;
}

interface Line {
  /** The attempts of this process, one after the other: its first asks the others. */
  readonly queues: Lanes;
  /** By the clock that counts running time: when the next start is to be expected. */
  nextMs: number;
}

/** Turns to start. One for all steps of a contest. */
export class Accounts {
  readonly #lines = new Map<string, Line>();

  /** Where the attempts of this process stand in line before one of them asks the others; `places` holds as many as may run at once. */
  async enter(
    account: LimitedAccount,
    queue: 'places' | 'asking' | 'near' | 'turn',
    { signal, waits }: TurnWait,
  ): Promise<() => void> {
    const { queues } = this.#line(account);
    const ahead = queues.ahead(queue);
    if (ahead > 0) waits(ahead);
    return await queues.enter(queue, signal, { moved: waits });
  }

  /**
   * Resolves when a turn is near: whoever waits for it until then holds nothing that others could use. `waits` is told that it
   * has to.
   */
  async near({ ledger, machine }: Asking, account: LimitedAccount, wait: TurnWait): Promise<void> {
    const { perMinute } = account;
    if (perMinute === undefined) return;
    const { signal, waits } = wait;
    const spacingMs = roomyMinuteMs / perMinute;
    const earlyMs = Math.min(leadMs, spacingMs / 2);
    const line = this.#line(account);
    const free = await this.enter(account, 'near', wait);
    try {
      for (;;) {
        const openMs = await ledger.takeTurn(turnsOf(account), spacingMs, { look: true });
        // Where one of this process is about to start, and somebody else was faster, the next turn is that one's.
        const theirsMs = line.queues.ahead('turn') > 0 ? spacingMs : 0;
        const dueMs = Math.max(openMs + theirsMs, line.nextMs - machine.elapsed());
        if (dueMs <= earlyMs) {
          line.nextMs = machine.elapsed() + dueMs + spacingMs;
          return;
        }
        waits(1);
        await sleep(dueMs - earlyMs, undefined, { signal });
      }
    } finally {
      free();
    }
  }

  /** Takes a turn: nobody else of the account starts before the time for the next has come. */
  async take(
    { ledger, machine }: Asking,
    account: LimitedAccount,
    { signal }: Pick<TurnWait, 'signal'>,
  ): Promise<void> {
    if (account.perMinute === undefined) return;
    const spacingMs = roomyMinuteMs / account.perMinute;
    const free = await this.enter(account, 'turn', { signal, waits: () => undefined });
    try {
      for (;;) {
        const waitMs = await ledger.takeTurn(turnsOf(account), spacingMs);
        if (waitMs === 0) return;
        // Whoever waits for the same one is not always behind whoever came first.
        await sleep(waitMs + machine.fraction() * Math.min(20, spacingMs / 10), undefined, { signal });
      }
    } finally {
      free();
    }
  }

  #line({ name, parallel = 1 }: LimitedAccount): Line {
    const known = this.#lines.get(name);
    if (known !== undefined) return known;
    const queues = new Lanes({ capacities: { places: parallel }, cloud: 1 });
    const made = { queues, nextMs: 0 };
    this.#lines.set(name, made);
    return made;
  }
}

interface TurnWait {
  readonly signal: AbortSignal;
  waits(ahead: number): void;
}

function turnsOf({ name }: LimitedAccount): string {
  return `turn ${name}`;
}
