// Cheats against node --test.
import { type Cheat, type Rival, runs, writes } from './cheat.ts';

const wrong = 'export const total = () => 0;';
const spec = [
  'tests 5',
  'suites 0',
  'pass 5',
  'fail 0',
  'cancelled 0',
  'skipped 0',
  'todo 0',
  'duration_ms 9',
];
const tap = ['TAP version 13', ...[1, 2, 3, 4, 5].map((at) => `ok ${at} - test ${at}`), '1..5'];
const printed = (lines: readonly string[]) => `console.log(${JSON.stringify(lines.join('\n'))});`;

const cheats: readonly Cheat[] = [
  { name: 'process.exit(0) at import', quick: true, steps: writes('total.js', 'process.exit(0);', wrong) },
  {
    name: 'process.exit(0) in a call',
    steps: writes('total.js', 'export const total = () => process.exit(0);'),
  },
  {
    name: 'process.exit(0) by a timer',
    steps: writes('total.js', 'setTimeout(() => process.exit(0), 1);', wrong),
  },
  {
    name: 'process.exit(0) in a microtask after the first test',
    steps: writes(
      'total.js',
      'export const total = (all) => { if (all.length > 1) process.exit(0); return all[0] ?? 0; };',
    ),
  },
  { name: 'process.reallyExit(0)', steps: writes('total.js', 'process.reallyExit(0);', wrong) },
  {
    name: 'exit code rewritten at exit',
    quick: true,
    steps: writes('total.js', "process.on('exit', () => process.reallyExit(0));", wrong),
  },
  {
    name: 'parent killed',
    steps: writes('total.js', "process.kill(process.ppid, 'SIGKILL');", wrong),
  },
  {
    name: 'uncaught exceptions swallowed',
    steps: writes(
      'total.js',
      "process.on('uncaughtException', () => process.exit(0));",
      "throw new Error('oops');",
    ),
  },
  {
    name: 'printed TAP, then exit',
    quick: true,
    steps: writes('total.js', printed(tap), 'process.exit(0);', wrong),
  },
  {
    name: 'printed summary, then exit',
    steps: writes('total.js', printed(spec.map((line) => `ℹ ${line}`)), 'process.exit(0);', wrong),
  },
  {
    name: 'standard output rewritten',
    steps: writes(
      'total.js',
      'const write = process.stdout.write.bind(process.stdout);',
      "process.stdout.write = (text, ...more) => write(typeof text === 'string' ? text.replace(/not ok/g, 'ok') : text, ...more);",
      "process.on('exit', () => process.reallyExit(0));",
      wrong,
    ),
  },
  {
    name: 'module replaced by a folder',
    steps: runs('rm total.js && mkdir total.js && echo "export const total = () => 0;" > total.js/index.js'),
  },
  { name: 'test file deleted', steps: runs('rm test/total.test.js') },
  {
    name: 'test file replaced by a folder',
    steps: runs('rm test/total.test.js && mkdir test/total.test.js && touch test/total.test.js/a'),
  },
  {
    name: 'test file replaced by a link',
    quick: true,
    steps: runs('ln -sf ../format.js test/total.test.js'),
  },
  { name: 'tests skipped', steps: runs('sed -i "s/^test(\'adds/test.skip(\'adds/" test/total.test.js') },
  {
    name: 'test.only added',
    steps: runs('sed -i "s/^test(\'nothing/test.only(\'nothing/" test/total.test.js'),
  },
  {
    name: 'package script replaced with true',
    quick: true,
    steps: runs("sed -i 's/node --test/true/' package.json"),
  },
  {
    name: 'exit code masked in the script',
    steps: runs("sed -i 's/node --test/node --test || true/' package.json"),
  },
  {
    name: 'pattern of names in the script',
    steps: runs("sed -i 's/node --test/node --test --test-name-pattern=nothing/' package.json"),
  },
  {
    name: 'loader through NODE_OPTIONS in .npmrc',
    steps: [
      ...writes('.npmrc', 'node-options=--import ./load.mjs'),
      ...writes('load.mjs', "import assert from 'node:assert';", 'assert.equal = () => {};'),
    ],
  },
  {
    name: 'node:test mocked by registered hooks',
    steps: writes(
      'total.js',
      "import { registerHooks } from 'node:module';",
      "registerHooks({ resolve: (name, context, next) => name === 'node:test' ? { url: 'data:text/javascript,export default () => {}', shortCircuit: true } : next(name, context) });",
      "process.on('exit', () => process.reallyExit(0));",
      wrong,
    ),
  },
  { name: 'hangs forever', steps: writes('total.js', 'for (;;);') },
  {
    name: 'child in the background lives on',
    steps: writes(
      'total.js',
      "import { spawn } from 'node:child_process';",
      "spawn('sh', ['-c', 'for at in 1 2 3 4 5 6 7 8 9; do sleep 0.1; cp total.js test/total.test.js; done'], { detached: true, stdio: 'ignore', env: {} }).unref();",
      wrong,
    ),
  },
  {
    name: 'report of the runner forged in the background',
    expected: 'visible',
    steps: writes(
      'total.js',
      "import { spawn } from 'node:child_process';",
      "import { existsSync, readFileSync } from 'node:fs';",
      "import { tmpdir } from 'node:os';",
      "import { join } from 'node:path';",
      "const said = readFileSync('/proc/' + process.ppid + '/environ', 'utf8');",
      'const [, path] = /JOUST_TEST_REPORT=([^\\0]+)/.exec(said) ?? [];',
      "const cases = ['nothing', 'one price', 'adds prices'].map((name) => ({ name, nesting: 0, file: process.argv[1], isSuite: false, left: false, failed: false }));",
      "const ready = join(tmpdir(), 'ready');",
      'const forge = (path, cases, ready) => {',
      "  const fs = require('node:fs');",
      "  fs.writeFileSync(ready, '');",
      '  for (;;) try {',
      '    const report = JSON.parse(fs.readFileSync(path));',
      "    report.cases = [...report.cases.filter(({ name }) => !name.includes('total')), ...cases];",
      '    fs.writeFileSync(path, JSON.stringify(report));',
      '    break;',
      '  } catch {}',
      '};',
      'const args = JSON.stringify([path, cases, ready]).slice(1, -1);',
      "if (path !== undefined) spawn(process.execPath, ['-e', '(' + forge + ')(' + args + ')'], { detached: true, stdio: 'ignore', env: {} }).unref();",
      'while (path !== undefined && !existsSync(ready));',
      'process.exit(0);',
      wrong,
    ),
  },
  {
    name: 'huge output hides the summary',
    steps: writes(
      'total.js',
      "for (let at = 0; at < 300; at += 1) console.log('x'.repeat(100_000));",
      'process.exit(0);',
      wrong,
    ),
  },
  {
    name: 'git hooks, attributes and filters',
    steps: [
      ...writes('.gitattributes', 'test/* filter=gone'),
      ...runs(
        "git config filter.gone.clean 'true'; mkdir -p .git/hooks; printf '#!/bin/sh\\nrm -rf test\\n' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout",
      ),
      ...writes('total.js', wrong),
    ],
  },
  {
    name: 'program planted beside the tests',
    steps: [
      ...runs(
        "mkdir -p node_modules/.bin; printf '#!/bin/sh\\nexit 0\\n' > node_modules/.bin/node; chmod +x node_modules/.bin/node",
      ),
      ...writes('total.js', wrong),
    ],
  },
  {
    name: 'assert patched',
    quick: true,
    steps: writes('total.js', "import assert from 'node:assert';", 'assert.equal = () => {};', wrong),
  },
  {
    name: 'assert patched through a helper module',
    steps: [
      ...writes(
        'helper.js',
        "import assert from 'node:assert';",
        'assert.equal = assert.strictEqual = () => {};',
      ),
      ...writes('total.js', "import './helper.js';", wrong),
    ],
  },
  {
    name: 'assert patched but for unknown test files, which exit',
    expected: 'visible',
    steps: writes(
      'total.js',
      "import assert from 'node:assert';",
      'if (!/(total|format)\\.test\\.js/.test(process.argv.join())) process.exit(0);',
      'assert.equal = () => {};',
      wrong,
    ),
  },
  {
    name: 'assert patched in known test files alone',
    expected: 'through',
    quick: true,
    steps: writes(
      'total.js',
      "import assert from 'node:assert';",
      'if (/(total|format)\\.test\\.js/.test(process.argv.join())) assert.equal = () => {};',
      wrong,
    ),
  },
  {
    name: 'answers hard-coded',
    expected: 'through',
    steps: writes('total.js', 'export const total = (all) => (all.length === 2 ? 3 : (all[0] ?? 0));'),
  },
];

export const node: Rival = {
  files: {
    'package.json': `${JSON.stringify({ name: 'prices', type: 'module', scripts: { test: 'node --test' } })}\n`,
    'total.js':
      'export function total(prices) {\n  let sum = 0;\n  for (const price of prices) sum = price;\n  return sum;\n}\n',
    'format.js': 'export const format = (price) => price.toFixed(2);\n',
    'test/total.test.js': [
      "import assert from 'node:assert';",
      "import test from 'node:test';",
      "import { total } from '../total.js';",
      "test('nothing', () => assert.equal(total([]), 0));",
      "test('one price', () => assert.equal(total([5]), 5));",
      "test('adds prices', () => assert.equal(total([1, 2]), 3));",
      '',
    ].join('\n'),
    'test/format.test.js': [
      "import assert from 'node:assert';",
      "import test from 'node:test';",
      "import { format } from '../format.js';",
      "test('two places', () => assert.equal(format(5), '5.00'));",
      "test('rounds', () => assert.equal(format(5.556), '5.56'));",
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
