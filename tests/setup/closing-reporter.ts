// The last word of a run: which tests were skipped, and why; which passed only at the second try; what failed outside of any test; and the sum, on a line of its own.
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node';

export default class ClosingReporter implements Reporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    // With -t, vitest skips every other test.
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      count.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        const line = this.#aloud(test);
        if (line !== undefined) console.log(line);
        if (result.state !== 'pending') count[result.state] += 1;
      }
    }
    // What broke before the first test, as a build does, is told nowhere else.
    if (reason !== 'passed' && count.failed === 0) count.failed = 1;
    const skipped = count.skipped === 0 ? '' : `, ${count.skipped} skipped`;
    console.log(`${count.passed} passed, ${count.failed} failed${skipped}`);
  }

  #aloud(test: TestCase): string | undefined {
    return this.#isFiltered && test.result().state === 'skipped' ? undefined : aloud(test);
  }
}

/** What must not be overlooked, though it turns no run red. */
function aloud(test: TestCase): string | undefined {
  const result = test.result();
  if (result.state === 'skipped') return `SKIPPED ${test.fullName}: ${result.note ?? 'no reason was given'}`;
  if (test.diagnostic()?.flaky !== true) return undefined;
  const [first] = result.errors ?? [];
  const [why] = (first?.message ?? 'nobody knows why').split('\n');
  return `AGAIN ${test.module.relativeModuleId} > ${test.fullName}: passed only at the second try: ${why}`;
}
