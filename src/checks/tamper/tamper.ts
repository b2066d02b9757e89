// The tamper radar: lists what a change touches that measures it. It accuses nobody: adding tests is good work, and listed too.
import type { ChangedFile, Tamper } from './flag.ts';
import { isTestPath } from './measuring-paths.ts';
import { touchOf } from './touch.ts';

/** In the order of the files; a file that both measures and switches something off is listed twice. */
export function tamperOf(
  files: readonly ChangedFile[],
  measuring: ReadonlySet<string> = new Set(),
): readonly Tamper[] {
  const moved = new Set(files.flatMap(({ how, before }) => (how === 'deleted' ? (before ?? []) : [])));
  return files.flatMap((file): readonly Tamper[] => {
    const { path, how, after } = file;
    const touch = touchOf(file, measuring);
    const isMoved = how === 'added' && after !== undefined && moved.has(after);
    return [
      ...(touch === undefined ? [] : [{ path, how, ...touch }]),
      ...(isMoved ? [] : marksIn(file)),
      ...(after?.includes('\0') === true && file.before?.includes('\0') !== true
        ? [{ path, how, kind: 'skip' as const, detail: 'a NUL byte makes a diff show it as binary' }]
        : []),
    ];
  });
}

function marksIn(file: ChangedFile): readonly Tamper[] {
  const { path, how } = file;
  const isTest = isTestPath(path);
  const off = newMarks(file, isTest || path.endsWith('.rs') ? inTests : anywhere);
  const reaches = isTest ? undefined : newMarks(file, reaching);
  return [
    ...(off === undefined ? [] : [{ path, how, kind: 'skip' as const, detail: off }]),
    ...(reaches === undefined ? [] : [{ path, how, kind: 'process' as const, detail: reaches }]),
  ];
}

/** `it.skip (2), eslint-disable`; absent: none is new. */
function newMarks({ path, before, after }: ChangedFile, shape: RegExp): string | undefined {
  if (after === undefined || prose.test(path)) return undefined;
  const found = marks(after, shape);
  if (found.length === 0) return undefined;
  const counts = new Map<string, number>();
  const known = tally(marks(before ?? '', shape).map(({ line }) => line));
  for (const { name, line } of found) {
    const left = known.get(line) ?? 0;
    if (left > 0) known.set(line, left - 1);
    else counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) return undefined;
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count})`)).join(', ');
}

/** Where such words are only spoken of. */
const prose = /\.(?:md|mdx|markdown|rst|adoc|txt|snap|lock|svg|html?)$/i;

const silenced = [
  '(?:eslint|oxlint|stylelint|tslint|rubocop|pylint|swiftlint):?[- ]?disable(?:-next-line|-line)?',
  '(?:biome|prettier|deno-lint)-ignore',
  '@ts-(?:ignore|expect-error|nocheck)',
  '#\\s{0,4}(?:ruff: ?|flake8: ?)?noqa',
  '#\\s{0,4}(?:type|pyright|mypy): ?ignore',
  '//\\s{0,4}nolint',
  '#!?\\[(?:allow|expect)\\(',
  '@SuppressWarnings',
  '(?:istanbul|c8|v8) ignore',
  'pragma: no cover',
  '# nosec',
];
const skipped = [
  '\\b(?:it|test|describe|context|suite|specify|bench|[Tt])\\.(?:skip(?:If)?|todo|only|fails|failing|fixme)\\b',
  '\\.concurrent\\.(?:skip|only|todo)\\b|\\.only\\(|\\bthis\\.skip\\(',
  '\\bx(?:it|test|describe|context|specify)\\s{0,4}\\(',
  '\\bf(?:it|describe)\\s{0,4}\\(',
  '\\b(?:skip|todo|only): {0,4}true\\b|\\bskip: {0,4}[\'"`]',
  '@(?:pytest\\.)?mark\\.(?:skip(?:if)?|xfail)',
  '\\bpytest\\.(?:skip|xfail|importorskip)\\(',
  '@(?:unittest\\.)?(?:skip(?:If|Unless)?|expectedFailure)\\b',
  '\\b[tb]\\.Skip(?:f|Now)?\\(',
  '#\\[ignore',
  '@(?:Disabled|Ignore)\\b',
  '\\[Ignore\\b|\\bSkip {0,4}= {0,4}"',
  '@(?:module)?tag :skip',
];
const anywhere = new RegExp(silenced.join('|'), 'g');
const inTests = new RegExp([...silenced, ...skipped].join('|'), 'g');

/** By these, code under test can tell that it is tested, speak for its test runner, or end it early. */
const reaching = new RegExp(
  [
    '\\b(?:NODE_TEST_CONTEXT|NODE_OPTIONS|PYTEST_(?:ADDOPTS|CURRENT_TEST)|JOUST_TEST_REPORTS?|JEST_WORKER_ID|VITEST(?:_[A-Z_]+)?)\\b',
    '\\bNODE_ENV\\W{1,12}test\\b',
    '\\bjunitxml\\b',
    '\\breallyExit\\b',
    '\\bos\\._exit\\b',
    '\\b(?:process\\.ppid|getppid)\\b',
    '\\bprocess\\.(?:stdout|stderr)\\.write\\s{0,4}=[^=]',
    '\\bprocess\\.exitCode\\s{0,4}=\\s{0,4}0\\b',
  ].join('|'),
  'g',
);

/** How far from its mark a line is looked at: a line of a megabyte is not cut out again for each of its marks. */
const reach = 120;

/** A mark with its line, so that one that merely moved is not new. */
function marks(text: string, shape: RegExp): readonly { readonly name: string; readonly line: string }[] {
  return [...text.matchAll(shape)].map(({ 0: mark, index }) => {
    const head = text.slice(Math.max(0, index - reach), index);
    const tail = text.slice(index, index + reach);
    return {
      name: mark.replace(/\s*[([]$/, '').replaceAll(/\s+/g, ' '),
      line: `${head.slice(head.lastIndexOf('\n') + 1)}${tail.split('\n', 1)[0] ?? ''}`.trim(),
    };
  });
}

function tally(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
