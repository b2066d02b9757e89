// go test -json: every test and subtest, as Go counts them. A package that failed without a failed test is one.
import type { TestCase } from '../../../domain/check-spec.ts';
import { jsonLines } from '../json-values.ts';
import { named, type Parser, printed, testCounts } from '../parser.ts';

export const goTestJson: Parser = (output) => {
  // Most of an output is what the tests printed; it need not be parsed.
  const text = printed(output);
  const packages = new Map<string, Package>();
  for (const line of jsonLines(withoutOutput(text))) note(packages, line);
  for (const [, name] of text.matchAll(/^FAIL\t(\S{1,500}) \[(?:build|setup) failed\]$/gm)) {
    packages.set(name ?? '', { tests: new Map(), end: 'fail' });
  }
  // A package that never ended was cut off.
  if (packages.size === 0 || [...packages.values()].some(({ end }) => end === undefined)) return undefined;
  return named(testCounts(counts([...packages.values()])), [...packages].flatMap(casesOf));
};

type End = 'pass' | 'fail' | 'skip';

interface Package {
  readonly tests: Map<string, End | undefined>;
  end: End | undefined;
}

function withoutOutput(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.includes('"Action":"output"'))
    .join('\n');
}

function note(packages: Map<string, Package>, line: Readonly<Record<string, unknown>>): void {
  const { Action: action, Package: name, Test: test } = line;
  if (typeof name !== 'string' || typeof action !== 'string') return;
  const found = packages.get(name) ?? { tests: new Map(), end: undefined };
  packages.set(name, found);
  const end = action === 'pass' || action === 'fail' || action === 'skip' ? action : undefined;
  if (typeof test !== 'string') found.end = end ?? found.end;
  else if (end !== undefined || action === 'run') found.tests.set(test, end);
}

function counts(packages: readonly Package[]) {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  for (const { tests, end } of packages) {
    // What was running when its package died failed.
    const ends = [...tests.values()].map((each) => each ?? 'fail');
    sums.passed += ends.filter((each) => each === 'pass').length;
    sums.skipped += ends.filter((each) => each === 'skip').length;
    const failed = ends.filter((each) => each === 'fail').length;
    sums.failed += failed === 0 && end === 'fail' ? 1 : failed;
  }
  return sums;
}

const outcomes = { pass: 'passed', fail: 'failed', skip: 'skipped' } as const;

function casesOf([file, { tests, end }]: readonly [string, Package]): readonly TestCase[] {
  const cases = [...tests].map(
    ([name, each]): TestCase => ({ name, file, outcome: outcomes[each ?? 'fail'] }),
  );
  const isBroken = end === 'fail' && !cases.some(({ outcome }) => outcome === 'failed');
  return isBroken ? [...cases, { name: file, file, outcome: 'failed' }] : cases;
}
