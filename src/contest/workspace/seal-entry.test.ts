// Who says in the last line that it needs a person, and who only speaks of it.
import { describe, expect, it } from 'vitest';
import { lastWord } from './seal-entry.ts';

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
