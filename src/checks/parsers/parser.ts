// The port of a parser: it reads figures in what a check printed, and says nothing where it is not sure. And what all of
// them build with: the text, and counts of a believable size.
import type { Reading, TestCase, TestFigures } from '../../domain/check-spec.ts';

export interface CheckOutput {
  /** Null: the command was ended before it ended itself. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The file the check writes, where it names one. */
  readonly report?: string;
}

interface ParserOptions {
  /** For the parser `regex`. */
  readonly pattern?: string;
}

/**
 * Undefined: it could not be read, and what it would have measured is unknown. A parser never throws, never counts
 * part of an output whose end is missing, and takes about a second for 10 MB at most.
 */
export type Parser = (output: CheckOutput, options: ParserOptions) => Reading | undefined;

/** Nothing when the command did not end by itself: half an output must not be read as a whole one. */
export function printed(output: CheckOutput): string {
  if (output.code === null) return '';
  const known = texts.get(output);
  if (known !== undefined) return known;
  const { stdout, stderr, report } = output;
  const between = stdout === '' || stdout.endsWith('\n') ? '' : '\n';
  const text = plain(report ?? `${stdout}${between}${stderr}`);
  texts.set(output, text);
  return text;
}

/** Several parsers may read one output, and it may be large. */
const texts = new WeakMap<CheckOutput, string>();

const escapes = /\x1b(?:\[[0-9;:?<=>]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])/g;

function plain(text: string): string {
  const uncoloured = text.includes('\x1b') ? text.replace(escapes, '') : text;
  const unix = uncoloured.includes('\r') ? uncoloured.replace(/\r\n?/g, '\n') : uncoloured;
  return unix.startsWith('\ufeff') ? unix.slice(1) : unix;
}

export function testCounts(tests: TestFigures): Reading | undefined {
  const { passed, failed, skipped } = tests;
  return believable({ passed, failed, skipped }) ? { tests } : undefined;
}

/** The names beside the counts, if there is one for each. */
export function named(reading: Reading | undefined, cases: readonly TestCase[]): Reading | undefined {
  if (reading?.tests === undefined) return reading;
  const { passed, failed, skipped } = reading.tests;
  return cases.length === passed + failed + skipped ? { tests: { ...reading.tests, cases } } : reading;
}

export function lintCounts(lint: NonNullable<Reading['lint']>): Reading | undefined {
  return believable(lint) ? { lint } : undefined;
}

/** Beyond this nobody counted. */
const maxCount = 1_000_000_000;

function believable(counts: Readonly<Record<string, number>>): boolean {
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
      cases:
        a.tests.cases !== undefined && b.tests.cases !== undefined
          ? [...a.tests.cases, ...b.tests.cases]
          : undefined,
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
