// Editing TOML in place: the key changes, everything else stays byte for byte.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JoustError } from '../../domain/joust-error.ts';
import { keyText } from '../config.ts';
import { readToml, type TomlValue, tomlText } from './toml.ts';
import { setToml, unsetToml } from './toml-edit.ts';

const set = (text: string, key: string, value: TomlValue) =>
  setToml({ file: 'f', text }, { path: key.split('.'), value });
const unset = (text: string, key: string) => unsetToml({ file: 'f', text }, key.split('.'));

describe('set', () => {
  it.each<[string, string, TomlValue, string]>([
    ['', 'num', 4, 'num = 4\n'],
    ['', 'agents.claude.model', 'opus', '[agents.claude]\nmodel = "opus"\n'],
    ['num  =  3   # why\n', 'num', 4, 'num  =  4   # why\n'],
    ['num = 3', 'idle', 9, 'num = 3\nidle = 9'],
    ['num = 0', 'num', 4, 'num = 4'],
    ['num = 3 # a\r\n\r\n[budget]\r\n', 'idle', 9, 'num = 3 # a\r\nidle = 9\r\n\r\n[budget]\r\n'],
    ['# head\n\n# of budget\n[budget]\n', 'num', 4, '# head\n\nnum = 4\n\n# of budget\n[budget]\n'],
    ['# of budget\n[budget]\n', 'num', 4, 'num = 4\n\n# of budget\n[budget]\n'],
    ['# only a comment', 'num', 4, '# only a comment\nnum = 4\n'],
    [
      '[agents.a] # x\n  model = "m" # y\n\n# next\n[env]\n',
      'agents.a.effort',
      'low',
      '[agents.a] # x\n  model = "m" # y\n  effort = "low"\n\n# next\n[env]\n',
    ],
    ['[agents.a]\n[env]\n', 'agents.a.effort', 'low', '[agents.a]\neffort = "low"\n[env]\n'],
    ['[agents]\na.model = "m"\n', 'agents.a.effort', 'low', '[agents]\na.model = "m"\na.effort = "low"\n'],
    [
      'agents.a.model = "m" # c\nnum = 1\n',
      'agents.a.effort',
      'low',
      'agents.a.model = "m" # c\nagents.a.effort = "low"\nnum = 1\n',
    ],
    [
      'agents = { a = { model = "m" } } # c\n',
      'agents.a.effort',
      'low',
      'agents = { a = { model = "m", effort = "low" } } # c\n',
    ],
    ['agents = {}\n', 'agents.a.effort', 'low', 'agents = { a.effort = "low" }\n'],
    [
      'exclude = [ # why\n  "a", # first\n] # end\n',
      'exclude',
      ['b'],
      '# why\n# first\nexclude = ["b"] # end\n',
    ],
    ['[agents."a.b"]\nmodel = "m"\n', 'num', 2, 'num = 2\n\n[agents."a.b"]\nmodel = "m"\n'],
    ['\ufeffnum = 3\n', 'num', 4, '\ufeffnum = 4\n'],
    ['[budget]\nmax_usd = 1\n', 'env.pass', ['A'], '[budget]\nmax_usd = 1\n\n[env]\npass = ["A"]\n'],
  ])('%j %s = %j', (...[before, key, value, after]) => {
    expect(set(before, key, value)).toBe(after);
  });

  it('a table takes the place of the keys that are there', () => {
    const before = '# top\n[agents.a] # a\nmodel = "m" # keep\neffort = "low"\n';
    expect(set(before, 'agents.a', { model: 'n', lane: 'gpu' })).toBe(
      '# top\n[agents.a] # a\nmodel = "n" # keep\nlane = "gpu"\n',
    );
  });

  it('refuses what would need another value to go', () => {
    expect(() => set('agents = 3\n', 'agents.a.model', 'm')).toThrow(/agents is not a table/);
    expect(() => set('', 'agents.a', {})).toThrow(JoustError);
    expect(() => set('[agents.a]\nmodel = "m"\n', 'agents', 'x')).toThrow(/agents: it is a table/);
  });

  it('keeps the spelling that was asked for', () => {
    const setting = { path: ['budget', 'max_tokens'], value: 1000, spelling: '1_000' };
    expect(setToml({ file: 'f', text: '' }, setting)).toBe('[budget]\nmax_tokens = 1_000\n');
  });
});

describe('unset', () => {
  it.each<[string, string, string]>([
    ['num = 3\nidle = 4\n', 'num', 'idle = 4\n'],
    ['num = 3 # why\nidle = 4\n', 'num', '# why\nidle = 4\n'],
    ['a = { x = 1, y = 2, z = 3 }\n', 'a.y', 'a = { x = 1, z = 3 }\n'],
    ['a = { x = 1, y = 2 }\n', 'a.x', 'a = { y = 2 }\n'],
    ['a = { x = 1 }\n', 'a.x', 'a = {  }\n'],
    ['a = { x.p = 1, x.q = 2, y = 3 }\n', 'a.x', 'a = { y = 3 }\n'],
    ['[t.a] # one\n# two\nx = 1 # three\n[t.b]\ny = 2\n', 't.a', '# one\n# two\n# three\n[t.b]\ny = 2\n'],
    ['x = [ # one\n 1, # two\n]\r\ny = 2', 'x', '# one\r\n# two\r\ny = 2'],
    ['a.b = 1\na.c = 2\n', 'a.b', 'a.c = 2\n'],
  ])('%j without %s', (before, key, after) => {
    expect(unset(before, key)).toBe(after);
  });

  it('tells when there is nothing to remove', () => expect(unset('num = 3\n', 'idle')).toBeUndefined());
});

describe('any document', () => {
  const name = fc.constantFrom('a', 'b', 'c d', 'e.f', 'constructor');
  const scalar = fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.double({ noNaN: true }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 6 }).map((text) => text.toWellFormed()),
  );
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
  const path = fc.array(name, { minLength: 1, maxLength: 3 });
  const comment = fc.constantFrom('', ' # one', ' # "two" = [3', '# \u202e');
  const eol = fc.constantFrom('\n', '\r\n');
  /** Documents of every form: dotted keys, tables, inline tables, arrays over several lines, comments anywhere. */
  const document = fc
    .record({
      eol,
      bom: fc.constantFrom('', '\ufeff'),
      lines: fc.array(
        fc.record({ path, value, comment, form: fc.constantFrom('dotted', 'table', 'inline', 'lines') }),
        {
          maxLength: 8,
        },
      ),
    })
    .map(({ eol: end, bom, lines }) => bom + lines.reduce((text, line) => grown(text, line, end), ''));

  it('keeps all comments, all other keys and what was set', () => {
    fc.assert(
      fc.property(document, path, value, (text, target, wanted) => {
        const changed = tried(() => setToml({ file: 'f', text }, { path: target, value: wanted }));
        if (changed === undefined) return;
        expect(commentsOf(changed).sort()).toEqual(commentsOf(text).sort());
        expect(valuesOf(changed).get(keyText(target))).toBe(tomlText(wanted));
        // Setting again changes nothing, and removing it leaves no trace of it.
        expect(setToml({ file: 'f', text: changed }, { path: target, value: wanted })).toBe(changed);
        const removed = unsetToml({ file: 'f', text: changed }, target) ?? '';
        expect(valuesOf(removed).has(keyText(target))).toBe(false);
        expect(commentsOf(removed).sort()).toEqual(commentsOf(text).sort());
      }),
      { numRuns: 800 },
    );
  });

  it('every other line stays as it is', () => {
    fc.assert(
      fc.property(document, scalar, (text, wanted) => {
        const changed = tried(() => setToml({ file: 'f', text }, { path: ['new', 'key'], value: wanted }));
        if (changed === undefined) return;
        let at = 0;
        for (const line of text.split(/(?<=\n)/)) {
          at = changed.indexOf(line.replace(/\s*[}].*$/s, ''), at);
          expect(at).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  function grown(
    text: string,
    line: { path: string[]; value: TomlValue; comment: string; form: string },
    end: string,
  ): string {
    const { path: keys, value: content, comment: note, form } = line;
    const spelled = tomlText(content);
    const behind = note === '' ? '' : ` ${note.trim()}`;
    const forms: Readonly<Record<string, string>> = {
      dotted: `${keyText(keys)} = ${spelled}${behind}${end}`,
      table: `${end}[${keyText(keys)}]${behind}${end}  x = ${spelled}${behind}${end}`,
      inline: `${keyText(keys)} = { x = ${spelled}, y.z = 1 }${behind}${end}`,
      lines: `${keyText(keys)} = [${behind}${end}  ${spelled},${behind}${end}]${behind}${end}`,
    };
    const next = text + (forms[form] ?? '');
    return tried(() => readToml(next, 'f')) === undefined ? text : next;
  }
});

function tried<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    expect(error).toBeInstanceOf(JoustError);
    return undefined;
  }
}

function commentsOf(text: string): string[] {
  return readToml(text, 'f').ast.comments.map(({ value }) => value.trim());
}

function valuesOf(text: string): ReadonlyMap<string, string> {
  return new Map(readToml(text, 'f').leaves.map(({ path, value }) => [keyText(path), tomlText(value)]));
}
