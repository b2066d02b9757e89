// Who says in the last line that it needs a person, and who only speaks of it; and which secrets an entry brings along.
import { describe, expect, it } from 'vitest';
import { lastWord, secretsInChange } from './seal-entry.ts';

describe('blocked', () => {
  it.each([
    'BLOCKED: no key',
    'I tried.\n\nBLOCKED: no key\n\n  \n',
    'I tried.\r\nBLOCKED: no key\r\n',
    '**BLOCKED: no key**',
    '**BLOCKED:** no key',
    '**BLOCKED**: no key',
    '`BLOCKED: no key`',
    '```\nBLOCKED: no key\n```\n',
    '  BLOCKED:no key',
  ])('%j', (text) => {
    expect(lastWord(text)).toEqual({ blocked: 'no key' });
  });

  it('a reason is cut', () => {
    expect(lastWord(`BLOCKED: ${'x'.repeat(9000)}`).blocked).toHaveLength(500);
  });
});

describe('not blocked', () => {
  it.each([
    '',
    '\n\n',
    'done',
    'BLOCKED: no key\nI found one; done.',
    'It said BLOCKED: no key',
    'BLOCKED',
    'BLOCKED:',
    '**BLOCKED:**',
    'BLOCKEDNESS: x',
    '> BLOCKED: quoted',
    'blocked: no',
  ])('%j', (text) => {
    expect(lastWord(text)).toEqual({});
  });

  it('hostile text is read to its end', () => {
    expect(lastWord(`x${'* '.repeat(500_000)}x`)).toEqual({});
    expect(lastWord('BLOCKED: x\n'.repeat(100_000))).toEqual({ blocked: 'x' });
    expect(lastWord(`${'`\n'.repeat(500_000)}`)).toEqual({});
  });
});

const token = (letters: string) => `npm_${letters.repeat(4)}`;
const [old, fresh] = [token('aB3dE6gH9'), token('jK2mN5pQ8')];

function changed(before: string | undefined, after: string | undefined) {
  const state = (text: string | undefined) =>
    text === undefined ? undefined : ({ mode: '100644', content: Buffer.from(text) } as const);
  const [one, other] = [state(before), state(after)];
  return [{ path: 'a.js', ...(one && { before: one }), ...(other && { after: other }) }];
}

describe('an entry with secrets', () => {
  it('is flagged by a new one, also beside one of the base', () => {
    const flagged = { secrets: ['a.js'], secretKinds: ['npm token'] };
    expect(secretsInChange(changed(undefined, fresh), {})).toEqual(flagged);
    expect(secretsInChange(changed(`${old}\n`, `${old}\n${fresh}\n`), {})).toEqual(flagged);
  });

  it('is flagged by values that the contestant was given, by their names', () => {
    const found = secretsInChange(changed('', 'It is hunter2-hunter2.'), { GREETING: 'hunter2-hunter2' });
    expect(found).toEqual({ secrets: ['a.js'], secretKinds: ['the value of GREETING'] });
  });

  it('is flagged neither by one that stays nor by one that goes', () => {
    expect(secretsInChange(changed(`${old}\n`, `${old}\nmore\n`), {})).toEqual({});
    expect(secretsInChange(changed(`${old}\n`, undefined), {})).toEqual({});
    expect(secretsInChange(changed(`${old}\n`, 'gone\n'), {})).toEqual({});
  });
});
