import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { picks, pickWords, readPick } from './blind-pick.ts';

const grammar = new Map(picks.flatMap((pick) => pickWords[pick].map((word) => [word as string, pick])));

/** The same letters, each in either case. */
const cased = (word: string) =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) => [...word].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''));
const known = fc.constantFrom(...grammar.keys());
const space = fc.constantFrom('', ' ', '\n', '\t ', '  ');

describe('a pick', () => {
  it('knows exactly the words of the rules', () => {
    expect(Object.fromEntries(grammar)).toEqual({
      a: 'a',
      'pick a': 'a',
      left: 'a',
      b: 'b',
      'pick b': 'b',
      right: 'b',
      tie: 'tie',
      equal: 'tie',
      both: 'tie',
      neither: 'tie',
      t: 'tie',
      bad: 'bad',
      'both bad': 'bad',
      skip: 'skip',
      cancel: 'skip',
      abort: 'skip',
      'never mind': 'skip',
    });
  });

  it('is any of them in any case, with space around it', () => {
    const said = known.chain((word) => fc.tuple(fc.constant(word), space, cased(word), space));
    fc.assert(
      fc.property(said, ([word, before, written, after]) => {
        expect(readPick(before + written + after)).toBe(grammar.get(word));
      }),
    );
  });

  it('is nothing else: not a longer message, not a shorter one, nothing in between', () => {
    const around = fc.tuple(fc.string(), known, fc.string()).map((parts) => parts.join(''));
    const apart = fc
      .tuple(known, fc.constantFrom(' ', ', ', '. ', '!', '-'), known)
      .map((parts) => parts.join(''));
    const part = fc.tuple(known, fc.nat(9)).map(([word, length]) => word.slice(0, length));
    fc.assert(
      fc.property(fc.oneof(around, apart, part, fc.string()), (message) => {
        expect(readPick(message)).toBe(grammar.get(message.trim().toLowerCase()));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    'a bold claim',
    'both are fine',
    'pick  a',
    'a.',
    '',
    'toString',
    '__proto__',
    'A and B',
    'nevermind',
  ])('is not %j', (message) => expect(readPick(message)).toBeUndefined());
});
