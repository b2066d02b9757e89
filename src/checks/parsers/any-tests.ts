// The tests of a project whose runner is not known: every reader of tests is tried.
import { agreed } from './agreed.ts';
import { cargoTest } from './cargo-test.ts';
import { goTestJson } from './go-test-json.ts';
import { jestJson } from './jest-json.ts';
import { jestText } from './jest-text.ts';
import { junit } from './junit.ts';
import { mochaJson } from './mocha-json.ts';
import { mochaText } from './mocha-text.ts';
import { nodeTest } from './node-test.ts';
import { pytest } from './pytest.ts';
import { tap } from './tap.ts';
import { vitestText } from './vitest-text.ts';

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
