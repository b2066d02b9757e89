// How the tests run: real processes on a small machine, so few files at once and generous limits.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['tests/clis/**', 'tests/sweep/**', 'node_modules/**'],
    globalSetup: ['tests/setup/built.ts', 'tests/setup/ledger-home.ts', 'tests/setup/programs.ts'],
    reporters: ['default', './tests/setup/closing-reporter.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
