// The tests or the linter of a project that is not known: every reader is tried, and those that read anything must agree.

import type { Reading } from '../../domain/check-spec.ts';
import { cargoJson, cargoTest } from './cargo.ts';
import { lintCounts } from './counts.ts';
import { biomeJson, biomeText } from './lint/biome.ts';
import { eslintJson, eslintText } from './lint/eslint.ts';
import { ruffJson } from './lint/ruff.ts';
import { sarif } from './lint/sarif-log.ts';
import { type Parser, printed } from './parser.ts';
import { goTestJson } from './tests/go-test.ts';
import { jestJson, jestText } from './tests/jest.ts';
import { junit } from './tests/junit.ts';
import { mochaJson, mochaText } from './tests/mocha.ts';
import { pytest } from './tests/pytest.ts';
import { nodeTest, tap } from './tests/tap.ts';
import { vitestText } from './tests/vitest.ts';

export const anyTests = agreed([
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

export const anyLint = agreed([
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
    const same = rest.every((reading) => JSON.stringify(reading) === JSON.stringify(first));
    return same ? first : undefined;
  };
}
