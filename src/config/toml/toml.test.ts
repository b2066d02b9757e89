// Reading TOML: positions, hostile input, and errors that say where and what.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JoustError } from '../../domain/joust-error.ts';
import { readLayer } from '../file-layer.ts';
import { parseKey, parseValue, readToml } from './toml.ts';

function problem(text: string): JoustError {
  try {
    readLayer({ from: 'user', file: '/c.toml', text });
  } catch (error) {
    if (error instanceof JoustError) return error;
    throw error;
  }
  throw new Error('no problem was found');
}

describe('errors name file, line, value, what is allowed and the nearest key', () => {
  it.each([
    ['num = 3\ntimeuot = 5', '/c.toml:2: unknown key timeuot', 'Did you mean timeout?'],
    [
      '[agents.claude]\nmodle = "x"',
      '/c.toml:2: unknown key modle in [agents.claude]',
      'Did you mean model?',
    ],
    ['\nnum = 65', '/c.toml:2: num = 65 is not allowed: expected a whole number from 1 to 64', '1 to 64'],
    ['num = 1.5', '/c.toml:1: num = 1.5 is not allowed', 'a whole number'],
    ['num = 2024-01-01', '/c.toml:1: num = 2024-01-01 is not allowed', 'a whole number'],
    ['timeout = "soon"', 'timeout = "soon" is not allowed: expected a number of seconds', '"15m"'],
    ['timeout = "0s"', 'timeout = "0s" is not allowed', '"15m"'],
    ['timeout = inf', 'timeout = inf is not allowed', '"15m"'],
    ['exclude = "claude"', 'exclude = "claude" is not allowed: expected a list of', 'a list'],
    ['exclude = [\n"a b"\n]', 'exclude = [ "a b" ] is not allowed', 'a list'],
    [
      '[agents.x]\nauth = "both"',
      '/c.toml:2: agents.x.auth = "both" is not allowed',
      '"subscription", "key" or "any"',
    ],
    ['[agents.x]\nmodel = "--danger"', 'model = "--danger" is not allowed', 'does not begin with -'],
    ['[agents."a b"]\nmodel = "x"', '/c.toml:1: agents."a b" is not allowed', 'a name of letters'],
    ['[prices.m]\ninput = 1', '/c.toml:1: prices.m has no output', 'US dollars'],
    ['[lanes]\ncloud = 4', 'lanes.cloud is not allowed', 'max_parallel'],
    ['agents = 3', '/c.toml:1: agents = 3 is not allowed: expected a table of agents', 'table'],
    ['[num]\na = 1', '/c.toml:1: num (a table) is not allowed', 'whole number'],
    ['[agents.x]\nbase_url = "file:///etc/passwd"', 'is not allowed: expected an http', 'http'],
    ['num = 1\nnum = 2', '/c.toml:2: defining a key multiple times', 'column 1 of line 2'],
    ['num = ', '/c.toml:1', 'toml.io'],
    ['[[agents]]\nmodel = "x"', '/c.toml:1: [[agents]] is a list of tables', 'Write [agents]'],
    ['a = "\0"', '/c.toml:1: control characters', 'toml.io'],
  ])('%j', (text, message, hint) => {
    const error = problem(text);
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
    expect(error.code).toBe('config');
  });

  it('tells every problem, in the order of the file', () => {
    const { message } = problem('num = 0\nfoo = 1\n[agents.a]\nbar = 2');
    expect(message.split('\n').map((line) => line.split(':')[1])).toEqual(['1', '2', '4']);
  });

  it('repeats no value that is set for a process, and no token', () => {
    expect(problem('[agents.a.environment]\nTOKEN = 12345').message).not.toContain('12345');
    const key = `sk-ant-${'a1'.repeat(15)}`;
    expect(problem(`num = "${key}"`).message).not.toContain(key);
  });

  it('shows nothing that could drive a terminal', () => {
    const { message } = problem('"\\u001b[31m\\u202e" = 1');
    expect(message).toContain('\\u001b[31m\\u202e');
    expect(message).not.toMatch(/[\u001b\u202e]/);
  });
});

describe('hostile TOML', () => {
  it.each([
    '__proto__ = 1',
    '[__proto__]\na = 1',
    'num = {__proto__ = {a = 1}}',
    '[agents.__proto__]\nmodel = "x"',
    'a.__proto__.b = 1',
  ])('%j is an error and touches no prototype', (text) => {
    expect(problem(text).message).toContain('__proto__');
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
    expect(({} as Record<string, unknown>)['model']).toBeUndefined();
  });

  it('takes names of object members for names', () => {
    const entries = readLayer({ from: 'user', file: 'f', text: '[agents.constructor]\nuses = "compatible"' });
    expect(entries[0]?.path).toEqual(['agents', 'constructor', 'uses']);
    expect(problem('constructor = 1').message).toContain('unknown key constructor');
    expect(problem('[toString]\na = 1').message).toContain('unknown key toString');
  });

  it.each([
    `num = ${'['.repeat(50_000)}`,
    `num = ${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    `num = ${'['.repeat(2_000)}${']'.repeat(2_000)}`,
    `num = ${'{a='.repeat(20_000)}1${'}'.repeat(20_000)}`,
    `[${'a.'.repeat(20_000)}b]\nx = 1`,
  ])('nesting without end is an error', (text) => {
    expect(problem(text).code).toBe('config');
  });

  it('reads CRLF and a byte order mark, with the right lines', () => {
    const document = readToml('\ufeffnum = 3\r\n# c\r\n[agents.a]\r\nmodel = "x"\r\n', 'f');
    expect(document.leaves.map(({ path, node }) => [path.join('.'), node.loc.start.line])).toEqual([
      ['num', 1],
      ['agents.a.model', 4],
    ]);
  });

  it('never throws anything but a JoustError', () => {
    const pieces = fc.constantFrom(
      ...[
        '[',
        ']',
        '{',
        '}',
        '=',
        '.',
        ',',
        '"',
        "'",
        '"""',
        '#',
        '\n',
        '\r\n',
        '\0',
        '\ufeff',
        ' ',
        '1',
        'inf',
      ],
      ...[
        'num',
        'agents',
        '__proto__',
        'constructor',
        'a',
        '-',
        '1979-05-27',
        '0x1',
        '\\',
        '\u202e',
        '[[',
        ']]',
      ],
    );
    const soup = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
        try {
          readLayer({ from: 'user', file: 'f', text });
        } catch (error) {
          expect(error).toBeInstanceOf(JoustError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('keys and values on their own', () => {
  it('reads dotted and quoted keys', () => {
    expect(parseKey('prices."gpt-5.5".input')).toEqual(['prices', 'gpt-5.5', 'input']);
    expect(parseKey(" agents . 'a b' ")).toEqual(['agents', 'a b']);
  });

  it.each(['', 'a..b', 'a = 1\nb', 'a # c', '[a]', '__proto__.a', 'a b', '"'])('%j is no key', (text) => {
    expect(() => parseKey(text)).toThrow(JoustError);
  });

  it.each([
    ['3', 3],
    ['"a"', 'a'],
    ['[1, 2]', [1, 2]],
    ['true', true],
    ['0', 0],
  ])('%j is a value', (text, value) => expect(parseValue(text)).toEqual(value));

  it.each(['15m', 'claude', '', '1 # c', '1\nb = 2', '"a', '] ['])('%j is text', (text) =>
    expect(parseValue(text)).toBeUndefined(),
  );
});
