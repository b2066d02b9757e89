// The canary for node --test, vitest and jest: loads what the base's tests load and asserts as they do.
import { posix } from 'node:path';
import type { TreeReader } from '../find/project-tree.ts';
import { gaps } from './canary-plan.ts';
import { packageOf, type RunnerName } from './runner-command.ts';
import { largestGroup, siblingName, type TestFile, testFilesIn } from './test-files.ts';

export interface CanaryFile {
  readonly path: string;
  readonly text: string;
  /** Modules of the project that it loads, as its tests name them. */
  readonly loads: readonly string[];
}

interface Assertions {
  readonly kind: string;
  /** Statements that bring them in. */
  readonly imports: readonly string[];
  /** Each claims that `left` and `right` are equal. */
  readonly claims: readonly string[];
}

interface ReadFile extends TestFile {
  readonly isModule: boolean;
  readonly assertions: Assertions;
}

type JavaScriptRunner = Exclude<RunnerName, 'pytest'>;

/** Undefined: no test file of the base asserts in a way that is known. */
export function javaScriptCanary(tree: TreeReader, runner: JavaScriptRunner): CanaryFile | undefined {
  const files = testFilesIn(tree, /[.][cm]?[jt]sx?$/).map((file) => ({
    ...file,
    text: uncommented(file.text),
  }));
  const read = files.flatMap((file): readonly ReadFile[] => {
    const assertions = hasTests.test(file.text) ? assertionsIn(file.text, runner) : undefined;
    return assertions === undefined ? [] : [{ ...file, isModule: isModule(file.text), assertions }];
  });
  const near = largestGroup(read, ({ folder, name, isModule: esm, assertions }) =>
    [folder, siblingName(name), esm, assertions.kind].join('\n'),
  );
  const [first] = near;
  if (first === undefined) return undefined;
  const claims = [...new Set(near.flatMap(({ assertions }) => assertions.claims))];
  const loads = modulesOf([...near, ...files], first.folder, packageOf(tree).name);
  const path = posix.join(first.folder, siblingName(first.name));
  return { path, loads, text: textOf(first, { runner, claims, loads }) };
}

const hasTests = /\b(?:test|it|describe)\s*(?:[.]\w+\s*)*\(/;

function uncommented(text: string): string {
  return text.replaceAll(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function isModule(text: string): boolean {
  return /^\s*(?:import|export)\b/m.test(text) || !/\brequire\(/.test(text);
}

function assertionsIn(text: string, runner: JavaScriptRunner): Assertions | undefined {
  return (runner === 'node' ? undefined : expectIn(text, runner)) ?? assertIn(text);
}

const matchers = [
  ['toBe', 'toBe'],
  ['toEqual', 'toEqual'],
  ['toStrictEqual', 'toStrictEqual'],
  ['equal', 'to.equal'],
  ['deep[.]equal', 'to.deep.equal'],
] as const;

function expectIn(text: string, runner: 'vitest' | 'jest'): Assertions | undefined {
  if (!/\bexpect\s*\(/.test(text)) return undefined;
  const library = runner === 'vitest' ? 'vitest' : '@jest/globals';
  const claims = matchers.flatMap(([word, matcher]) =>
    new RegExp(`[.]${word}\\(`).test(text) ? [`expect(left).${matcher}(right)`] : [],
  );
  return {
    kind: names(text, library) ? library : 'globals',
    imports: names(text, library) ? [brought('{ expect, test }', library, isModule(text))] : [],
    claims: claims.length === 0 ? ['expect(left).toBe(right)'] : claims,
  };
}

function names(text: string, library: string): boolean {
  return new RegExp(`["']${library}["']`).test(text);
}

const assertImport =
  /^(?:import\s+([\w*{}\s,]+?)\s+from\s*|(?:const|let|var)\s+([\w{}\s,:]+?)\s*=\s*require\(\s*)["']((?:node:)?assert(?:\/strict)?)["']\s*\)?([.]strict)?;?/m;
const equalities = ['equal', 'strictEqual', 'deepEqual', 'deepStrictEqual'];

function assertIn(text: string): Assertions | undefined {
  const [statement, imported, required, library] = assertImport.exec(text) ?? [];
  const clause = imported ?? required;
  if (statement === undefined || clause === undefined || library === undefined) return undefined;
  const whole = /^(?:\*\s+as\s+)?(\w+)/.exec(clause)?.[1] ?? /\bstrict\s*(?:as|:)\s*(\w+)/.exec(clause)?.[1];
  const claims = [
    ...(whole === undefined ? [] : claimsBy(text, whole)),
    ...equalities.flatMap((name) => {
      const named = new RegExp(`[{,]\\s*${name}(?:\\s*(?:as|:)\\s*(\\w+))?\\s*[,}]`).exec(clause);
      return named === null ? [] : [`${named[1] ?? name}(left, right)`];
    }),
  ];
  return claims.length === 0 ? undefined : { kind: library, imports: [statement], claims };
}

function claimsBy(text: string, name: string): readonly string[] {
  const calls = equalities.flatMap((method) =>
    ['', '.strict'].flatMap((strict) =>
      text.includes(`${name}${strict}.${method}(`) ? [`${name}${strict}.${method}(left, right)`] : [],
    ),
  );
  const truths = [`${name}.ok`, name].filter((call) => new RegExp(`(?<![\\w.])${call}\\(`).test(text));
  const claims = [...calls, ...truths.map((call) => `${call}(left === right)`)];
  return claims.length === 0 ? [`${name}.equal(left, right)`] : claims;
}

const statements = [
  /\bimport\s+(?!type\b)(?:[\w*{}\s,$]+?\s+from\s*)?["']([^"'\n]+)["']/g,
  /\b(?:require|import)\(\s*["']([^"'\n]+)["']\s*\)/g,
];
/** What replaces modules, or needs the tests' own preparation first. */
const mocks = /\b(?:vi|jest|mock)[.](?:mock|doMock|unstable_mockModule|module)\(/;
const mostModules = 100;

/** What the test files load of the project, as seen from a folder: a module may change what asserting means. */
function modulesOf(files: readonly TestFile[], folder: string, own: string | undefined): readonly string[] {
  const found = files
    .filter(({ text }) => hasTests.test(text) && !mocks.test(text))
    .flatMap((file) =>
      statements.flatMap((statement) =>
        [...file.text.matchAll(statement)].flatMap(([, name = '']) => seenFrom(folder, file.folder, name)),
      ),
    );
  const ofProject = found.filter(
    (name) =>
      /^(?:[.#]|[@~]\/)/.test(name) || (own !== undefined && (name === own || name.startsWith(`${own}/`))),
  );
  return [...new Set(ofProject)].filter((name) => !notCode.test(name)).slice(0, mostModules);
}

const notCode = /[?]|[.](?:json|css|scss|less|svg|png|txt|md|html|snap|ya?ml|wasm|node|vue|svelte)$/;

function seenFrom(folder: string, testFolder: string, name: string): string {
  if (!/^[.]{1,2}(?:\/|$)/.test(name)) return name;
  const path = posix.relative(folder, posix.join(testFolder, name));
  const slash = name.endsWith('/') || path === '' ? '/' : '';
  return `${path.startsWith('.') ? path : `./${path}`}`.replace(/\/?$/, slash);
}

function brought(clause: string, library: string, asModule: boolean): string {
  return asModule ? `import ${clause} from '${library}';` : `const ${clause} = require('${library}');`;
}

interface TextParts {
  readonly runner: JavaScriptRunner;
  readonly claims: readonly string[];
  readonly loads: readonly string[];
}

function textOf(file: ReadFile, { runner, claims, loads }: TextParts): string {
  const { isModule: asModule, assertions, text } = file;
  const testLibrary = { node: 'node:test', vitest: 'vitest', jest: '@jest/globals' }[runner];
  const hasTest = assertions.imports.some((line) => /\btest\b.*(?:vitest|@jest)/.test(line));
  const needsTest = runner === 'node' || (names(text, testLibrary) && !hasTest);
  return [
    ...(needsTest ? [brought('{ test }', testLibrary, asModule)] : []),
    ...loads.map((name) => (asModule ? `import '${name}';` : `require('${name}');`)),
    ...assertions.imports,
    '',
    `test('${gaps.equal}', () => {`,
    ...valuesLines(gaps.left, gaps.left),
    ...claims.map((claim) => `  ${claim};`),
    '});',
    '',
    `test('${gaps.unequal}', () => {`,
    ...valuesLines(gaps.left, gaps.right),
    // One that holds is enough.
    '  let held = 0;',
    ...claims.flatMap((claim) => ['  try {', `    ${claim};`, '    held += 1;', '  } catch {}']),
    ...(claims[0] === undefined ? [] : [`  if (held === 0) ${claims[0]};`]),
    '});',
    '',
  ].join('\n');
}

function valuesLines(left: string, right: string): readonly string[] {
  return [`  const left = Number('${left}');`, `  const right = Number('${right}');`];
}
