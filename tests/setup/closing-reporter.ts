// The last lines of a run: tests that were skipped, tests that needed a second try, and the sum. Failures outside of any test
// count, too.
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
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    const again = tests.filter((test) => test.diagnostic()?.flaky === true);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const failed =
      failures(modules, errors) + tests.filter((test) => test.result().state === 'failed').length;
    if (!this.#isFiltered) for (const test of skipped) console.log(skippedLine(test));
    if (again.length > 0) console.log([againTitle(again.length), ...again.map(againLine)].join('\n'));
    // A failure before the first test, such as one of the build, shows in the reason alone.
    const sum = [
      `${passed} passed${again.length === 0 ? '' : ` (${again.length} at the second try)`}`,
      `${reason === 'passed' ? failed : Math.max(1, failed)} failed`,
      ...(skipped.length === 0 ? [] : [`${skipped.length} skipped`]),
    ];
    console.log(sum.join(', '));
  }
}

/** Outside of any test. */
function failures(modules: readonly TestModule[], errors: readonly SerializedError[]): number {
  return modules.reduce((sum, module) => sum + module.errors().length, errors.length);
}

function skippedLine(test: TestCase): string {
  const result = test.result();
  const why = result.state === 'skipped' ? result.note : undefined;
  return `SKIPPED ${test.fullName}: ${why ?? 'no reason was given'}`;
}

/** A flaky test doesn't turn the run red, and must not be overlooked. */
function againTitle(count: number): string {
  return count === 1 ? '1 test needed a second try:' : `${count} tests needed a second try:`;
}

function againLine(test: TestCase): string {
  const [first] = test.result().errors ?? [];
  const [why] = (first?.message ?? 'the reason is unknown').split('\n');
  return `  ${test.module.relativeModuleId} > ${test.fullName}: ${why}`;
}
