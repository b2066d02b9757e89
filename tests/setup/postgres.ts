// PostgreSQL for tests: a cluster of their own on a free port of 127.0.0.1, made by the first who needs it and gone after the run.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Cluster {
  readonly port: number;
  /** Its superuser's, by name of database and schema. */
  url(schema?: string): string;
  /** As when a machine is switched off, or in good order. */
  stop(how?: 'immediate' | 'fast'): void;
  start(): void;
  remove(): void;
}

/** Everything that means something in an address. */
export const password = 'p@ss:w/rd#1?%41 &é';
const variable = 'JOUST_TEST_POSTGRES';

/** Before a run: where its cluster would be. */
export function setup(): (() => void) | undefined {
  if (process.env[variable] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'joust-postgres-'));
  process.env[variable] = folder;
  return () => {
    const told = join(folder, 'cluster.json');
    if (existsSync(told))
      clusterIn(folder, (JSON.parse(readFileSync(told, 'utf8')) as { port: number }).port).remove();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** The one of this run, or why there is none. */
export async function sharedCluster(): Promise<Cluster | string> {
  const folder = process.env[variable] ?? '';
  const told = join(folder, 'cluster.json');
  if (isFirst(folder)) {
    const made = await makeCluster(folder).catch((error) => String(error));
    writeFileSync(
      `${told}.new`,
      JSON.stringify(typeof made === 'string' ? { why: made } : { port: made.port }),
    );
    execFileSync('mv', [`${told}.new`, told]);
  }
  while (!existsSync(told)) await sleep(50);
  const { port, why } = JSON.parse(readFileSync(told, 'utf8')) as { port?: number; why?: string };
  return port === undefined ? (why ?? 'nobody knows why') : clusterIn(folder, port);
}

/** For tests that stop it. */
export async function ownCluster(): Promise<Cluster | string> {
  return await makeCluster(mkdtempSync(join(tmpdir(), 'joust-postgres-')));
}

/** A schema of its own for each place. */
export const schemaFor = (place: string) =>
  `t_${createHash('sha256').update(place).digest('hex').slice(0, 20)}`;

function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, 'claimed'));
    return true;
  } catch {
    return false;
  }
}

async function makeCluster(folder: string): Promise<Cluster | string> {
  if (programs() === undefined) return 'PostgreSQL is not installed';
  const port = await freePort();
  const cluster = clusterIn(folder, port);
  const secret = join(folder, 'password');
  writeFileSync(secret, password);
  if (asOther !== undefined) for (const path of [folder, secret]) chownSync(path, asOther.uid, asOther.gid);
  const made = run('initdb', [
    '-D',
    join(folder, 'data'),
    '-U',
    'joust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
    '--auth=scram-sha-256',
    `--pwfile=${secret}`,
  ]);
  if (made.status !== 0) return `PostgreSQL cannot be set up here: ${made.stderr}`;
  cluster.start();
  return cluster;
}

function clusterIn(folder: string, port: number): Cluster {
  const data = join(folder, 'data');
  const control = (...args: readonly string[]) => {
    const { status, stderr, stdout } = run('pg_ctl', ['-D', data, '-w', ...args]);
    if (status !== 0) throw new Error(`pg_ctl ${args.join(' ')}: ${stdout}${stderr}`);
  };
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 200,
    // Commits that are told before they are written are not what joust takes for an answer.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '32MB',
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const stop: Cluster['stop'] = (how = 'immediate') => control('-m', how, 'stop');
  return {
    port,
    url: (schema) =>
      `postgres://joust:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres${schema === undefined ? '' : `?schema=${schema}`}`,
    start: () => control('-l', join(folder, 'log'), '-o', options.join(' '), 'start'),
    stop,
    remove() {
      if (existsSync(join(data, 'postmaster.pid'))) stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** It refuses to be run by root. */
const asOther = process.getuid?.() === 0 ? accountOf('postgres') : undefined;

function run(program: string, args: readonly string[]) {
  const own = [join(programs() ?? '', program), ...args];
  const [command = '', ...rest] =
    asOther === undefined
      ? own
      : ['setpriv', `--reuid=${asOther.uid}`, `--regid=${asOther.gid}`, '--clear-groups', ...own];
  // What it starts keeps its output: nobody waits for that.
  const log = ['ignore', 'ignore', 'pipe'] as const;
  const result = spawnSync(command, rest, {
    cwd: '/',
    encoding: 'utf8',
    stdio: args.includes('start') ? 'ignore' : [...log],
  });
  return { status: result.status, stdout: '', stderr: result.stderr ?? '' };
}

function accountOf(name: string): { readonly uid: number; readonly gid: number } | undefined {
  const [, , uid, gid] = spawnSync('getent', ['passwd', name], { encoding: 'utf8' }).stdout.split(':');
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** Said to the server as its superuser. */
export function sqlIn(url: string, ...statements: readonly string[]): void {
  const said = statements.flatMap((text) => ['-c', text]);
  const psql = join(programs() ?? '', 'psql');
  const { status, stderr } = spawnSync(psql, ['-qAtX', ...said, url.replace(/\?.*$/, '')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** What a query finds in a schema, at once; nothing where there is none yet. */
export function rowsIn(url: string, query: string): readonly Record<string, unknown>[] {
  const { searchParams, href } = new URL(url);
  const text = `SET search_path TO "${searchParams.get('schema')}"; SELECT to_json(found) FROM (${query}) AS found`;
  const psql = join(programs() ?? '', 'psql');
  const { status, stdout, stderr } = spawnSync(psql, ['-qAtX', '-c', text, href.replace(/\?.*$/, '')], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status !== 0 && !/does not exist/.test(stderr)) throw new Error(stderr);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Debian keeps them off the path. */
function programs(): string | undefined {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    ...versions.map((version) => join(folder, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  if (process.getuid?.() === 0 && asOther === undefined) return undefined;
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'pg_ctl')));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
