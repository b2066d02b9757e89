// What a contest came to as test cases in JUnit's XML, which every CI system shows.
import { visible, visibleLine } from '../visible.ts';

export interface TestCase {
  /** What it is of: a contestant, a file. */
  readonly group: string;
  readonly name: string;
  /** Why it did not pass. */
  readonly failure?: string;
  /** Why it could not be told; that is no failure. */
  readonly error?: string;
  /** Why it says neither. */
  readonly skipped?: string;
  readonly ms?: number;
}

export function junitXml(suite: string, cases: readonly TestCase[]): string {
  const ends = cases.map((one) => endOf(one)?.as);
  const count = (as: CaseEnd['as']) => ends.filter((one) => one === as).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
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

interface CaseEnd {
  readonly as: 'failure' | 'error' | 'skipped';
  readonly why: string;
}

/** Undefined: it passed. */
function endOf({ failure, error, skipped }: TestCase): CaseEnd | undefined {
  if (failure !== undefined) return { as: 'failure', why: failure };
  if (error !== undefined) return { as: 'error', why: error };
  return skipped === undefined ? undefined : { as: 'skipped', why: skipped };
}

function caseXml(one: TestCase): string {
  const { group, name, ms } = one;
  const time = ms === undefined ? '' : ` time="${(ms / 1000).toFixed(3)}"`;
  const head = `testcase classname="${attribute(group)}" name="${attribute(name)}"${time}`;
  const end = endOf(one);
  if (end === undefined) return `<${head}/>`;
  const { as, why } = end;
  const message = `${as} message="${attribute(why)}"`;
  return as === 'skipped'
    ? `<${head}><${message}/></testcase>`
    : `<${head}><${message}>${escaped(cut(visible(why), longestText))}</${as}></testcase>`;
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
