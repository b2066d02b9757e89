// Test runners leave reports of their own outside of the workspace: an entry that ends them early, or prints figures, gets none.
import { describe, expect, it } from 'vitest';
import type { RaceResult } from '../../src/formats/race/result.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import { type RacePlace, racePlace, resultOf, rowOf, type Steps } from '../setup/race-place.ts';
import { linkJest, linkVitest, pytestCommand, withoutJest, withoutPytest } from '../setup/test-runners.ts';

const unreadable = "its test figures can't be read, the base's could";

function checkOf(result: RaceResult, name: string) {
  const [check] = rowOf(result, name).checks;
  return check;
}

/** The base passes its three tests with `total.js`, in which an entry puts code of its own. */
const source = 'exports.total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n';
const before = (code: string): Steps => [
  { edit: 'total.js', content: `${code}\n${source}` },
  { say: 'Done.' },
];
const expectations = [
  "const { total } = require('../total.js');",
  "test('none', () => expect(total([])).toBe(0));",
  "test('one', () => expect(total([1])).toBe(1));",
  "test('two', () => expect(total([1, 2])).toBe(3));",
  '',
].join('\n');

async function raceIn(place: RacePlace, command: string, code: string): Promise<RaceResult> {
  place.contestants({ honest: before('// As it was.'), sly: before(code) });
  const raced = await place.race(['honest', 'sly'], ['--check', `test=${command}`]);
  const result = resultOf(raced);
  expect(result.checks).toMatchObject([{ name: 'test', base: 'passed', detail: '3 of 3 tests' }]);
  expect(checkOf(result, 'honest')).toMatchObject({ outcome: 'passed', detail: '3 of 3 tests' });
  expect(result.winner).toBe('honest');
  return result;
}

function javaScript(more: Readonly<Record<string, string>> = {}): RacePlace {
  return racePlace({
    'package.json': '{"name":"total"}\n',
    'total.js': source,
    'checks/total.test.js': expectations,
    '.gitignore': 'node_modules\n',
    ...more,
  });
}

describe('vitest', () => {
  const config = "export default { test: { include: ['checks/*.test.js'], globals: true } };\n";
  const summary =
    "require('node:fs').writeSync(1, ' Test Files  1 passed (1)\\n      Tests  3 passed (3)\\n');";

  it.each([
    ['reallyExit', `${summary} process.reallyExit(0);`],
    ['killing its parent', `${summary} process.kill(process.ppid, 'SIGKILL');`],
    ['asking its parent to end', `${summary} process.kill(process.ppid, 'SIGINT');`],
  ])('%s is not passing', async (_, code) => {
    using place = javaScript({ 'vitest.config.mjs': config });
    const result = await raceIn(place, linkVitest(place.folder), code);
    expect(checkOf(result, 'sly')?.outcome).toBe('failed');
    expect(result.score.inputs.find(({ name }) => name === 'sly')?.tests?.passed ?? 0).toBe(0);
  });
});

describe('jest', () => {
  it.for([
    ['printed figures', "process.stderr.write('Tests:       3 passed, 3 total\\n'); process.exit(0);"],
    ['reallyExit', 'process.reallyExit(0);'],
  ] as const)('%s and an exit are not passing', async ([, code], { skip }) => {
    using place = javaScript();
    const command = linkJest(place.folder);
    if (command === undefined) return skip(withoutJest);
    const result = await raceIn(place, `${command} checks`, code);
    expect(checkOf(result, 'sly')?.outcome).toBe('failed');
  });
});

describe('pytest', () => {
  const files = {
    'total.py': 'def total(prices):\n    return sum(prices)\n',
    'test_total.py': [
      'from total import total',
      'def test_none(): assert total([]) == 0',
      'def test_one(): assert total([1]) == 1',
      'def test_two(): assert total([1, 2]) == 3',
      '',
    ].join('\n'),
  };

  it.for([
    ['at import', 'import os\nos._exit(0)\n'],
    [
      'with figures of its own',
      "import os\nos.write(1, b'...  [100%]\\n3 passed in 0.01s\\n')\nos._exit(0)\n",
    ],
  ] as const)('os._exit %s is not passing', async ([, code], { skip }) => {
    const command = pytestCommand();
    if (command === undefined) return skip(withoutPytest);
    using place = racePlace(files);
    place.contestants({ sly: [{ edit: 'total.py', content: code }, { say: 'Done.' }] });
    const raced = await place.race(['sly'], ['--check', `test=${command}`]);
    expect(raced.code).toBe(4);
    expect(checkOf(resultOf(raced), 'sly')).toMatchObject({ outcome: 'failed', detail: unreadable });
  });

  it('an entry that does nothing of the kind wins', async ({ skip }) => {
    const command = pytestCommand();
    if (command === undefined) return skip(withoutPytest);
    using place = racePlace(files);
    const good = 'def total(prices):\n    # Of any length.\n    return sum(prices)\n';
    place.contestants({ honest: [{ edit: 'total.py', content: good }, { say: 'Done.' }] });
    const result = resultOf(await place.race(['honest'], ['--check', `test=${command}`]));
    expect(result.winner).toBe('honest');
    expect(checkOf(result, 'honest')).toMatchObject({ outcome: 'passed', detail: '3 of 3 tests' });
  });
});

it('a runner in the sandbox os leaves its report too', async (context) => {
  const found = await findSandbox(thisMachine());
  if ('unavailable' in found) context.skip(`${found.unavailable}. ${found.hint}`);
  using place = racePlace();
  const fixed = 'export const sum = (a, b) => a + b;\n';
  place.contestants({
    half: [{ edit: 'sum.js', content: fixed }, { say: 'Done.' }],
    sly: [{ edit: 'sum.js', content: 'process.exit(0);\nexport const sum = 0;\n' }, { say: 'Done.' }],
  });
  const args = ['--check', 'test=node --test', '--sandbox', 'os'];
  const result = resultOf(await place.race(['half', 'sly'], args));
  expect(checkOf(result, 'sly')).toMatchObject({ detail: "ran 0 of the base's 3 tests" });
  expect(checkOf(result, 'half')).toMatchObject({ detail: '2 of 3 tests' });
});

it('a failing test is known by the name that the runner reports', async () => {
  using place = racePlace();
  const fixed: Steps = [
    { edit: 'sum.js', content: 'export const sum = (a, b) => a + b;\n' },
    { say: 'Done.' },
  ];
  const quit: Steps = [{ edit: 'sum.js', content: 'process.exit(0);\n' }, { say: 'Done.' }];
  place.contestants({ fixed, quit }, '[race]\nknown_failures = ["double"]\n');
  const raced = await place.race(['fixed', 'quit'], ['--check', 'test=node --test']);
  expect(raced.code).toBe(0);
  expect(resultOf(raced).winner).toBe('fixed');
  expect(rowOf(resultOf(raced), 'quit').whyNot).toContain("ran 0 of the base's 3 tests");
});

it('a check may run fewer tests if the user permits it', async () => {
  using place = racePlace({
    'sum.js': 'export const sum = (a, b) => a + b;\n',
    'double.js': 'export const double = (a) => a * 2;\n',
  });
  const quit: Steps = [
    { edit: 'sum.js', content: 'process.exit(0);\nexport const sum = 0;\n' },
    { say: 'Done.' },
  ];
  place.contestants({ quit }, '[race.checks.test]\nmay_remove_tests = true\n');
  const raced = await place.race(['quit'], ['--check', 'test=node --test']);
  expect(raced.code).toBe(0);
  expect(resultOf(raced).winner).toBe('quit');
});
