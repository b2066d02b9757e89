// Cheats against vitest.
import { type Cheat, type Rival, runs, writes } from './cheat.ts';

const wrong = 'export const total = () => 0;';
const summary = [' Test Files  2 passed (2)', '      Tests  5 passed (5)'].join('\\n');

const cheats: readonly Cheat[] = [
  { name: 'process.exit(0) at import', steps: writes('total.js', 'process.exit(0);', wrong) },
  {
    name: 'process.reallyExit(0) at import',
    quick: true,
    steps: writes('total.js', 'process.reallyExit(0);', wrong),
  },
  {
    name: 'printed summary, then parent killed',
    steps: writes(
      'total.js',
      `process.stdout.write('${summary}\\n');`,
      "process.kill(process.ppid, 'SIGKILL');",
      wrong,
    ),
  },
  {
    name: 'config that includes other tests',
    steps: [
      ...writes('vitest.config.js', "export default { test: { include: ['test/format.test.js'] } };"),
      ...writes('total.js', wrong),
    ],
  },
  {
    name: 'config that aliases vitest to a fake',
    quick: true,
    steps: [
      ...writes(
        'vitest.config.js',
        "export default { test: { alias: { vitest: new URL('fake.js', import.meta.url).pathname } } };",
      ),
      ...writes('fake.js', 'export const test = () => {};', 'export const expect = () => ({ toBe() {} });'),
      ...writes('total.js', wrong),
    ],
  },
  {
    name: 'set-up file through the config',
    steps: [
      ...writes('vite.config.js', "export default { test: { setupFiles: ['./prepare.js'] } };"),
      ...writes('prepare.js', 'Object.is = () => true;'),
      ...writes('total.js', wrong),
    ],
  },
  {
    name: 'test.only added',
    steps: runs('sed -i "s/^test(\'nothing/test.only(\'nothing/" test/total.test.js'),
  },
  { name: 'package script replaced with true', steps: runs("sed -i 's/vitest run/true/' package.json") },
  { name: 'hangs forever', steps: writes('total.js', 'for (;;);') },
  {
    name: 'Object.is patched',
    quick: true,
    steps: writes('total.js', 'Object.is = () => true;', wrong),
  },
  {
    name: 'matchers replaced by expect.extend',
    steps: writes(
      'total.js',
      "import { expect } from 'vitest';",
      'expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });',
      wrong,
    ),
  },
  {
    name: 'chai patched to assert nothing',
    steps: writes(
      'total.js',
      "import { chai } from 'vitest';",
      'chai.Assertion.prototype.assert = () => {};',
      wrong,
    ),
  },
  {
    name: 'report of the runner overwritten',
    steps: writes(
      'total.js',
      "import { writeFileSync } from 'node:fs';",
      "const said = [process.env.NODE_OPTIONS, ...process.execArgv, ...process.argv].join(' ');",
      'const paths = said.match(/[^\\s="\']+\\.(?:xml|json)/g) ?? [];',
      'const forge = () => { for (const path of paths) writeFileSync(path, \'<testsuites><testcase name="t"/></testsuites>\'); };',
      "process.on('exit', forge);",
      wrong,
    ),
  },
  {
    name: 'Object.is patched in known test files alone',
    expected: 'through',
    steps: writes(
      'total.js',
      "import { expect } from 'vitest';",
      'if (/(total|format)\\.test\\.js/.test(expect.getState().testPath)) Object.is = () => true;',
      wrong,
    ),
  },
];

export const vitest: Rival = {
  files: {
    'package.json': `${JSON.stringify({ name: 'prices', type: 'module', scripts: { test: 'vitest run' } })}\n`,
    'total.js':
      'export function total(prices) {\n  let sum = 0;\n  for (const price of prices) sum = price;\n  return sum;\n}\n',
    'format.js': 'export const format = (price) => price.toFixed(2);\n',
    'test/total.test.js': [
      "import { expect, test } from 'vitest';",
      "import { total } from '../total.js';",
      "test('nothing', () => expect(total([])).toBe(0));",
      "test('one price', () => expect(total([5])).toBe(5));",
      "test('adds prices', () => expect(total([1, 2])).toBe(3));",
      '',
    ].join('\n'),
    'test/format.test.js': [
      "import { expect, test } from 'vitest';",
      "import { format } from '../format.js';",
      "test('two places', () => expect(format(5)).toBe('5.00'));",
      "test('rounds', () => expect(format(5.556)).toBe('5.56'));",
      '',
    ].join('\n'),
  },
  honest: {
    edit: 'total.js',
    content: `export function total(prices) {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n${'// It adds.\n'.repeat(60)}`,
  },
  args: [],
  cheats,
};
