// A line that is read plainly is read as node:util reads it.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlainly } from './plain-line.ts';

const options = {
  help: { type: 'boolean', short: 'h' },
  loud: { type: 'boolean', multiple: true },
  contestant: { type: 'string', short: 'c', multiple: true },
  timeout: { type: 'string', short: 't' },
  'max-parallel': { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

/** What they agree on, or that node:util refuses it. */
function byUtil(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: { ...values }, positionals };
  } catch {
    return 'refused';
  }
}

const words = [
  '--help',
  '-h',
  '--loud',
  '--contestant',
  '-c',
  '--timeout',
  '-t',
  '--max-parallel',
  '--unknown',
  '-x',
  '--timeout=5m',
  '--timeout=',
  '--contestant=a=b',
  '--help=yes',
  '-ca',
  '-hc',
  '-c=a',
  '--',
  '-',
  '---',
  '--=',
  '--__proto__',
  '--toString=1',
  '',
  'a word',
  '5m',
  '-5',
  '--no-help',
  '=',
  '—',
];

it('wherever it says anything, that is what node:util says', () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 6 }), (args) => {
      const read = readPlainly(args, options);
      if (read === undefined) return;
      plain += 1;
      expect(read).toEqual(byUtil(args));
    }),
    { numRuns: 5000 },
  );
  expect(plain).toBeGreaterThan(500);
});

it('reads what most lines are', () => {
  expect(
    readPlainly(['-c', 'claude', '--contestant=codex', '--timeout', '5m', '-', 'why?'], options),
  ).toEqual({
    values: { contestant: ['claude', 'codex'], timeout: '5m' },
    positionals: ['-', 'why?'],
  });
  expect(readPlainly(['--timeout'], options)).toBeUndefined();
});
