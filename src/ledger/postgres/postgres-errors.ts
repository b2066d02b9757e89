// What PostgreSQL and the network say when something fails: whether to try again, and a sentence that says what to do.
import { JoustError } from '../../domain/joust-error.ts';
import type { LedgerAddress } from '../database-address.ts';
import { DatabaseError } from '../ledger.ts';

/**
 * What passes: lost connections (08, 57P05), servers that stop, start or fail over (57P01 to 57P03, 25006: read-only), no room or no
 * place (53: disk, memory, connections), and transactions that were in each other's way.
 */
const passingCodes =
  /^(?:08...|25006|25P0[23]|40001|40P01|53...|57P0[1235]|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|ERR_STREAM_DESTROYED)$/;
/** What the client itself says without a code. */
const lostWords =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded|Query read timeout|Client was closed)/;

/**
 * The one question for every error of the database: may the same succeed in a moment? Its connection is not used again then, since
 * after a failover it may lead to the server that was.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof JoustError) return false;
  return passingCodes.test(codeOf(error)) || lostWords.test(error.message);
}

/** Somebody is there, and has no time yet. */
export function isNotReady(error: unknown): boolean {
  return error instanceof Error && /^(?:57P03|53300|40001|40P01)$/.test(codeOf(error));
}

export const isDenied = (error: unknown): boolean => error instanceof Error && codeOf(error) === '42501';

/** What the database or the way to it refused; anything else is thrown as it is. */
export function translated(error: unknown, { shown }: Pick<LedgerAddress, 'shown'>): unknown {
  if (!(error instanceof Error) || error instanceof JoustError) return error;
  const code = codeOf(error);
  const hint = hints[code] ?? (isPassing(error) ? away : general);
  const isTheirs = code !== '' || isPassing(error) || /SASL|password/i.test(error.message);
  if (!isTheirs) return error;
  return new DatabaseError(new Error(`the ledger in ${shown}: ${wordsOf(error)}`, { cause: error }), hint);
}

const away =
  'See that PostgreSQL runs there and can be reached; the address is JOUST_LEDGER, or url under [ledger] in your config file. What is on record stays, and joust resume goes on with what was being played.';
const general = 'The words are those of PostgreSQL; joust doctor shows where the ledger is.';
const login =
  'See that user and password in the address of the ledger are right (JOUST_LEDGER, or [ledger] url).';
const hints: Readonly<Record<string, string>> = {
  '28P01': login,
  '28000': login,
  '3D000': 'Make the database first, for instance with createdb.',
  '42501':
    'This role may not do that; schema/postgres-roles.sql of the package has the roles and what each may do.',
  '25006':
    'The database takes no writes: it is a standby, was made one by a failover, or is set to be read-only. Set the address to the server that takes writes; then joust resume goes on.',
  '53100': 'The disk of the database is full: make room there, then joust resume goes on.',
  '53300':
    'Raise max_connections of the server, or the CONNECTION LIMIT of the role; then joust resume goes on.',
};

function codeOf(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Where several addresses of a host were tried, each says why. */
function wordsOf(error: Error): string {
  const several = error instanceof AggregateError ? error.errors.map(String) : [];
  return error.message === '' ? [...new Set(several)].join('; ') || codeOf(error) : error.message;
}
