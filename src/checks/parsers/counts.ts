// Counts as a reading: whole numbers of a believable size, or nothing.
import type { Reading } from '../../domain/check-spec.ts';

type Counts = Readonly<Record<string, number>>;

/** Beyond this nobody counted. */
const maxCount = 1_000_000_000;

export function testCounts(tests: {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}): Reading | undefined {
  return believable(tests) ? { tests } : undefined;
}

export function lintCounts(lint: {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}): Reading | undefined {
  return believable(lint) ? { lint } : undefined;
}

function believable(counts: Counts): boolean {
  return Object.values(counts).every((count) => Number.isInteger(count) && count >= 0 && count <= maxCount);
}

/** What several packages printed in one run, added up; undefined when one of them could not be read, or none was there. */
export function summed(readings: readonly (Reading | undefined)[]): Reading | undefined {
  const [first, ...rest] = readings;
  return rest.reduce(together, first);
}

function together(a: Reading | undefined, b: Reading | undefined): Reading | undefined {
  if (a?.tests !== undefined && b?.tests !== undefined) {
    return testCounts({
      passed: a.tests.passed + b.tests.passed,
      failed: a.tests.failed + b.tests.failed,
      skipped: a.tests.skipped + b.tests.skipped,
    });
  }
  if (a?.lint === undefined || b?.lint === undefined) return undefined;
  return lintCounts({
    errors: a.lint.errors + b.lint.errors,
    warnings: a.lint.warnings + b.lint.warnings,
    infos: a.lint.infos + b.lint.infos,
  });
}

/** A count in a text that may lack it: absent is 0 only where the tool leaves zeros out. */
export function countOr0(text: string | undefined): number {
  return text === undefined ? 0 : Number(text);
}
