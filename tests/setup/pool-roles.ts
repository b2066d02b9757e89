// The roles that ship, in a schema of its own: the owner makes tables and queues, and each role gets a login.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { openDispatch } from '../../src/dispatch/dbos-dispatch.ts';
import type { Cluster } from './postgres.ts';

export type Role = 'reader' | 'submitter' | 'worker';

export interface PoolRoles {
  /** The address of a login in this role. */
  readonly urls: Readonly<Record<Role, string>>;
  /** A login of no role: what everybody may do. */
  readonly stranger: string;
  /** Runs the file again, as after an update of joust. */
  grant(): Promise<void>;
}

const file = readFileSync(new URL('../../schema/postgres-roles.sql', import.meta.url), 'utf8');

/** The file as it would be for this schema. */
export const rolesSqlFor = (schema: string, text = file): string =>
  text
    .replaceAll(/\bSCHEMA joust\b/g, `SCHEMA ${schema}`)
    .replaceAll(/\bjoust\./g, `${schema}.`)
    .replaceAll('joust_dispatch', `${schema}_dispatch`);

export async function poolRoles(cluster: Cluster, schema: string): Promise<PoolRoles> {
  const url = cluster.url(schema);
  await (await openDispatch(url)).close();
  const grant = async () => void (await asOwner(cluster, rolesSqlFor(schema)));
  await grant();
  const login = async (name: string, role = '') => {
    await asOwner(cluster, `CREATE ROLE ${schema}_${name} LOGIN PASSWORD 'x' ${role}`);
    return url.replace(/\/\/.*@/, `//${schema}_${name}:x@`);
  };
  const [reader, submitter, worker] = [
    await login('reader', 'IN ROLE joust_reader'),
    await login('submitter', 'IN ROLE joust_submitter'),
    await login('worker', 'IN ROLE joust_worker'),
  ];
  return { urls: { reader, submitter, worker }, stranger: await login('stranger'), grant };
}

/** Roles belong to the whole cluster: one test at a time changes them. */
export async function asOwner(cluster: Cluster, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: cluster.url() });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('roles of tests'))");
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
