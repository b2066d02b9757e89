// The address of a ledger's database: a secret, of which only the host and the name of the database are ever shown.
import { JoustError } from '../domain/joust-error.ts';

export interface LedgerAddress {
  /** As every client reads it; for nobody's eyes. */
  readonly url: string;
  /** For people: where it is, without user and password. */
  readonly shown: string;
  readonly schema: string;
}

const addressExpected = 'an address such as "postgres://USER:PASSWORD@HOST:5432/DATABASE"';

/** Passwords may stand as they are, or percent-encoded as addresses have it. `?schema=NAME` chooses another schema than "joust". */
export function readAddress(text: string): LedgerAddress {
  const [, rest] = /^postgres(?:ql)?:\/\/(\S+)$/.exec(text.trim()) ?? [];
  const {
    user,
    password,
    place = '',
  } = /^(?:(?<user>[^:/?#]*)(?::(?<password>.*))?@)?(?<place>[^@]*)$/.exec(rest ?? '')?.groups ?? {};
  const whose =
    user === undefined ? '' : `${encoded(user)}${password === undefined ? '' : `:${encoded(password)}`}@`;
  const url =
    rest === undefined
      ? undefined
      : URL.parse(`postgres://${whose}${place.startsWith('/') ? `localhost${place}` : place}`);
  if (url === null || url === undefined || place === '') throw wrongAddress();
  const schema = url.searchParams.get('schema') ?? 'joust';
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema)) throw wrongAddress();
  url.searchParams.delete('schema');
  const host = url.searchParams.get('host') ?? url.host;
  const named = schema === 'joust' ? '' : `, schema ${schema}`;
  return { url: String(url), shown: `PostgreSQL ${host}${decoded(url.pathname)}${named}`, schema };
}

function encoded(text: string): string {
  return encodeURIComponent(decoded(text));
}

/** As it is where it is not encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function wrongAddress(): JoustError {
  return new JoustError(
    'the address of the ledger cannot be read (it is not shown: it may hold a password)',
    {
      code: 'config',
      hint: `Set JOUST_LEDGER, or url under [ledger] in your config file, to ${addressExpected}.`,
    },
  );
}
