// JUnit XML: the test cases of all suites. The counts in attributes serve only where a suite lists no cases.
import type { TestCase } from '../../../domain/check-spec.ts';
import { named, type Parser, printed, testCounts } from '../parser.ts';

export const junit: Parser = (output) => {
  const report: Report = {
    passed: 0,
    failed: 0,
    skipped: 0,
    seen: 0,
    depth: 0,
    suites: [],
    open: undefined,
    cases: [],
  };
  for (const tag of xmlTags(printed(output))) {
    if (tag.name === 'testsuites') noteDepth(report, tag);
    else if (tag.name === 'testsuite') noteSuite(report, tag);
    else if (tag.name === 'testcase') noteCase(report, tag);
    else if (report.open !== undefined) noteEnd(report.open, tag.name);
    // A close too many: this is no report.
    if (report.depth < 0) return undefined;
  }
  const { passed, failed, skipped, seen, depth, open, cases } = report;
  // Whatever is open still was cut off.
  const whole = seen > 0 && depth === 0 && open === undefined;
  return whole ? named(testCounts({ passed, failed, skipped }), cases) : undefined;
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
  readonly cases: TestCase[];
}

interface Suite {
  readonly tag: Tag;
  /** Cases or further suites stand in it. */
  listed: boolean;
}

interface Case {
  readonly name: string;
  readonly file: string;
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
    const file = textOf(tag.attribute('file') ?? tag.attribute('classname') ?? '');
    report.open = { name: textOf(tag.attribute('name') ?? ''), file, failed: false, skipped };
  }
  if (tag.kind === 'open' || report.open === undefined) return;
  report.seen += 1;
  const { name, file } = report.open;
  const outcome = endOf(report.open);
  report[outcome] += 1;
  report.cases.push({ name, file, outcome });
  report.open = undefined;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** As the tool was told it: a name is compared with one of the user's. */
function textOf(attribute: string): string {
  return attribute.replaceAll(/&(\w{2,4});/g, (whole, entity: string) => entities[entity] ?? whole);
}

function endOf({ failed, skipped }: Case): 'passed' | 'failed' | 'skipped' {
  if (failed) return 'failed';
  return skipped ? 'skipped' : 'passed';
}

function noteEnd(open: Case, name: string): void {
  if (name === 'failure' || name === 'error') open.failed = true;
  if (name === 'skipped') open.skipped = true;
}

interface Tag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  attribute(name: string): string | undefined;
}

function* xmlTags(text: string): Generator<Tag> {
  for (let at = text.indexOf('<'); at !== -1; ) {
    const { tag, end } = passOver(text, at) ?? tagAt(text, at);
    if (tag !== undefined) yield tag;
    at = end === -1 ? -1 : text.indexOf('<', end);
  }
}

/** What stands at a `<`; the end -1: nothing more comes. */
interface Found {
  readonly tag?: Tag;
  readonly end: number;
}

const sections = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** A section that holds no tags; undefined: there is none here. */
function passOver(text: string, at: number): Found | undefined {
  const section = sections.find(([begin]) => text.startsWith(begin, at));
  return section === undefined ? undefined : { end: text.indexOf(section[1], at + section[0].length) };
}

function tagAt(text: string, at: number): Found {
  const end = tagEnd(text, at);
  const tag = end === -1 ? undefined : readTag(text.slice(at + 1, end));
  return tag === undefined ? { end: at + 1 } : { tag, end };
}

/** Longer tags are no tags: a stray `<` must not make every further one look to the end of the text. */
const maxTag = 100_000;

/** The closing bracket, not one inside quotes. A second `<` before it: this was text, not a tag. */
function tagEnd(text: string, at: number): number {
  const marks = /[<>"']/g;
  marks.lastIndex = at + 1;
  for (let mark = marks.exec(text); mark !== null && mark.index - at < maxTag; mark = marks.exec(text)) {
    if (mark[0] === '>') return mark.index;
    if (mark[0] === '<') return -1;
    const close = text.indexOf(mark[0], mark.index + 1);
    if (close === -1) return -1;
    marks.lastIndex = close + 1;
  }
  return -1;
}

function readTag(inside: string): Tag | undefined {
  const name = /^\/?([A-Za-z_][\w.:-]*)/.exec(inside)?.[1];
  if (name === undefined) return undefined;
  return {
    name: name.replace(/^.*:/, ''),
    kind: kindOf(inside),
    attribute: (wanted) => attributeIn(inside, wanted),
  };
}

function kindOf(inside: string): Tag['kind'] {
  if (inside.startsWith('/')) return 'close';
  return inside.endsWith('/') ? 'empty' : 'open';
}

function attributeIn(inside: string, wanted: string): string | undefined {
  for (const [, name, double, single] of inside.matchAll(
    /(?<![\w.:-])([\w.:-]{1,60})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g,
  )) {
    if (name === wanted) return double ?? single;
  }
  return undefined;
}
