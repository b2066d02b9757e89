// Connections to the database of a ledger: one pool for each address in a process; what fails for a moment is tried again.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { JoustError } from '../../domain/joust-error.ts';
import { type LedgerAddress, readAddress } from '../database-address.ts';
import { isNotReady, isPassing, translated } from './postgres-errors.ts';
import { preparedTables, type Query, type Row } from './postgres-tables.ts';

/** What a transaction waits for before it looks at anything. */
export interface Locks {
  /** Appends come side by side; whoever must know that none is under way comes alone. */
  readonly gate?: 'shared' | 'alone';
  /** One transaction at a time for each: the order of a contest's events is that of their commits. */
  readonly contests?: readonly string[];
}

export interface Transaction<T> extends Locks {
  /** `client`: the same connection, for whoever brings statements of its own. */
  work(query: Query, client: pg.ClientBase): Promise<T>;
  /** When a connection was lost it is unknown what was committed: looked for here, before the work is repeated. */
  done?(query: Query): Promise<T | undefined>;
}

/** Few: a contest writes one thing at a time. */
const poolSize = 5;
const connectMs = 10_000;
/** Beyond this nobody answers. */
const answerMs = 60_000;
/** Once it was reached, for so long it is tried again: a database that is started anew takes its time. */
const patienceMs = 60_000;
/** One that is being started, or has no place free, is there. */
const notReadyMs = 15_000;
/** What is committed is on disk, also where the database is set to say so earlier; whoever waits for replicas still does. */
const onDisk = (scope: 'transaction' | 'connection') =>
  `SELECT set_config('synchronous_commit', 'on', ${scope === 'transaction'}) WHERE current_setting('synchronous_commit') = 'off'`;
/** Whoever was stopped amid a transaction lets the others on. */
const idleInTransactionMs = 5000;

interface Listener {
  readonly client: pg.Client;
  /** False: the connection could not be had. */
  readonly ready: Promise<boolean>;
  readonly ears: Set<Ear>;
}

/** `over` comes when the connection is lost, but not when the ear leaves. */
interface Ear {
  heard(payload: string): void;
  over(): void;
}

interface Shared {
  readonly pool: pg.Pool;
  /** By channel, one connection for all ledgers of this process. */
  readonly listeners: Map<string, Listener>;
  users: number;
  /** By schema: there may be several in a database. */
  readonly ready: Map<string, Promise<void>>;
  wasReached: boolean;
}

const pools = new Map<string, Shared>();

export class PostgresSession {
  readonly address: LedgerAddress;
  readonly #shared: Shared;
  #open = true;

  constructor(url: string) {
    this.address = readAddress(url);
    const fresh = () => ({
      pool: poolAt(this.address),
      listeners: new Map(),
      users: 0,
      ready: new Map(),
      wasReached: false,
    });
    const known = pools.get(this.address.url) ?? fresh();
    pools.set(this.address.url, known);
    known.users += 1;
    this.#shared = known;
  }

  /** A statement that may be said twice. */
  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return await this.#patiently(async (client) => await this.#ask(client, text, values));
  }

  /** Tried once: for what is only kept for later, and not worth waiting for. */
  async queryOnce(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    await this.#prepared();
    return await this.#once(async (client) => await this.#ask(client, text, values));
  }

  /** Statements of others, on connections that they take from the pool; what they say may be said twice. */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    return await this.#retrying(work);
  }

  /** `after` is told the way to say something more on the same connection, for which nobody waits. */
  async transaction<T>(
    { work, done, ...locks }: Transaction<T>,
    after?: (result: T) => readonly [string, readonly unknown[]] | undefined,
  ): Promise<T> {
    let tries = 0;
    return await this.#patiently(async (client) => {
      const query: Query = (text, values = []) => this.#ask(client, text, values);
      tries += 1;
      await client.query(this.#begin(locks));
      try {
        const result = (tries > 1 ? await done?.(query) : undefined) ?? (await work(query, client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        if (!isPassing(error)) await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    }, after);
  }

  /** Undefined: a connection can't be had now. It is over when it says so, or when the caller ends it. */
  async listen(channel: string, ear: Ear): Promise<(() => void) | undefined> {
    const { listeners } = this.#shared;
    const listener = listeners.get(channel) ?? this.#listener(channel);
    listener.ears.add(ear);
    if (!(await listener.ready)) return undefined;
    return () => {
      if (!listener.ears.delete(ear) || listener.ears.size > 0) return;
      if (listeners.get(channel) === listener) listeners.delete(channel);
      void listener.client.end().catch(() => undefined);
    };
  }

  #listener(channel: string): Listener {
    const { listeners } = this.#shared;
    const client = new pg.Client(optionsOf(this.address));
    const ears = new Set<Ear>();
    const over = () => {
      if (listeners.get(channel) === listener) listeners.delete(channel);
      const left = [...ears];
      ears.clear();
      for (const ear of left) ear.over();
    };
    client.on('error', over);
    client.on('end', over);
    client.on('notification', ({ payload = '' }) => {
      for (const ear of ears) ear.heard(payload);
    });
    const connected = client.connect().then(() => client.query(`LISTEN ${channel}`));
    const ready = connected.then(
      () => true,
      () => {
        // Those that wait for it hear it from this promise.
        ears.clear();
        over();
        void client.end().catch(() => undefined);
        return false;
      },
    );
    const listener = { client, ready, ears };
    listeners.set(channel, listener);
    return listener;
  }

  /** The connections of this process, for whoever brings statements of its own; at least so many of them. */
  pool(atLeast = 0): pg.Pool {
    const { pool } = this.#shared;
    pool.options.max = Math.max(pool.options.max, atLeast);
    return pool;
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    this.#shared.users -= 1;
    if (this.#shared.users > 0) return;
    pools.delete(this.address.url);
    await this.#shared.pool.end();
  }

  async #ask(client: pg.ClientBase, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return (await client.query<Row>(this.#named(text), [...values])).rows;
  }

  /** All tables are in one schema of their own. */
  #named(text: string): string {
    return text.replaceAll('joust.', `"${this.address.schema}".`);
  }

  #begin({ gate, contests = [] }: Locks): string {
    const { schema } = this.address;
    const gates = gate === undefined ? [] : [lockText(gate === 'shared' ? '_shared' : '', `gate ${schema}`)];
    // In one order for all, so that nobody waits for one who waits for them.
    const names = [...new Set(contests)].map((contest) => lockKey(`contest ${schema} ${contest}`));
    const ordered = [...new Set(names)].sort((a, b) => a - b);
    return [
      'BEGIN',
      `SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
      onDisk('transaction'),
      ...gates,
      ...ordered.map((key) => `SELECT pg_advisory_xact_lock(${lockClass}, ${key})`),
    ].join('; ');
  }

  async #patiently<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    after?: (result: T) => readonly [string, readonly unknown[]] | undefined,
  ): Promise<T> {
    return await this.#retrying(async () => {
      await this.#prepared();
      return await this.#once(work, after);
    });
  }

  async #retrying<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        const startMs = isNotReady(error) ? notReadyMs : 0;
        const limitMs = this.#shared.wasReached ? patienceMs : startMs;
        if (!this.#open || !isPassing(error) || performance.now() - began > limitMs)
          throw translated(error, this.address);
        await sleep(Math.min(1000, 20 * 2 ** tries) * (0.5 + Math.random()));
      }
    }
  }

  async #once<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    after?: (result: T) => readonly [string, readonly unknown[]] | undefined,
  ): Promise<T> {
    if (!this.#open) throw new JoustError('the ledger was closed', { code: 'ledger' });
    const client = await this.#shared.pool.connect();
    try {
      const result = await work(client);
      const more = after?.(result);
      if (more === undefined) client.release();
      else
        void this.#ask(client, ...more).then(
          () => client.release(),
          () => client.release(true),
        );
      return result;
    } catch (error) {
      client.release(isPassing(error));
      throw error;
    }
  }

  /** Before anything else, once in a process: that the tables are there, and of this joust. */
  async #prepared(): Promise<void> {
    const shared = this.#shared;
    const prepare = async (client: pg.PoolClient) =>
      await preparedTables((text, values = []) => this.#ask(client, text, values), this.address);
    const { schema } = this.address;
    const ready = shared.ready.get(schema) ?? this.#once(prepare);
    shared.ready.set(schema, ready);
    try {
      await ready;
      shared.wasReached = true;
    } catch (error) {
      shared.ready.delete(schema);
      throw error;
    }
  }
}

const lockClass = 0x6a6f;

function lockText(kind: '' | '_shared', name: string): string {
  return `SELECT pg_advisory_xact_lock${kind}(${lockClass + 1}, ${lockKey(name)})`;
}

/** Two that come to the same number only wait for each other. */
function lockKey(name: string): number {
  return createHash('sha256').update(name).digest().readInt32BE();
}

function poolAt(address: LedgerAddress): pg.Pool {
  const pool = new pg.Pool({
    ...optionsOf(address),
    max: poolSize,
    allowExitOnIdle: true,
    // For statements that others bring; a connection that is shared out beneath us may lose it again.
    onConnect: async (client) => void (await client.query(onDisk('connection'))),
  });
  // Whoever uses a connection that is lost is told there.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

function optionsOf({ url }: LedgerAddress): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    application_name: 'joust',
  };
}
