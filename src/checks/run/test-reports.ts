// Reads the reports that test runners of a check left of their own.
import { z } from 'zod';
import type { TestCase, TestFigures } from '../../domain/check-spec.ts';
import { type CheckOutput, named, testCounts } from '../parsers/parser.ts';
import { jestJson } from '../parsers/tests/jest.ts';
import { junit } from '../parsers/tests/junit.ts';

export interface ReportedTests extends TestFigures {
  /** How many runners left a report. */
  readonly reports: number;
}

const kept = z.array(z.object({ name: z.string(), text: z.string() }));

/** Undefined: no runner whose output the parser reads left one, or one of them can't be read. */
export function reportedTests(
  reports: string | undefined,
  parser: string | undefined,
): ReportedTests | undefined {
  if (reports === undefined) return undefined;
  const runners = runnersOf(parser);
  const wanted = kept.parse(JSON.parse(reports)).filter(({ name }) => runners.includes(runnerOf(name)));
  const found = wanted.map(({ name, text }) => readers[runnerOf(name)]?.(text));
  const cases: TestCase[] = [];
  for (const one of found) {
    if (one?.cases === undefined) return undefined;
    cases.push(...one.cases);
  }
  return cases.length === 0 ? undefined : { ...figuresOf(cases), cases, reports: found.length };
}

export function figuresOf(cases: readonly TestCase[]): TestFigures {
  const count = (wanted: TestCase['outcome']) => cases.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** `node-4f1c.json`, `pytest.xml` */
function runnerOf(name: string): string {
  return /^[a-z]+/.exec(name)?.[0] ?? '';
}

const every = ['node', 'vitest', 'jest', 'pytest'];

/** A test may start a runner of another kind, which is not the one that the check is about. */
function runnersOf(parser: string | undefined): readonly string[] {
  if (parser === undefined || parser === 'any-tests') return every;
  if (parser === 'tap' || parser === 'junit') return ['node'];
  return every.filter((runner) => parser.startsWith(runner));
}

const readers: Readonly<Record<string, (text: string) => TestFigures | undefined>> = {
  node: nodeReport,
  vitest: (text) => jestJson(whole(text), {})?.tests,
  jest: (text) => jestJson(whole(text), {})?.tests,
  pytest: (text) => junit(whole(text), {})?.tests,
};

function whole(text: string): CheckOutput {
  return { code: 0, stdout: text, stderr: '' };
}

const nodeEvents = z.object({
  cases: z.array(
    z.object({
      name: z.string(),
      nesting: z.number(),
      file: z.string().optional(),
      isSuite: z.boolean(),
      left: z.boolean(),
      failed: z.boolean(),
    }),
  ),
});
type NodeCase = z.infer<typeof nodeEvents>['cases'][number];

/** What `test-reports.cjs` writes: tests and suites in the order in which they ended, so that those of a suite come before it. */
function nodeReport(text: string): TestFigures | undefined {
  try {
    const { cases: told } = nodeEvents.parse(JSON.parse(text));
    const cases = told.filter(({ isSuite }) => !isSuite).map(caseOf);
    return named(testCounts(figuresOf(cases)), cases)?.tests;
  } catch {
    return undefined;
  }
}

function caseOf({ name, file, left, failed }: NodeCase): TestCase {
  const outcome = failed ? 'failed' : 'passed';
  // A file in which no test ran is told as a test with its path as the name.
  const isFile =
    file !== undefined && (name === file || file.endsWith(`/${name}`) || name.endsWith(`/${file}`));
  return {
    name: isFile ? file : name,
    file,
    outcome: left ? 'skipped' : outcome,
  };
}
