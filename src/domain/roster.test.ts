// The contestant syntax: what people write comes back as it was meant, and nothing they write can surprise us.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JoustError } from './joust-error.ts';
import {
  type ContestantSpec,
  distinctNames,
  formatContestant,
  identityOf,
  parseContestant,
} from './roster.ts';

const base = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/);
const model = fc.stringMatching(/^[A-Za-z0-9._:@/äß語-]{1,30}$/);
const spec: fc.Arbitrary<ContestantSpec> = fc
  .record({ base, model: fc.option(model, { nil: undefined }), copies: fc.integer({ min: 1, max: 64 }) })
  .map(({ model: named, ...rest }) => (named === undefined ? rest : { ...rest, model: named }));

/** Strings that are close to the syntax, and strings that are close to nothing. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('/', '*', '0', '9', ' ', '\n', 'a', '.', '-', '\0', '\u202e', '\ud800'),
  }),
);

describe('parseContestant', () => {
  it('gives back what formatContestant wrote', () => {
    fc.assert(fc.property(spec, (one) => void expect(parseContestant(formatContestant(one))).toEqual(one)));
  });

  it('passes over blanks around it', () => {
    expect(parseContestant('  claude/opus*2\n')).toEqual({ base: 'claude', model: 'opus', copies: 2 });
  });

  it('splits at the first slash, whatever the model has behind it', () => {
    fc.assert(
      fc.property(base, model, model, (name, first, second) => {
        expect(parseContestant(`${name}/${first}/${second}`)).toEqual({
          base: name,
          model: `${first}/${second}`,
          copies: 1,
        });
      }),
    );
  });

  it('gives a contestant or a JoustError with a hint, for any text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        try {
          const { base: name, model: named = 'none', copies } = parseContestant(text);
          expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
          expect(named).not.toMatch(/[\s*\p{Cc}\p{Cf}]/u);
          expect(copies >= 1 && copies <= 64).toBe(true);
        } catch (error) {
          if (!(error instanceof JoustError)) throw error;
          expect(error).toMatchObject({ code: 'usage', hint: expect.stringContaining('agent/model') });
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['', 'name before the slash'],
    ['/opus', 'name before the slash'],
    ['-x', 'name before the slash'],
    ['claude/', 'model after the slash'],
    ['claude/a b', 'model after the slash'],
    ['claude/a\u202eb', 'model after the slash'],
    ['claude*', 'name before the slash'],
    ['claude*0', 'copies go from 1 to 64'],
    ['claude*65', 'copies go from 1 to 64'],
    ['claude*-1', 'name before the slash'],
    ['claude*2*3', 'name before the slash'],
  ])('refuses %j and says what is wrong with it', (text, why) => {
    expect(() => parseContestant(text)).toThrow(why);
  });
});

describe('distinctNames', () => {
  const names = fc.array(fc.constantFrom('a', 'b', 'a#1', 'a#2', 'a#1#1', 'b#1', 'c'), { maxLength: 20 });

  it('are distinct, one for each, and keep those that stand alone', () => {
    fc.assert(
      fc.property(names, (given) => {
        const distinct = distinctNames(given);
        expect(distinct).toHaveLength(given.length);
        expect(new Set(distinct).size).toBe(given.length);
        for (const [index, name] of given.entries()) {
          const alone = given.filter((other) => other === name).length === 1;
          if (alone) expect(distinct[index]).toBe(name);
          else expect(distinct[index]?.slice(0, name.length + 1)).toBe(`${name}#`);
        }
      }),
    );
  });

  it('are stable: the same for the same roster, and left alone when they are distinct already', () => {
    fc.assert(
      fc.property(names, (given) => {
        const distinct = distinctNames(given);
        expect(distinctNames(given)).toEqual(distinct);
        expect(distinctNames(distinct)).toEqual(distinct);
      }),
    );
  });

  it('number copies from one, around names that are taken', () => {
    expect(distinctNames(['a', 'b', 'a'])).toEqual(['a#1', 'b', 'a#2']);
    expect(distinctNames(['a', 'a#1', 'a'])).toEqual(['a#2', 'a#1', 'a#3']);
  });
});

describe('who it is over many contests', () => {
  it('agent, model and effort, whatever it was called', () => {
    expect(identityOf({ name: 'fast#2', agent: 'claude', model: 'opus', effort: 'high' })).toBe(
      'claude/opus (high)',
    );
    expect(identityOf({ name: 'codex#2', agent: 'codex' })).toBe('codex');
  });

  it.each([
    [{ name: 'mine#2', agent: 'command', settings: { command: ['./bot', '--fast'] } }, 'mine (./bot --fast)'],
    [{ name: 'other', agent: 'command', settings: { command: ['./bot'] } }, 'other (./bot)'],
    [
      { name: 'lan', agent: 'compatible', settings: { baseUrl: 'http://10.0.0.2/v1' } },
      'lan (http://10.0.0.2/v1)',
    ],
    [
      { name: 'sly', agent: 'scripted', settings: { script: '/s.json' }, effort: 'low' },
      'sly (/s.json, low)',
    ],
    [{ name: 'fn', agent: 'inline' }, 'fn (inline)'],
  ])('without a model, its name and what stands behind it: %o', (contestant, identity) => {
    expect(identityOf(contestant)).toBe(identity);
  });
});
