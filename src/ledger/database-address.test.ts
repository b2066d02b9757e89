// Addresses of ledgers: passwords of any kind, what is shown, and that a wrong one is not repeated.
import { describe, expect, it } from 'vitest';
import { readAddress } from './database-address.ts';

const parts = (text: string) => {
  const { username, password, host, pathname } = new URL(readAddress(text).url);
  return [decodeURIComponent(username), decodeURIComponent(password), `${host}${pathname}`];
};

describe('an address', () => {
  const read: readonly (readonly [string, string, string, string])[] = [
    ['postgres://me:secret@db:5433/joust', 'me', 'secret', 'db:5433/joust'],
    ['postgresql://me:p%40ss%2Fw%23rd@db/joust', 'me', 'p@ss/w#rd', 'db/joust'],
    ['postgres://me:p@ss/w#rd?:%x@db/joust', 'me', 'p@ss/w#rd?:%x', 'db/joust'],
    ['postgres://me@corp.example:secret@db/joust', 'me@corp.example', 'secret', 'db/joust'],
    ['postgres://me@db/joust', 'me', '', 'db/joust'],
    ['postgres://db/joust', '', '', 'db/joust'],
    ['postgres://me:s@[::1]:5432/joust', 'me', 's', '[::1]:5432/joust'],
  ];

  it.each(read)('is read: %s', (text, ...expected) => {
    expect(parts(text)).toEqual(expected);
    expect(readAddress(text).shown).toBe(`PostgreSQL ${expected[2]}`);
  });

  it('may choose another schema, or a socket', () => {
    const { url, schema, shown } = readAddress('postgres://me:s@db/joust?schema=team_a&sslmode=disable');
    expect([schema, url, shown]).toEqual([
      'team_a',
      'postgres://me:s@db/joust?sslmode=disable',
      'PostgreSQL db/joust, schema team_a',
    ]);
    expect(readAddress('postgres:///joust?host=/run/postgresql').shown).toBe(
      'PostgreSQL /run/postgresql/joust',
    );
  });

  it.each([
    'mysql://me:hidden@db/joust',
    'postgres://',
    'postgres:hidden',
    'postgres://me:hidden@db:port/joust',
    'postgres://me:hidden@db/joust?schema=a;b',
    'hidden',
  ])('that is none is refused without being shown: %s', (text) => {
    expect(() => readAddress(text)).toThrow(expect.objectContaining({ code: 'config' }));
    expect(() => readAddress(text)).not.toThrow(/hidden/);
  });
});
