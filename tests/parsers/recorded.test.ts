// Every parser on what its tool really printed; the recordings are kept as they were, but for paths of the machine.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allParsers, parserNamed } from '../../src/checks/parsers/all.ts';
import type { CheckOutput } from '../../src/checks/parsers/parser.ts';

const folder = join(import.meta.dirname, 'fixtures');

function recorded({ name, code }: { readonly name: string; readonly code: number }): CheckOutput {
  const read = (stream: string) => {
    const path = join(folder, `${name}.${stream}.txt`);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  return { code, stdout: read('stdout'), stderr: read('stderr') };
}

const tests = (passed: number, failed: number, skipped: number) => ({ tests: { passed, failed, skipped } });
const lint = (errors: number, warnings: number, infos: number) => ({ lint: { errors, warnings, infos } });

/** Parser, recording, exit code, what is read. */
const recordings = (
  [
    ['vitest-text', 'vitest-text-mixed', 1, tests(3, 1, 2)],
    ['vitest-text', 'vitest-text-pass', 0, tests(1, 0, 0)],
    ['vitest-text', 'vitest-text-broken', 1, tests(1, 1, 0)],
    ['vitest-text', 'vitest-text-colour', 1, tests(3, 1, 2)],
    ['vitest-text', 'vitest-text-none', 1, undefined],
    ['vitest-text', 'vitest5-text-mixed', 1, tests(3, 1, 2)],
    ['vitest-json', 'vitest-json-mixed', 1, tests(3, 1, 2)],
    ['vitest-json', 'vitest-json-broken', 1, tests(1, 1, 0)],
    ['vitest-json', 'vitest5-json-mixed', 1, tests(3, 1, 2)],
    ['vitest-json', 'npm-vitest-json', 0, tests(1, 0, 0)],
    ['junit', 'vitest-junit', 1, tests(3, 1, 2)],
    ['tap', 'vitest-tap', 1, tests(3, 1, 2)],
    ['tap', 'vitest-tap-flat', 1, tests(3, 1, 2)],
    ['jest-text', 'jest-text-mixed', 1, tests(3, 1, 2)],
    ['jest-text', 'jest-text-pass', 0, tests(1, 0, 0)],
    ['jest-text', 'jest-text-broken', 1, tests(1, 1, 0)],
    ['jest-text', 'jest-text-none', 1, undefined],
    ['jest-json', 'jest-json-mixed', 1, tests(3, 1, 2)],
    ['jest-json', 'jest-json-broken', 1, tests(1, 1, 0)],
    ['mocha-text', 'mocha-text-mixed', 1, tests(3, 1, 2)],
    ['mocha-text', 'mocha-text-pass', 0, tests(1, 0, 0)],
    ['mocha-json', 'mocha-json', 1, tests(3, 1, 2)],
    ['tap', 'mocha-tap', 1, tests(3, 1, 2)],
    ['junit', 'mocha-xunit', 1, tests(3, 1, 2)],
    ['node-test', 'node-test-spec', 1, tests(3, 1, 2)],
    ['node-test', 'node-test-tap', 1, tests(3, 1, 2)],
    ['node-test', 'node-test-tap20', 1, tests(3, 1, 2)],
    ['tap', 'node-test-tap', 1, tests(3, 1, 2)],
    ['tap', 'node-test-tap20', 1, tests(3, 1, 2)],
    ['junit', 'node-test-junit', 1, tests(3, 1, 2)],
    ['pytest', 'pytest-q', 1, tests(4, 2, 2)],
    ['pytest', 'pytest-plain', 1, tests(4, 2, 2)],
    ['pytest', 'pytest-colour', 1, tests(4, 2, 2)],
    ['pytest', 'pytest-pass', 0, tests(1, 0, 0)],
    ['pytest', 'pytest-error', 2, tests(0, 1, 0)],
    ['pytest', 'pytest-none', 5, tests(0, 0, 0)],
    ['junit', 'pytest-junit', 1, tests(4, 2, 2)],
    ['go-test-json', 'go-test-json', 1, tests(4, 3, 1)],
    ['go-test-json', 'go-test-json-pass', 0, tests(1, 0, 0)],
    ['go-test-json', 'go-test-json-broken', 2, tests(4, 4, 1)],
    ['go-test-json', 'go-test-json-panic', 1, tests(0, 1, 0)],
    ['cargo-test', 'cargo-test-pass', 0, tests(3, 0, 1)],
    ['cargo-test', 'cargo-test-mixed', 101, tests(2, 1, 1)],
    ['cargo-test', 'cargo-test-no-fail-fast', 101, tests(3, 1, 1)],
    ['cargo-test', 'cargo-test-broken', 101, undefined],
    ['cargo-json', 'cargo-json-clippy', 0, lint(0, 2, 0)],
    ['cargo-clippy', 'cargo-json-broken', 101, lint(1, 1, 0)],
    ['eslint-json', 'eslint-json', 1, lint(3, 2, 0)],
    ['eslint-json', 'eslint-json-clean', 0, lint(0, 0, 0)],
    ['eslint-json', 'npm-eslint-json', 1, lint(3, 2, 0)],
    ['eslint-text', 'eslint-text', 1, lint(3, 2, 0)],
    ['eslint-text', 'eslint-text-clean', 0, lint(0, 0, 0)],
    ['eslint-text', 'eslint-text-warnings', 0, lint(0, 1, 0)],
    ['eslint-text', 'eslint-text-crash', 2, undefined],
    ['biome-json', 'biome-json', 1, lint(4, 3, 0)],
    ['biome-json', 'biome-json-pretty', 1, lint(4, 3, 0)],
    ['biome-json', 'biome-json-clean', 0, lint(0, 0, 0)],
    ['biome-text', 'biome-text', 1, lint(4, 2, 0)],
    ['biome-text', 'biome-text-clean', 0, lint(0, 0, 0)],
    ['biome-text', 'biome-check-text', 1, lint(6, 2, 0)],
    ['sarif', 'biome-sarif', 1, lint(4, 3, 0)],
    ['junit', 'biome-junit', 1, tests(0, 7, 0)],
    ['ruff-json', 'ruff-json', 1, lint(7, 0, 0)],
    ['ruff-json', 'ruff-json-clean', 0, lint(0, 0, 0)],
    ['ruff-json', 'ruff-json-syntax', 1, lint(2, 0, 0)],
    ['sarif', 'ruff-sarif', 1, lint(7, 0, 0)],
    ['junit', 'ruff-junit', 1, tests(0, 7, 0)],
  ] as const
).map(([parser, name, code, reading]) => ({ parser, name, code, reading }));

type Recording = (typeof recordings)[number];

/** Without the names of the tests, which have tests of their own. */
const read = ({ parser }: Pick<Recording, 'parser'> | { parser: 'any-tests' }, output: CheckOutput) => {
  const reading = parserNamed(parser)?.(output, {});
  if (reading?.tests === undefined) return reading;
  const { cases: _cases, ...tests } = reading.tests;
  return { ...reading, tests };
};

test.each(recordings)('$parser reads $name (exit $code)', (recording) => {
  expect(read(recording, recorded(recording))).toEqual(recording.reading);
});

describe('the same recordings, handed over otherwise', () => {
  const readable = recordings.filter(({ reading }) => reading !== undefined);

  test.each(readable)(
    '$parser reads $name with carriage returns, banners and warnings around it',
    (recording) => {
      const { code, stdout, stderr } = recorded(recording);
      const noisy = `\n> demo@1.0.0 test\n> run [all]\n\n${stdout}\nnpm notice update available\n`;
      const output = { code, stdout: noisy.replaceAll('\n', '\r\n'), stderr: `npm warn config\n${stderr}` };
      expect(read(recording, output)).toEqual(recording.reading);
    },
  );

  test.each(readable)('$parser reads $name from a report instead of the streams', (recording) => {
    const { code, stdout, stderr } = recorded(recording);
    const output = { code, stdout: 'Tests: 99 passed, 99 total', stderr: '', report: `${stdout}\n${stderr}` };
    expect(read(recording, output)).toEqual(recording.reading);
  });

  test.each(readable)('$parser reads nothing in $name of a command that was ended', (recording) => {
    expect(read(recording, { ...recorded(recording), code: null })).toBeUndefined();
  });

  // Exempt: silence is good news to eslint, biome leaves lines out, and whole packages of Go look like a shorter run.
  const cuttable = readable.filter(
    ({ parser }) => !['eslint-text', 'biome-text', 'go-test-json'].includes(parser),
  );

  test.each(cuttable)('$parser never reads part of $name cut off', (recording) => {
    const whole = recorded(recording);
    const stream = whole.stdout === '' ? 'stderr' : 'stdout';
    for (let share = 0; share < 60; share += 1) {
      const cut = whole[stream].slice(0, Math.floor((whole[stream].length * share) / 60));
      const reading = read(recording, { ...whole, [stream]: cut });
      if (reading !== undefined) expect(reading).toEqual(recording.reading);
    }
  });

  test.each(recordings.filter(({ reading }) => reading !== undefined && 'tests' in reading))(
    'any-tests reads $name like $parser',
    (recording) => {
      expect(read({ parser: 'any-tests' }, recorded(recording))).toEqual(recording.reading);
    },
  );

  test.each(recordings.filter(({ reading }) => reading !== undefined && 'lint' in reading))(
    'any-lint reads $name like $parser',
    (recording) => {
      expect(parserNamed('any-lint')?.(recorded(recording), {})).toEqual(recording.reading);
    },
  );
});

test('every recording is read by a test, and every verified parser of a tool by a recording', () => {
  const used = new Set<string>(recordings.map(({ name }) => name));
  const there = new Set(readdirSync(folder).map((file) => file.replace(/[.](?:stdout|stderr)[.]txt$/, '')));
  expect([...there].filter((name) => !used.has(name))).toEqual([]);
  const general = ['exit-code', 'regex', 'percent', 'any-tests', 'any-lint'];
  const unread = Object.entries(allParsers)
    .filter(([name, { verified }]) => verified && !general.includes(name))
    .filter(([name]) => !recordings.some(({ parser }) => parser === name));
  expect(unread).toEqual([]);
});
