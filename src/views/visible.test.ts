// Nothing a model wrote may drive a terminal or reorder a line, and nothing of it is lost in JSON.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeJson, visible, visibleLine, visibleQuote } from './visible.ts';

/** C0 but tab and line feed, DEL and C1, and everything that reorders text. */
const driving = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).concat([
  ...'\u061C\u200B\u200E\u200F\u2028\u2029\u202A\u202B\u202C\u202D\u202E\u2060\u2066\u2067\u2068\u2069\uFEFF',
]);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.oneof(fc.constantFrom(...controls), fc.constantFrom('\ud800', '\udc00', '\u{E0041}', 'a')),
  }),
);

describe('a quote', () => {
  it.each([
    '## bob · ok · 1s',
    '# bob',
    '##bob (opus)',
    '   ### **Bob** · ok',
    '── bob · ok ─────',
    '＃＃ bob · ok',
    '\u00a0## `bob`',
    '## claude/opus#2 · ok',
    '##\tbob · ok · 1s',
    '## \t**bob**',
    '──\tbob · ok ─────',
    '## bob\tthe first · ok',
  ])('indents what could pass for a heading of ours: %s', (line) => {
    const quote = visibleQuote(`one\n${line}\ntwo\n`, ['bob', 'bob the first', 'claude/opus#2']);
    expect(quote).toBe(`one\n    ${line}\ntwo`);
  });

  it.each(['## Why bob is right', '## bobsled', 'bob', '#bobsled', '- bob', '    ## bob'])(
    'leaves %s',
    (line) => {
      expect(visibleQuote(line, ['bob'])).toBe(line);
    },
  );

  it('of nobody is only made visible', () => {
    expect(visibleQuote('## \x1b[2J\n', [])).toBe('## ␛[2J');
  });
});

describe('visible', () => {
  it('leaves no control but tab and line feed, and nothing that reorders, of any text', () => {
    fc.assert(
      fc.property(text, (given) => void expect(visible(given)).not.toMatch(driving)),
      { numRuns: 1000 },
    );
  });

  it('names what it took, so that nothing vanishes', () => {
    expect(visible('\x1b[31m\x07\x7f\u009b\u202e\u{E0041}')).toBe('␛[31m␇␡<U+009B><U+202E><U+E0041>');
    expect(visible('a\tb\nc\r\nd\re')).toBe('a\tb\nc\nd␍e');
  });

  it('leaves people’s text as it is: accents, scripts, emoji joined by zero-width joiners', () => {
    const fine = 'naïve e\u0301 日本語 עברית العربية हिन्दी می\u200cخواهم 👩‍👩‍👧 🏳️‍🌈 👍🏽 ❤️';
    expect(visible(fine)).toBe(fine);
    expect(visibleLine(fine)).toBe(fine);
  });

  it('is one line as visibleLine, without the blanks around it', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(visibleLine(given)).not.toMatch(driving);
        expect(visibleLine(given)).not.toMatch(/[\t\n]|^ | $/);
      }),
      { numRuns: 1000 },
    );
    expect(visibleLine(' a\r\n\tb\u2028c ')).toBe('a b c');
  });
});

describe('safeJson', () => {
  it('comes back from JSON.parse as the same value', () => {
    fc.assert(fc.property(fc.jsonValue({ stringUnit: 'binary' }), same), { numRuns: 500 });
    fc.assert(fc.property(fc.record({ text }), same), { numRuns: 500 });
  });

  it('is one line without anything that drives a terminal', () => {
    fc.assert(
      fc.property(text, (given) => {
        const line = safeJson({ [given]: given });
        expect(line).not.toMatch(driving);
        expect(line).not.toMatch(/[\t\n\u2028\u2029]/);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves joined emoji readable', () => {
    expect(safeJson('👩‍👩‍👧')).toBe('"👩‍👩‍👧"');
  });
});

function same(value: unknown): void {
  expect(JSON.parse(safeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
}
