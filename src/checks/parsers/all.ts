// Every parser there is: one line each. An unverified one was never tried on a recorded output of its tool.
import { anyLint } from './any-lint.ts';
import { anyTests } from './any-tests.ts';
import { biomeJson } from './biome-json.ts';
import { biomeText } from './biome-text.ts';
import { cargoJson } from './cargo-json.ts';
import { cargoTest } from './cargo-test.ts';
import { charmlint } from './charmlint.ts';
import { eslintJson } from './eslint-json.ts';
import { eslintText } from './eslint-text.ts';
import { exitCode } from './exit-code.ts';
import { goTestJson } from './go-test-json.ts';
import { jestJson } from './jest-json.ts';
import { jestText } from './jest-text.ts';
import { junit } from './junit.ts';
import { mochaJson } from './mocha-json.ts';
import { mochaText } from './mocha-text.ts';
import { nodeTest } from './node-test.ts';
import type { Parser } from './parser.ts';
import { percent } from './percent.ts';
import { pytest } from './pytest.ts';
import { regex } from './regex.ts';
import { ruffJson } from './ruff-json.ts';
import { sarif } from './sarif.ts';
import { tap } from './tap.ts';
import { vitestJson } from './vitest-json.ts';
import { vitestText } from './vitest-text.ts';

interface Listed {
  readonly parser: Parser;
  readonly verified: boolean;
}

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
