// Plain config files read in a start are read as the parser and the schema read them; whatever is not plain is left to those.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configSettings } from '../../domain/settings/settings.ts';
import { readLayer } from '../file-layer.ts';
import { readPlain } from './plain-layer.ts';

const source = (text: string) => ({ from: 'user', file: '/c.toml', text }) as const;

const plain = `# people
num = 4 # so many
timeout = "15m"
exclude = ["a", 'b',]\r
judges = [ "claude/opus" ]

[budget]
max_usd = 2.50

[ contestants.fast ]
agent = "command"
command = ["/bin/sh", "-c", "sleep 1; echo # 'done'"]
effort = 'low'
\t[agents.claude]
model = "claude-opus-4"
idle = 90
[agents.ollama]
uses = "compatible"
temperature = 0.0
`;

it('reads plain lines as the parser does, lines included', () => {
  expect(readPlain(source(plain))).toEqual(readLayer(source(plain)));
  expect(readPlain(source(''))).toEqual([]);
});

describe('leaves to the parser and the schema', () => {
  it.each([
    ['what is twice', 'num = 2\nnum = 3'],
    ['a table that is twice', '[budget]\n[budget]'],
    ['an unknown key', 'nmu = 2'],
    ['an unknown table', '[contestant]'],
    ['a table of a value', '[num]'],
    ['a table too deep', '[contestants.a.b]'],
    ['a name that is none', '[agents._x]'],
    ['what the rule forbids', 'num = 100000'],
    ['a duration too long', '[agents.claude]\ntimeout = "2000h"'],
    ['a program that is missing', '[contestants.a]\nagent = "command"\ncommand = []'],
    ['escapes', 'timeout = "1\\u0035m"'],
    ['texts of several lines', 'timeout = """15m"""'],
    ['control characters', 'num = 2 # \u0001'],
    ['keys in quotes', '"num" = 2'],
    ['dotted keys', 'budget.max_usd = 2'],
    ['numbers of another kind', 'num = 0x2'],
    ['tables of values', '[contestants]\na = { agent = "claude" }'],
    ['extensions', 'extensions = ["./a.js"]'],
    ['where the record is', '[ledger]\nurl = "postgres://a@b/c"'],
    ['more on the line', 'num = 2 3'],
    ['prototypes', '[agents.__proto__]\nmodel = "a"'],
  ])('%s', (_, text) => {
    expect(readPlain(source(text))).toBeUndefined();
  });
});

it('never takes for right what they do not, and reads the same where it does', () => {
  const keys = [...configSettings.keys()].map((key) => key.split('.').at(-1) ?? '');
  const key = fc.constantFrom(...keys, 'model', 'agent', 'uses', 'command', 'auth', 'temperature', 'x');
  const text = fc.constantFrom('a', '15m', '8d', 'low', 'key', 'a b', '-a', '5GB', 'claude/opus', '');
  const word = fc.oneof(
    text.map((one) => `"${one}"`),
    text.map((one) => `'${one}'`),
    fc.constantFrom('0', '1', '7', '1.5', '01', '1_0', '-1', 'true', 'false', '""', '[]', '1e3', 'inf'),
    fc.array(text, { maxLength: 3 }).map((all) => JSON.stringify(all)),
  );
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(key, word).map(([name, value]) => `${name} = ${value}`) },
    fc.constantFrom(
      '[agents.a]',
      '[contestants.b]',
      '[budget]',
      '[race]',
      '[container]',
      '[env]',
      '[x]',
      '#',
    ),
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
      const found = readPlain(source(lines.join('\n')));
      if (found === undefined) return;
      read += 1;
      expect(found).toEqual(readLayer(source(lines.join('\n'))));
    }),
    { numRuns: 2000 },
  );
  expect(read).toBeGreaterThan(50);
});
