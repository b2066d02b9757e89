// Which paths are tests, and which only look like it.
import { describe, expect, it } from 'vitest';
import { isTestPath } from './measuring-paths.ts';

describe('tests by convention', () => {
  it.each([
    'test/a.js',
    'tests/fixtures/input.bin',
    'packages/api/__tests__/a.ts',
    'src/__snapshots__/a.test.ts.snap',
    'spec/models/user_spec.rb',
    'Tests/AppTests/Login.swift',
    'src/cart.test.tsx',
    'src/cart.spec.mjs',
    'src/cart-test.js',
    'pkg/server/server_test.go',
    'pkg/server/testdata/golden.json',
    'test_cart.py',
    'app/cart_test.py',
    'app/conftest.py',
    'app/tests.py',
    'src/parser/tests.rs',
    'src/main/CartTest.java',
    'src/main/TestCart.java',
    'src/main/CartIT.java',
    'src/test/java/com/x/Helper.java',
    'src/androidTest/kotlin/Helper.kt',
    'Shop.Tests/Cart.cs',
    'e2e/login.ts',
    'cypress/support/commands.ts',
    'src/login.cy.ts',
    'integration-tests/run.sh',
    'src/test-utils.ts',
    'src/setupTests.ts',
    't/basic.t',
    'test/cli.bats',
    '.env.test',
    // A link in the place of the folder.
    'test',
    'packages/a/__tests__',
  ])('%s', (path) => {
    expect(isTestPath(path)).toBe(true);
  });
});

describe('no tests', () => {
  it.each([
    'src/latest.ts',
    'src/contest/play.ts',
    'src/Latest.java',
    'src/attestation.py',
    'src/testing/index.ts',
    'src/openapi-spec/index.ts',
    'docs/protest.md',
    'src/inspect.js',
    'src/greatest/a.js',
    'README.md',
    'src/Manifest.kt',
    'package.json',
  ])('%s', (path) => {
    expect(isTestPath(path)).toBe(false);
  });
});
