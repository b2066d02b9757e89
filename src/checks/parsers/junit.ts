// JUnit XML: the test cases of all suites. The counts in attributes serve only where a suite lists no cases.
import { testCounts } from './counts.ts';
import type { Parser } from './parser.ts';
import { printed } from './printed.ts';
import { type Tag, xmlTags } from './xml-tags.ts';

export const junit: Parser = (output) => {
  const report: Report = { passed: 0, failed: 0, skipped: 0, seen: 0, depth: 0, suites: [], open: undefined };
  for (const tag of xmlTags(printed(output))) {
    if (tag.name === 'testsuites') noteDepth(report, tag);
    else if (tag.name === 'testsuite') noteSuite(report, tag);
    else if (tag.name === 'testcase') noteCase(report, tag);
    else if (report.open !== undefined) noteEnd(report.open, tag.name);
    // A close too many: this is no report.
    if (report.depth < 0) return undefined;
  }
  const { passed, failed, skipped, seen, depth, open } = report;
  // Whatever is open still was cut off.
  const whole = seen > 0 && depth === 0 && open === undefined;
  return whole ? testCounts({ passed, failed, skipped }) : undefined;
};

interface Report {
  passed: number;
  failed: number;
  skipped: number;
  /** Suites and cases. */
  seen: number;
  depth: number;
  readonly suites: Suite[];
  open: Case | undefined;
}

interface Suite {
  readonly tag: Tag;
  /** Cases or further suites stand in it. */
  listed: boolean;
}

interface Case {
  failed: boolean;
  skipped: boolean;
}

function noteDepth(report: Report, { kind }: Tag): void {
  if (kind === 'open') report.depth += 1;
  if (kind === 'close') report.depth -= 1;
}

function noteSuite(report: Report, tag: Tag): void {
  noteDepth(report, tag);
  if (tag.kind !== 'close') {
    noteListed(report);
    report.suites.push({ tag, listed: false });
  }
  const suite = tag.kind === 'open' ? undefined : report.suites.pop();
  if (suite !== undefined && !suite.listed) addAttributes(report, suite.tag);
}

function noteListed({ suites }: Report): void {
  const suite = suites.at(-1);
  if (suite !== undefined) suite.listed = true;
}

function addAttributes(report: Report, tag: Tag): void {
  const count = (name: string) => Number(tag.attribute(name) ?? 0);
  const failed = count('failures') + count('errors');
  const skipped = count('skipped') + count('disabled');
  report.seen += 1;
  report.failed += failed;
  report.skipped += skipped;
  report.passed += count('tests') - failed - skipped;
}

function noteCase(report: Report, tag: Tag): void {
  if (tag.kind !== 'close') {
    noteListed(report);
    const skipped = /^(?:notrun|disabled|skipped)$/.test(tag.attribute('status') ?? '');
    report.open = { failed: false, skipped };
  }
  if (tag.kind === 'open' || report.open === undefined) return;
  report.seen += 1;
  report[endOf(report.open)] += 1;
  report.open = undefined;
}

function endOf({ failed, skipped }: Case): 'passed' | 'failed' | 'skipped' {
  if (failed) return 'failed';
  return skipped ? 'skipped' : 'passed';
}

function noteEnd(open: Case, name: string): void {
  if (name === 'failure' || name === 'error') open.failed = true;
  if (name === 'skipped') open.skipped = true;
}
