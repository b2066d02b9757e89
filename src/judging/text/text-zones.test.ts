// Code and prose told apart.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textZones } from './text-zones.ts';

const kinds = (text: string) => textZones(text).map(({ kind }) => kind);

describe('textZones', () => {
  it('loses nothing', () => {
    const scrap = fc.constantFrom(
      '```',
      '~~~',
      '\n',
      '    ',
      'text',
      'diff --git a b',
      '+x',
      '@@ -1 +1 @@',
      '> ',
      '\r\n',
    );
    fc.assert(
      fc.property(fc.array(scrap), (parts) => {
        expect(
          textZones(parts.join(''))
            .map(({ text }) => text)
            .join(''),
        ).toBe(parts.join(''));
      }),
    );
  });

  it('knows fences, indented code and patches', () => {
    expect(kinds('one\n```ts\ntwo\n```\nthree')).toEqual(['prose', 'code', 'prose']);
    expect(kinds('one\n````\n```\n````\nthree')).toEqual(['prose', 'code', 'prose']);
    expect(kinds('one\n\n    two\n    three\n\nfour')).toEqual(['prose', 'code', 'prose']);
    expect(kinds('one\n    continued')).toEqual(['prose']);
    expect(kinds('diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nThat is all.')).toEqual([
      'code',
      'prose',
    ]);
  });
});
