// What a contest came to as test cases in JUnit's XML, which every CI system shows.
import { visible, visibleLine } from '../visible.ts';

export interface TestCase {
  /** What it is of: a contestant, a file. */
  readonly group: string;
  readonly name: string;
  /** Why it did not pass. */
  readonly failure?: string;
  /** Why it says neither. */
  readonly skipped?: string;
  readonly ms?: number;
}

export function junitXml(suite: string, cases: readonly TestCase[]): string {
  const [failures, skipped] = [cases.filter(isFailed), cases.filter(isSkipped)].map(({ length }) => length);
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="joust" ${counts}>`,
    `  <testsuite name="${attribute(suite)}" ${counts}>`,
    ...cases.map((one) => `    ${caseXml(one)}`),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function isFailed({ failure }: TestCase): boolean {
  return failure !== undefined;
}

function isSkipped(one: TestCase): boolean {
  return one.skipped !== undefined && !isFailed(one);
}

function caseXml(one: TestCase): string {
  const { group, name, failure, skipped, ms } = one;
  const time = ms === undefined ? '' : ` time="${(ms / 1000).toFixed(3)}"`;
  const head = `testcase classname="${attribute(group)}" name="${attribute(name)}"${time}`;
  if (failure !== undefined)
    return `<${head}><failure message="${attribute(failure)}">${escaped(cut(visible(failure), longestText))}</failure></testcase>`;
  return skipped === undefined
    ? `<${head}/>`
    : `<${head}><skipped message="${attribute(skipped)}"/></testcase>`;
}

function attribute(text: string): string {
  return escaped(cut(visibleLine(text), longestLine));
}

/** Pages of CI systems show it in a row; the whole is on record. */
const longestLine = 500;
const longestText = 20_000;

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** Half of a pair and the like have no place in XML. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
