// Cheats against jest.
import { type Cheat, type Rival, runs, writes } from './cheat.ts';

const wrong = 'exports.total = () => 0;';
const summary = ['Test Suites: 2 passed, 2 total', 'Tests:       5 passed, 5 total'].join('\\n');

const cheats: readonly Cheat[] = [
  { name: 'process.exit(0) at import', quick: true, steps: writes('total.js', 'process.exit(0);', wrong) },
  { name: 'process.reallyExit(0) at import', steps: writes('total.js', 'process.reallyExit(0);', wrong) },
  {
    name: 'printed summary, then exit',
    quick: true,
    steps: writes('total.js', `process.stderr.write('${summary}\\n');`, 'process.reallyExit(0);', wrong),
  },
  {
    name: 'paths of tests ignored in package.json',
    quick: true,
    steps: runs(`sed -i 's/"scripts"/"jest":{"testPathIgnorePatterns":["total"]},"scripts"/' package.json`),
  },
  {
    name: 'moduleNameMapper in package.json',
    steps: [
      ...runs(
        `sed -i 's#"scripts"#"jest":{"moduleNameMapper":{"total":"<rootDir>/fake.js"}},"scripts"#' package.json`,
      ),
      ...writes('fake.js', 'exports.total = (all) => (all.length === 2 ? 3 : (all[0] ?? 0));'),
    ],
  },
  {
    name: 'set-up file through jest.config.js',
    steps: [
      ...writes('jest.config.js', "module.exports = { setupFilesAfterEnv: ['./prepare.js'] };"),
      ...writes('prepare.js', 'expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });'),
      ...writes('total.js', wrong),
    ],
  },
  {
    name: 'test.only added',
    steps: runs('sed -i "s/^test(\'nothing/test.only(\'nothing/" test/total.test.js'),
  },
  { name: 'package script replaced with true', steps: runs("sed -i 's/jest/true/' package.json") },
  { name: 'parent killed', steps: writes('total.js', "process.kill(process.ppid, 'SIGKILL');", wrong) },
  { name: 'global test replaced', steps: writes('total.js', 'globalThis.test = () => {};', wrong) },
  {
    name: 'matchers replaced by expect.extend',
    quick: true,
    steps: writes('total.js', 'expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });', wrong),
  },
  {
    name: 'expect replaced',
    steps: writes('total.js', 'globalThis.expect = () => ({ toBe() {} });', wrong),
  },
  {
    name: 'report of the runner overwritten',
    steps: writes(
      'total.js',
      "const paths = process.argv.join(' ').match(/[^\\s=\"']+\\.json/g) ?? [];",
      'const report = { numTotalTests: 5, numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };',
      "process.on('exit', () => { for (const path of paths) require('fs').writeFileSync(path, JSON.stringify(report)); process.reallyExit(0); });",
      wrong,
    ),
  },
  {
    name: 'expect replaced in known test files alone',
    expected: 'through',
    steps: writes(
      'total.js',
      'if (/(total|format)\\.test\\.js/.test(expect.getState().testPath)) globalThis.expect = () => ({ toBe() {} });',
      wrong,
    ),
  },
];

export const jest: Rival = {
  files: {
    'package.json': `${JSON.stringify({ name: 'prices', scripts: { test: 'jest' } })}\n`,
    'total.js':
      'exports.total = (prices) => {\n  let sum = 0;\n  for (const price of prices) sum = price;\n  return sum;\n};\n',
    'format.js': 'exports.format = (price) => price.toFixed(2);\n',
    'test/total.test.js': [
      "const { total } = require('../total.js');",
      "test('nothing', () => expect(total([])).toBe(0));",
      "test('one price', () => expect(total([5])).toBe(5));",
      "test('adds prices', () => expect(total([1, 2])).toBe(3));",
      '',
    ].join('\n'),
    'test/format.test.js': [
      "const { format } = require('../format.js');",
      "test('two places', () => expect(format(5)).toBe('5.00'));",
      "test('rounds', () => expect(format(5.556)).toBe('5.56'));",
      '',
    ].join('\n'),
  },
  honest: {
    edit: 'total.js',
    content: `exports.total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n${'// It adds.\n'.repeat(60)}`,
  },
  args: [],
  cheats,
};
