// Says aloud at the end of a run which tests were skipped, and why.
import type { Reporter, TestModule } from 'vitest/node';

export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        const why = result.state === 'skipped' ? (result.note ?? 'no reason was given') : '';
        console.log(`SKIPPED ${test.fullName}: ${why}`);
      }
    }
  }
}
