// Ends its test process early, or prints figures of its own: an entry that runs fewer of the base's tests fails the check.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RaceResult } from '../../src/formats/race/result.ts';
import {
  goodDouble,
  goodSum,
  half,
  racePlace,
  resultOf,
  rowOf,
  type Steps,
  solve,
} from '../setup/race-place.ts';

const nodeTest = ['--check', 'test=node --test'];
const inOneProcess = ['--check', 'test=node --test --test-isolation=none'];
const right = { 'sum.js': goodSum.content, 'double.js': goodDouble.content };
const cheat = (code: string): Steps => [
  { edit: 'sum.js', content: `${code}\nexport const sum = () => 0;\n` },
  { say: 'Done.' },
];

function checkOf(result: RaceResult, name: string) {
  const [check] = rowOf(result, name).checks;
  return check;
}

it('an entry that exits when it is loaded does not win over one that keeps two of three tests', async () => {
  using place = racePlace();
  place.contestants({ quit: cheat('process.exit(0);'), half });
  const raced = await place.race(['quit', 'half'], nodeTest);
  expect(raced.code).toBe(4);
  const result = resultOf(raced);
  expect(result).toMatchObject({ leader: 'half' });
  expect(checkOf(result, 'quit')).toMatchObject({
    outcome: 'failed',
    detail: "ran 0 of the base's 3 tests",
  });
  expect(rowOf(result, 'quit').whyNot).toBe("it fails test (ran 0 of the base's 3 tests)");
  const shown = await place.joust(['show']);
  expect(shown.stdout).toContain("check test: failed (ran 0 of the base's 3 tests)\n");
  expect((await place.joust(['export', '@last', 'out'])).code).toBe(0);
  expect(readFileSync(join(place.folder, 'out/report.html'), 'utf8')).toContain(
    "ran 0 of the base's 3 tests",
  );
});

it('a folder in the place of a file, or of its test, does not end the tests as passed', async () => {
  using place = racePlace(right);
  const quit = '{"main":"index.js"}';
  const folderFor = (file: string, code: string): Steps => [
    { run: `rm ${file} && mkdir ${file}` },
    { edit: `${file}/index.js`, content: code },
    { edit: `${file}/package.json`, content: quit },
    { say: 'Done.' },
  ];
  place.contestants({
    code: folderFor('sum.js', 'process.exit(0);\n'),
    tests: folderFor('test/sum.test.js', "require('node:test').test('sum', () => {});\n"),
  });
  const raced = await place.race(['code', 'tests'], nodeTest);
  const result = resultOf(raced);
  expect(checkOf(result, 'code')).toMatchObject({ outcome: 'failed', detail: "ran 0 of the base's 3 tests" });
  // The base's test is put back.
  expect(checkOf(result, 'tests')).toMatchObject({ outcome: 'passed', detail: '3 of 3 tests' });
});

it.each([
  ['process.exit(0);', "ran 0 of the base's 3 tests"],
  [
    "process.on('uncaughtException', () => process.exit(0));\nthrow new Error('swallowed');",
    "ran 0 of the base's 3 tests",
  ],
  ['process.reallyExit(0);', "ran 0 of the base's 3 tests"],
  [
    [
      "import { writeFileSync } from 'node:fs';",
      "const lines = ['tests 3', 'suites 0', 'pass 3', 'fail 0', 'cancelled 0', 'skipped 0', 'todo 0'];",
      "writeFileSync('/proc/' + process.ppid + '/fd/1', lines.map((line) => '# ' + line).join('\\n') + '\\n');",
      "process.kill(process.ppid, 'SIGKILL');",
    ].join('\n'),
    "exit code 137; its test figures can't be read, the base's could",
  ],
])('%j on a base that passes fails the check', async (code, detail) => {
  using place = racePlace(right);
  place.contestants({ quit: cheat(code) });
  const raced = await place.race(['quit'], nodeTest);
  expect(raced.code).toBe(4);
  expect(checkOf(resultOf(raced), 'quit')).toMatchObject({ outcome: 'failed', detail });
});

it('figures that an entry prints itself before it exits count for nothing', async () => {
  using place = racePlace(right);
  const summary = ['tests 3', 'suites 0', 'pass 3', 'fail 0', 'cancelled 0', 'skipped 0', 'todo 0'];
  const printed = summary.map((line) => `# ${line}`).join('\\n');
  const points = 'TAP version 13\\nok 1 - sum\\nok 2 - double\\nok 3 - nothing\\n1..3\\n';
  const forge = `import { writeSync } from 'node:fs';\nwriteSync(1, '${points}${printed}\\n');\nprocess.exit(0);`;
  place.contestants({ forge: cheat(forge) });
  const raced = await place.race(['forge'], inOneProcess);
  expect(raced.code).toBe(4);
  expect(checkOf(resultOf(raced), 'forge')).toMatchObject({
    outcome: 'failed',
    detail: "its test figures can't be read, the base's could",
  });
});

it('an exit code of 0 does not hide tests that fail', async () => {
  using place = racePlace(right);
  const hide = [
    'const { write } = process.stdout;',
    "process.stdout.write = (text, ...rest) => write.call(process.stdout, String(text).replace(/fail \\d+/g, 'fail 0').replace(/pass \\d+/g, 'pass 3'), ...rest);",
    "process.on('exit', () => { process.exitCode = 0; });",
  ].join('\n');
  place.contestants({ hide: cheat(hide) });
  const raced = await place.race(['hide'], inOneProcess);
  expect(raced.code).toBe(4);
  const check = checkOf(resultOf(raced), 'hide');
  expect(check).toMatchObject({ outcome: 'failed', detail: 'exit code 0, although 1 of 3 tests failed' });
});

it('a base that passed before is remembered with its tests', async () => {
  using place = racePlace(right);
  place.contestants({
    fine: [{ edit: 'note.txt', content: 'a\n' }, { say: 'Done.' }],
    quit: cheat('process.exit(0);'),
  });
  expect(resultOf(await place.race(['fine'], nodeTest)).winner).toBe('fine');
  // Somebody passes, so that the base is not measured again.
  const result = resultOf(await place.race(['fine', 'quit'], nodeTest));
  const base = (await place.events()).find(
    (event) => event.type === 'check.ended' && event.key === 'check/base/test',
  );
  expect(base).toMatchObject({ run: 0 });
  expect(checkOf(result, 'quit')).toMatchObject({ outcome: 'failed', detail: "ran 0 of the base's 3 tests" });
});

it('a check of any name is held to the tests that it runs on the base', async () => {
  using place = racePlace(right);
  place.contestants({ quit: cheat('process.exit(0);') });
  const raced = await place.race(['quit'], ['--no-found-checks', '--check', 'unit=node test/sum.test.js']);
  expect(raced.code).toBe(4);
  expect(checkOf(resultOf(raced), 'quit')).toMatchObject({
    outcome: 'failed',
    detail: "its test figures can't be read, the base's could",
  });
});

it('an entry that solves the task runs all tests and wins', async () => {
  using place = racePlace();
  place.contestants({ solve, half });
  const raced = await place.race(['solve', 'half'], nodeTest);
  expect(raced.code).toBe(0);
  const result = resultOf(raced);
  expect(result.winner).toBe('solve');
  expect(checkOf(result, 'solve')).toMatchObject({ outcome: 'passed', detail: '3 of 3 tests' });
  expect(checkOf(result, 'half')).toMatchObject({ outcome: 'failed', detail: '2 of 3 tests' });
});
