// Every parser there is: one line each. An unverified one was never tried on a recorded output of its tool.
import { anyLint, anyTests } from './any.ts';
import { cargoJson, cargoTest } from './cargo.ts';
import { biomeJson, biomeText } from './lint/biome.ts';
import { charmlint } from './lint/charmlint.ts';
import { eslintJson, eslintText } from './lint/eslint.ts';
import { ruffJson } from './lint/ruff.ts';
import { sarif } from './lint/sarif-log.ts';
import type { Parser } from './parser.ts';
import { percent, regex } from './regex.ts';
import { goTestJson } from './tests/go-test.ts';
import { jestJson, jestText } from './tests/jest.ts';
import { junit } from './tests/junit.ts';
import { mochaJson, mochaText } from './tests/mocha.ts';
import { pytest } from './tests/pytest.ts';
import { nodeTest, tap } from './tests/tap.ts';
import { vitestJson, vitestText } from './tests/vitest.ts';

interface Listed {
  readonly parser: Parser;
  readonly verified: boolean;
}

/** Reads nothing but that the command ended: whether it passed is its exit code, which the check records anyway. */
const exitCode: Parser = ({ code }) => (code === null ? undefined : {});

export const allParsers: Readonly<Record<string, Listed>> = {
  'exit-code': { parser: exitCode, verified: true },
  junit: { parser: junit, verified: true },
  tap: { parser: tap, verified: true },
  'vitest-json': { parser: vitestJson, verified: true },
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

export function parserNamed(name: string): Parser | undefined {
  return Object.hasOwn(allParsers, name) ? allParsers[name]?.parser : undefined;
}
