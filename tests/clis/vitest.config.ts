// The opt-in suite over the real CLIs (`npm run test:clis`): it downloads them once and asks no model.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/clis/**/*.test.ts'],
    globalSetup: ['tests/setup/built.ts', 'tests/clis/install.ts'],
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // Each CLI takes hundreds of megabytes and a core; their start is not what is tested.
    maxWorkers: 1,
    fileParallelism: false,
  },
});
