// What recordings do not show: lies, shapes that tools may print too, patterns without end.
import { describe, expect, test } from 'vitest';
import { allParsers, parserNamed } from '../../src/checks/parsers/all.ts';
import type { CheckOutput } from '../../src/checks/parsers/parser.ts';
import type { Reading } from '../../src/domain/check-spec.ts';

const printing = (stdout: string, code = 0): CheckOutput => ({ code, stdout, stderr: '' });
const read = (parser: string, stdout: string, code = 0): Reading | undefined =>
  parserNamed(parser)?.(printing(stdout, code), {});
const tests = (passed: number, failed: number, skipped: number) => ({ tests: { passed, failed, skipped } });
const lint = (errors: number, warnings: number, infos: number) => ({ lint: { errors, warnings, infos } });

test('a parser has a name of its own, and nothing else has', () => {
  expect(parserNamed('junit')).toBe(allParsers['junit']?.parser);
  expect([parserNamed('none'), parserNamed('toString'), parserNamed('__proto__')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const unverified = Object.keys(allParsers).filter((name) => allParsers[name]?.verified === false);
  expect(unverified).toEqual(['charmlint']);
});

test('the exit code alone reads nothing, and not even that of a command that was ended', () => {
  expect(read('exit-code', 'Tests: 1 passed, 1 total', 1)).toEqual({});
  expect(parserNamed('exit-code')?.({ code: null, stdout: '', stderr: '' }, {})).toBeUndefined();
});

describe('numbers that lie', () => {
  const jest = (passed: unknown, total: unknown) =>
    JSON.stringify({
      numTotalTests: total,
      numPassedTests: passed,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [],
    });

  test.each([
    ['jest-json', jest(-1, -1)],
    ['jest-json', jest(1e99, 1e99)],
    ['jest-json', jest(1.5, 1.5)],
    ['jest-json', jest('1', '1')],
    ['jest-json', jest(null, null)],
    ['jest-json', jest(1, 2)],
    ['mocha-json', '{"stats":{"passes":-1,"failures":0,"pending":0}}'],
    ['junit', '<testsuite tests="-3" failures="0"/>'],
    ['junit', '<testsuite tests="2" failures="3"/>'],
    ['junit', '<testsuite tests="many"/>'],
    ['junit', '<testsuite tests="1e99"/>'],
    ['biome-json', '{"summary":{"errors":-1,"warnings":0,"infos":0},"diagnostics":[]}'],
    ['eslint-json', '[{"errorCount":1e99,"warningCount":0}]'],
    ['charmlint', '{"errors":-1,"warnings":0,"infos":0}'],
    ['vitest-text', '      Tests  2 passed (3)\n'],
    ['jest-text', 'Tests:       2 passed, 3 total\n'],
    ['percent', 'ready: -5%'],
    ['percent', 'ready: 101%'],
    ['percent', '50% then 1e99%'],
    ['percent', '{"readiness": 1e99}'],
    ['percent', '{"percent": "50"}'],
  ])('%s reads nothing in %s', (parser, stdout) => {
    expect(read(parser, stdout)).toBeUndefined();
  });
});

describe('junit', () => {
  const junit = (text: string) => {
    const { cases = [], ...counts } = read('junit', text)?.tests ?? {};
    return { cases: cases.map(({ name, outcome }) => `${name} ${outcome}`), reading: { tests: counts } };
  };

  test('nested suites count once, attributes only where no cases are listed', () => {
    const nested = `<testsuites tests="9"><testsuite tests="3"><testsuite tests="2"><testcase name="a"/>
      <testcase name="b"><failure/></testcase></testsuite><testcase name="c"><skipped/></testcase></testsuite>
      <testsuite tests="4" failures="1" errors="1" skipped="1"/></testsuites>`;
    // Those that are only counted have no names.
    expect(junit(nested)).toEqual({ cases: [], reading: tests(2, 3, 2) });
  });

  test('comments, CDATA, quoted brackets, prefixes and single quotes are no tags', () => {
    const report = `<?xml version='1.0'?><!-- <testcase/> --><j:testsuite name='a > "b"'>
      <testcase name="x > y"><system-out><![CDATA[<failure/><testcase/>]]></system-out></testcase>
      <testcase name='&lt;failure/&gt;' status="notrun"/></j:testsuite>`;
    expect(junit(report)).toEqual({
      cases: ['x > y passed', '<failure/> skipped'],
      reading: tests(1, 0, 1),
    });
  });

  test('an error and a failure in one case are one failed test', () => {
    const text = '<testsuite><testcase><failure/><error/><skipped/></testcase></testsuite>';
    expect(junit(text).reading).toEqual(tests(0, 1, 0));
  });

  test.each(['', '<html></html>', '</testsuite>', '<testsuites></testsuites>', '<testsuite><testcase>'])(
    'nothing in %j',
    (text) => {
      expect(read('junit', text)).toBeUndefined();
    },
  );

  test('the reports of two runs are summed', () => {
    const one = '<testsuite><testcase/></testsuite>';
    expect(junit(`${one}\n> next\n${one}`).reading).toEqual(tests(2, 0, 0));
  });
});

describe('tap', () => {
  test('a plan of nothing is no tests', () => {
    expect(read('tap', 'TAP version 13\n1..0 # SKIP no tests\n')).toEqual(tests(0, 0, 0));
  });

  test('todo and skip neither pass nor fail', () => {
    expect(read('tap', '1..3\nnot ok 1 a # TODO later\nok 2 b # skip\nok 3 c\n')).toEqual(tests(1, 0, 2));
  });

  test('a point that failed while all in it passed is one failed test', () => {
    expect(read('tap', '    ok 1 - a\n    1..1\nnot ok 1 - hook\n1..1\n')).toEqual(tests(1, 1, 0));
  });

  test('what a failure quotes is not counted', () => {
    expect(read('tap', '1..1\nnot ok 1 - a\n  ---\n  got: |\n  ok 2 - b\n  ...\n')).toEqual(tests(0, 1, 0));
  });

  test.each(['ok 1 a\n', '1..2\nok 1 a\n', '1..1\nok 1 a\nBail out! disk full\n', '1..1\nok 1 a'])(
    'nothing in %j',
    (text) => {
      expect(read('tap', text)).toBeUndefined();
    },
  );
});

describe('several packages in one run', () => {
  test.each([
    ['jest-text', 'Tests:       1 passed, 1 total\n', tests(2, 0, 0)],
    ['vitest-text', '      Tests  1 passed (1)\n', tests(2, 0, 0)],
    ['mocha-text', '  1 passing (3ms)\n  1 failing\n\n', tests(2, 2, 0)],
    ['pytest', '1 failed, 2 passed in 0.1s\n', tests(4, 2, 0)],
    ['eslint-text', '✖ 3 problems (1 error, 2 warnings)\n', lint(2, 4, 0)],
  ])('%s adds them up', (parser, summary, sum) => {
    expect(read(parser, `${summary}> next\n${summary}`, 1)).toEqual(sum);
  });
});

test('a test that prints the summary of another does not become it', () => {
  expect(read('node-test', '# pass 100\n# fail 0\n# tests 100\n')).toBeUndefined();
  expect(read('pytest', 'E   assert "3 passed in 0.1s" in text\n1 failed in 0.2s\n', 1)).toEqual(
    tests(0, 1, 0),
  );
  expect(read('pytest', '==== 2 passed, 3 warnings, 1 deselected in 75.03s (0:01:15) ====')).toEqual(
    tests(2, 0, 0),
  );
});

test('a package that Go never ended, or that failed with no test to blame', () => {
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const run = line({ Action: 'run', Package: 'a', Test: 'T' });
  expect(read('go-test-json', run, 1)).toBeUndefined();
  const died = line({ Action: 'fail', Package: 'a', FailedBuild: 'a' });
  const failed = (name: string) => ({
    tests: { passed: 0, failed: 1, skipped: 0, cases: [{ file: 'a', name, outcome: 'failed' }] },
  });
  expect(read('go-test-json', died, 1)).toEqual(failed('a'));
  expect(read('go-test-json', run + died, 1)).toEqual(failed('T'));
});

describe('sarif', () => {
  const sarif = (run: object) => JSON.stringify({ version: '2.1.0', runs: [run] });

  test('levels come from the result, its rule, or are warnings; suppressed and passed ones do not count', () => {
    const rules = [{ id: 'a', defaultConfiguration: { level: 'error' } }, { id: 'b' }];
    const results = [
      { ruleId: 'a' },
      { ruleIndex: 0, ruleId: 'x' },
      { ruleId: 'b' },
      { ruleId: 'a', level: 'note' },
      { ruleId: 'a', level: 'none' },
      { ruleId: 'a', suppressions: [{ kind: 'inSource' }] },
      { ruleId: 'a', kind: 'pass' },
    ];
    expect(read('sarif', sarif({ tool: { driver: { rules } }, results }))).toEqual(lint(2, 1, 1));
  });

  test('a tool that says that it crashed is unknown', () => {
    expect(
      read('sarif', sarif({ results: [], invocations: [{ executionSuccessful: false }] })),
    ).toBeUndefined();
    expect(read('sarif', sarif({ tool: {} }))).toBeUndefined();
  });
});

describe('charmlint', () => {
  test.each([
    ['{"errors":1,"warnings":2,"infos":3}', lint(1, 2, 3)],
    ['{"errors":1,"warnings":2,"info":3}', lint(1, 2, 3)],
    ['{"summary":{"error":1,"warning":2,"info":3},"errors":[]}', lint(1, 2, 3)],
    ['[{"severity":"error"},{"severity":"WARNING"},{"severity":"info"}]', lint(1, 1, 1)],
    ['{"findings":[{"level":"warn"}]}', lint(0, 1, 0)],
    ['{"findings":[]}', lint(0, 0, 0)],
    ['{"findings":[{"severity":"odd"}]}', undefined],
    ['{"errors":1}', undefined],
    ['Traceback (most recent call last):', undefined],
    ['', undefined],
  ])('%s', (text, reading) => {
    expect(read('charmlint', text)).toEqual(reading);
  });
});

describe('percent', () => {
  test.each([
    ['coverage 12%\nreadiness: 87.5 %\n', 87.5],
    ['\u001b[32m100%\u001b[0m', 100],
    ['score (50%) see /a%20b%', 50],
    ['warming up\n{"readiness": 42}\n', 42],
    ['{"percent": 0}', 0],
    ['no figure', undefined],
    ['%', undefined],
  ])('%j is %s', (text, percent) => {
    expect(read('percent', text)).toEqual(percent === undefined ? undefined : { percent });
  });
});

describe('regex', () => {
  const match = (pattern: string | undefined, stdout: string) =>
    parserNamed('regex')?.(printing(stdout), pattern === undefined ? {} : { pattern });

  test.each([
    ['(?<passed>\\d+) ok, (?<failed>\\d+) bad', '3 ok, 1 bad', tests(3, 1, 0)],
    ['(?<passed>\\d+) of (?<total>\\d+)', '1 of 9\n3 of 5', tests(3, 2, 0)],
    ['(?<failed>\\d+)/(?<total>\\d+)/(?<skipped>\\d+)', '1/9/2', tests(6, 1, 2)],
    ['^E (?<errors>\\d+)$|^W (?<warnings>\\d+)$', 'E 1\nW 2', lint(1, 2, 0)],
    ['(?<infos>\\d+) hints', '7 hints', lint(0, 0, 7)],
    ['(?<percent>[\\d.]+)%', '12.5%', { percent: 12.5 }],
    ['(?<passed>\\d+) ok', '3 ok', undefined],
    ['(?<passed>\\S+) of (?<total>\\S+)', '-3 of 5', undefined],
    ['(?<passed>\\d+) of (?<total>\\d+)', '6 of 5', undefined],
    ['(?<percent>\\d+)%', '101%', undefined],
    ['(?<passed>', '3 ok', undefined],
    ['ok', 'ok', undefined],
    [undefined, '3 ok', undefined],
  ])('%s on %j', (pattern, text, reading) => {
    expect(match(pattern, text)).toEqual(reading);
  });

  test('a pattern without end is ended', () => {
    expect(match('(?<passed>(a+)+)$', `${'a'.repeat(60)}!`)).toBeUndefined();
    expect(match('(?<passed>.*.*.*.*)x', 'a'.repeat(20_000))).toBeUndefined();
  });

  test('a pattern reaches nothing but the text', () => {
    expect(match('(?<passed>\\d+)(?<constructor>x)(?<total>\\d+)', '1x2')).toEqual(tests(1, 1, 0));
  });
});
