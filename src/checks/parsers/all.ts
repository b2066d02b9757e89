// Every parser there is: one line each. An unverified one was never tried on a recorded output of its tool.
import type { Reading } from '../../domain/check-spec.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { cargoJson, cargoTest } from './cargo.ts';
import { biomeJson, biomeText } from './lint/biome.ts';
import { charmlint } from './lint/charmlint.ts';
import { eslintJson, eslintText } from './lint/eslint.ts';
import { ruffJson } from './lint/ruff.ts';
import { sarif } from './lint/sarif-log.ts';
import { lintCounts, type Parser, printed } from './parser.ts';
import { percent, regex } from './regex.ts';
import { goTestJson } from './tests/go-test.ts';
import { jestJson, jestText, vitestText } from './tests/jest.ts';
import { junit } from './tests/junit.ts';
import { mochaJson, mochaText } from './tests/mocha.ts';
import { pytest } from './tests/pytest.ts';
import { nodeTest, tap } from './tests/tap.ts';

/** The tests or the linter of a project that is not known: every reader is tried, and those that read anything must agree. */
const anyTests = agreed([
  jestJson,
  mochaJson,
  goTestJson,
  junit,
  tap,
  nodeTest,
  vitestText,
  jestText,
  mochaText,
  pytest,
  cargoTest,
]);

/** A linter that prints nothing and succeeds found nothing; one that prints what nobody reads here stays unknown. */
const silence: Parser = (output) =>
  output.code === 0 && printed(output).trim() === ''
    ? lintCounts({ errors: 0, warnings: 0, infos: 0 })
    : undefined;

const spokenEslintText: Parser = (output, options) => {
  const lint = eslintText(output, options)?.lint;
  return lint !== undefined && lint.errors + lint.warnings > 0 ? { lint } : undefined;
};

const anyLint = agreed([
  sarif,
  eslintJson,
  ruffJson,
  biomeJson,
  cargoJson,
  biomeText,
  spokenEslintText,
  silence,
]);

/** Several parsers on one output: what they read counts only if those that read anything read the same. */
function agreed(parsers: readonly Parser[]): Parser {
  return (output, options) => {
    const [first, ...rest] = parsers
      .map((parser) => parser(output, options))
      .filter((reading): reading is Reading => reading !== undefined);
    const same = rest.every((reading) => counts(reading) === counts(first));
    return same ? first : undefined;
  };
}

/** Not every tool names its tests. */
function counts(reading: Reading | undefined): string {
  const { cases: _cases, ...tests } = reading?.tests ?? {};
  return JSON.stringify({ ...reading, tests });
}

interface Listed {
  readonly parser: Parser;
  readonly verified: boolean;
}

/** Reads nothing but that the command ended: whether it passed is its exit code, which the check records anyway. */
const exitCode: Parser = ({ code }) => (code === null ? undefined : {});

const listed: Record<string, Listed> = {
  'exit-code': { parser: exitCode, verified: true },
  junit: { parser: junit, verified: true },
  tap: { parser: tap, verified: true },
  'vitest-json': { parser: jestJson, verified: true },
  'vitest-text': { parser: vitestText, verified: true },
  'jest-json': { parser: jestJson, verified: true },
  'jest-text': { parser: jestText, verified: true },
  'mocha-json': { parser: mochaJson, verified: true },
  'mocha-text': { parser: mochaText, verified: true },
  'node-test': { parser: nodeTest, verified: true },
  pytest: { parser: pytest, verified: true },
  'go-test-json': { parser: goTestJson, verified: true },
  'cargo-test': { parser: cargoTest, verified: true },
  'cargo-json': { parser: cargoJson, verified: true },
  'cargo-clippy': { parser: cargoJson, verified: true },
  'any-tests': { parser: anyTests, verified: true },
  sarif: { parser: sarif, verified: true },
  'eslint-json': { parser: eslintJson, verified: true },
  'eslint-text': { parser: eslintText, verified: true },
  'biome-json': { parser: biomeJson, verified: true },
  'biome-text': { parser: biomeText, verified: true },
  'ruff-json': { parser: ruffJson, verified: true },
  'any-lint': { parser: anyLint, verified: true },
  charmlint: { parser: charmlint, verified: false },
  percent: { parser: percent, verified: true },
  regex: { parser: regex, verified: true },
};

/** Those of extensions come last, once they are loaded. */
export const allParsers: Readonly<Record<string, Listed>> = listed;

/** One of an extension; it is known in this process from now on. */
export function addParser(name: string, parser: Parser): void {
  if (Object.hasOwn(listed, name))
    throw new JoustError(`there is a parser "${name}" already`, {
      code: 'config',
      hint: 'Give the one of the extension another name.',
    });
  listed[name] = { parser, verified: false };
}

export function parserNamed(name: string): Parser | undefined {
  return Object.hasOwn(allParsers, name) ? allParsers[name]?.parser : undefined;
}
