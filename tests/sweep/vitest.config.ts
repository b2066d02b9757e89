// The opt-in long sweep (`npm run test:sweep`): a death at every named moment of every key, and at random ones; those of a pool many times.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'tests/sweep/**/*.test.ts',
      'tests/crash/{race,sweep}.test.ts',
      'tests/pool/*.test.ts',
      'tests/contest/prefixes.test.ts',
      'tests/cli/leftovers.test.ts',
    ],
    // What the quick tests take a part of, they take wholly.
    env: { JOUST_SWEEP: 'all' },
    globalSetup: ['built', 'ledger-home', 'programs', 'postgres'].map((name) => `tests/setup/${name}.ts`),
    reporters: ['verbose', './tests/setup/closing-reporter.ts'],
    testTimeout: 1_800_000,
    // The tests play several contests at once themselves.
    maxWorkers: 1,
    fileParallelism: false,
  },
});
