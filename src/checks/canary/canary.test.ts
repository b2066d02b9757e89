import { describe, expect, it } from 'vitest';
import type { TreeReader } from '../find/project-tree.ts';
import type { PlannedCanary } from './canary-plan.ts';
import { planCanaries } from './plan-canaries.ts';
import { findingOf } from './run-canary.ts';
import { siblingName } from './test-files.ts';

function treeOf(files: Readonly<Record<string, string>>): TreeReader {
  const paths = Object.keys(files);
  return {
    exists: (path) => paths.some((each) => each === path || each.startsWith(`${path}/`)),
    read: (path) => files[path],
    list(folder) {
      const top = folder === '.' || folder === '' ? '' : `${folder}/`;
      const inside = paths.filter((path) => path.startsWith(top)).map((path) => path.slice(top.length));
      return [...new Set(inside.map((path) => path.split('/')[0] ?? ''))];
    },
  };
}

interface Project {
  readonly command?: string;
  readonly below?: string;
  readonly script?: string;
}

function planned(files: Readonly<Record<string, string>>, project: Project = {}): PlannedCanary {
  const { command = 'npm test', below = '', script } = project;
  const manifest = { name: 'prices', scripts: { test: script } };
  const tree = treeOf({
    ...(script !== undefined && { 'package.json': JSON.stringify(manifest) }),
    ...files,
  });
  const build = { name: 'build', command: 'npm run build', required: true };
  const [plan] = planCanaries(
    [build, { name: 'test', command, signal: 'tests', required: true }],
    tree,
    below,
  );
  if (plan?.type !== 'planned') throw new Error(`not planned: ${plan?.why}`);
  return plan;
}

function whyNone(files: Readonly<Record<string, string>>, command: string): string | undefined {
  const [plan] = planCanaries(
    [{ name: 'test', command, signal: 'tests', required: true }],
    treeOf(files),
    '',
  );
  return plan?.type === 'none' ? plan.why : undefined;
}

const nodeTest = [
  "import assert from 'node:assert/strict';",
  "import test from 'node:test';",
  "import { total } from '../total.js';",
  "test('adds', () => assert.equal(total([1, 2]), 3));",
  "test('lists', () => assert.deepEqual(total([]), 0));",
].join('\n');

describe('the test file', () => {
  it('loads what the tests load, and claims what they claim, for node --test', () => {
    const plan = planned({ 'test/total.test.js': nodeTest }, { script: 'node --test' });
    expect(plan.path).toBe('test/{{file}}.test.js');
    expect(plan.text).toBe(
      [
        "import { test } from 'node:test';",
        "import '../total.js';",
        "import assert from 'node:assert/strict';",
        '',
        "test('{{equal}}', () => {",
        "  const left = Number('{{left}}');",
        "  const right = Number('{{left}}');",
        '  assert.equal(left, right);',
        '  assert.deepEqual(left, right);',
        '});',
        '',
        "test('{{unequal}}', () => {",
        "  const left = Number('{{left}}');",
        "  const right = Number('{{right}}');",
        '  let held = 0;',
        '  try {',
        '    assert.equal(left, right);',
        '    held += 1;',
        '  } catch {}',
        '  try {',
        '    assert.deepEqual(left, right);',
        '    held += 1;',
        '  } catch {}',
        '  if (held === 0) assert.equal(left, right);',
        '});',
        '',
      ].join('\n'),
    );
  });

  it('requires where the tests do, and keeps the names they give to assertions', () => {
    const { text } = planned(
      {
        'total.test.cjs': [
          "const { strictEqual: same } = require('assert');",
          "const { total } = require('./total.cjs');",
          "require('node:test')('adds', () => same(total([1]), 1));",
          "test('adds', () => same(total([1]), 1));",
        ].join('\n'),
      },
      { script: 'node --test' },
    );
    expect(text).toContain("const { test } = require('node:test');\nrequire('./total.cjs');\n");
    expect(text).toContain("const { strictEqual: same } = require('assert');\n");
    expect(text).toContain('  same(left, right);');
  });

  it('sees modules that other test files load from its own place, but not types, data and mocked ones', () => {
    const { text } = planned(
      {
        'src/a/one.test.ts':
          "import { one } from './one.ts';\nimport type { T } from './types.ts';\nit('a', () => expect(one).toBe(1));",
        'src/a/two.test.ts':
          "import data from '../data.json';\nimport { x } from '@/x';\nit('b', () => expect(x).toBe(1));",
        'src/b/three.test.ts': "import { three } from '../three.ts';\nit('c', () => expect(three).toBe(3));",
        'src/b/mocked.test.ts':
          "import { four } from '../four.ts';\nvi.mock('../four.ts');\nit('d', () => expect(four).toBe(4));",
      },
      { script: 'vitest run' },
    );
    expect([...text.matchAll(/^import '(.+)';$/gm)].map(([, name]) => name)).toEqual([
      './one.ts',
      '@/x',
      '../three.ts',
    ]);
  });

  it('uses globals of vitest and jest where the tests import nothing', () => {
    const tests = { 'total.spec.js': "it('a', () => expect([1]).toEqual([1]));" };
    for (const script of ['vitest run', 'jest']) {
      const { text } = planned(tests, { script });
      expect(text).not.toContain('import');
      expect(text).toContain('  expect(left).toEqual(right);');
    }
    const imported = {
      'total.spec.js': `import { it, expect } from '@jest/globals';\n${tests['total.spec.js']}`,
    };
    expect(planned(imported, { script: 'jest' }).text).toContain(
      "import { expect, test } from '@jest/globals';",
    );
  });

  it('asserts plainly in pytest, with the modules of the project', () => {
    const plan = planned(
      {
        'shop/__init__.py': '',
        'shop/prices.py': '',
        'total.py': '',
        'tests/test_total.py': [
          'import os, sys',
          "sys.path.insert(0, os.path.dirname(__file__) + '/..')",
          'import json',
          'from shop import prices',
          'from total import total',
          'def test_adds():',
          '    assert total([1]) == 1',
        ].join('\n'),
      },
      { command: 'python3 -m pytest -q' },
    );
    expect(plan.path).toBe('tests/test_{{file}}.py');
    expect(plan.text).toContain(
      "sys.path.insert(0, os.path.dirname(__file__) + '/..')\nimport shop\nimport shop.prices\nimport total\n",
    );
    expect(plan.text).toContain(
      'def test_{{unequal}}():\n    left, right = {{left}}, {{right}}\n    assert left == right\n',
    );
    expect(plan.text).not.toContain('import json');
  });

  it('asserts by unittest where the tests do', () => {
    const { text } = planned(
      {
        'tests/test_total.py':
          'class T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(1, 1)\n',
      },
      { command: 'pytest' },
    );
    expect(text).toContain('class Test_{{file}}(unittest.TestCase):');
    expect(text).toContain('        self.assertEqual(left, right)');
  });

  it.each([
    ['sum.test.ts', '{{file}}.test.ts'],
    ['sum.unit.spec.mjs', '{{file}}.unit.spec.mjs'],
    ['sum_test.py', '{{file}}_test.py'],
    ['sum-test.js', '{{file}}-test.js'],
    ['test_sum.py', 'test_{{file}}.py'],
    ['test.js', 'test-{{file}}.js'],
    ['sum.js', '{{file}}.js'],
  ])('is called like %s', (name, sibling) => expect(siblingName(name)).toBe(sibling));
});

describe('the command', () => {
  const vitest = { 'a.test.js': "it('a', () => expect(1).toBe(1));" };
  const alone = 'vitest run --coverage.enabled=false --reporter=default --reporter=junit';
  const node = '--test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit';

  it.each([
    ['vitest run --coverage src', `${alone}`],
    ['vitest --config a.config.ts -t "one name"', `vitest --config a.config.ts ${alone.slice(7)}`],
    ['TZ=UTC vitest', `TZ=UTC ${alone}`],
    ['npm run check && npm run unit', 'a runner in another script'],
  ])('runs the file alone by %s', (script, wanted) => {
    const scripts = JSON.stringify({ scripts: { test: script, unit: 'vitest run' } });
    const { command } = planned({ ...vitest, 'package.json': scripts });
    const run = wanted.startsWith('a runner') ? alone : wanted;
    expect(command).toBe(
      `export PATH="$PWD/node_modules/.bin:$PATH" && ${run} --outputFile.junit="$PWD/{{file}}.xml" {{file}}`,
    );
  });

  it('keeps options of node, and leaves out files, patterns and reporters', () => {
    const { command } = planned(
      { 'test/total.test.js': nodeTest },
      {
        command:
          "c8 node --import ./set-up.js --test --test-name-pattern 'a b' --test-isolation=none 'test/*.js'",
      },
    );
    expect(command).toBe(
      `node --import ./set-up.js --test --test-isolation=none ${node} --test-reporter-destination="$PWD/{{file}}.xml" test/{{file}}.test.js`,
    );
  });

  it('keeps the environment of Python, and looks below the top of the tree', () => {
    const { command, path, report } = planned(
      { 'tests/test_a.py': 'def test_a():\n    assert 1 == 1\n' },
      { command: '.venv/bin/python -m pytest -q -k "not slow" tests/unit', below: 'api' },
    );
    expect(command).toBe(
      '.venv/bin/python -m pytest -q --junitxml="$PWD/{{file}}.xml" tests/test_{{file}}.py',
    );
    expect(path).toBe('api/tests/test_{{file}}.py');
    expect(report).toBe('api/{{file}}.xml');
  });

  it('builds first only where the tests load what is built', () => {
    const built = nodeTest.replace('../total.js', '../dist/total.js');
    expect(planned({ 'test/total.test.js': nodeTest }, { command: 'node --test' }).builds).toEqual([]);
    const plan = planned({ 'test/total.test.js': built }, { command: 'tsc && node --test' });
    expect(plan.builds).toEqual(['build']);
    expect(plan.command).toMatch(/^tsc && node --test /);
  });

  it.each([
    'make test',
    'cargo test',
    'node --test || true',
    'cd sub && node --test',
    'node --test | tee log',
    'mocha',
  ])('is not known for %s', (command) =>
    expect(whyNone({ 'test/total.test.js': nodeTest }, command)).toContain('does not end in'),
  );

  it('is not known where no test asserts in a known way', () => {
    const chai = { 'a.test.js': "import { expect } from 'chai';\nit('a', () => expect(1).to.equal(1));" };
    expect(whyNone(chai, 'node --test')).toContain('no test file of the base asserts');
  });
});

describe('what it comes to', () => {
  const tests = (passed: number, failed: number, skipped = 0) => ({
    reading: { tests: { passed, failed, skipped } },
  });
  it.each([
    ['clean', { outcome: 'failed', ...tests(1, 1) }],
    ['all-pass', { outcome: 'passed', ...tests(2, 0) }],
    ['not-measured', { outcome: 'passed', ...tests(1, 1) }],
    ['not-measured', { outcome: 'failed', ...tests(2, 0) }],
    ['not-measured', { outcome: 'failed', ...tests(0, 2) }],
    ['not-measured', { outcome: 'passed', ...tests(2, 0, 1) }],
    ['not-measured', { outcome: 'passed' }],
    ['not-measured', { outcome: 'timed-out' }],
    ['not-measured', { outcome: 'unavailable', ...tests(2, 0) }],
  ] as const)('is %s for %j', (outcome, result) => expect(findingOf(result).outcome).toBe(outcome));
});
