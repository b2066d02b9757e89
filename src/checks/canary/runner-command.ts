// How the command of a check runs one test file alone: which runner it ends in, with which of its options.
import type { TreeReader } from '../find/project-tree.ts';
import { gaps } from './canary-plan.ts';

export interface RunnerCommand {
  readonly runner: RunnerName;
  /** Runs before it: what a script does before its tests. */
  readonly before: readonly string[];
  /** Variables and programs before the runner's own options. */
  readonly start: readonly string[];
  readonly options: readonly string[];
  /** A script of package.json runs it, and finds the programs of its packages. */
  readonly scripted: boolean;
}

export type RunnerName = 'node' | 'vitest' | 'jest' | 'pytest';

const mostHops = 5;

/** Undefined: it ends in a runner that no canary is known for, or it can't be told. */
export function runnerCommand(command: string, tree: TreeReader, hops = 0): RunnerCommand | undefined {
  const segments = command.split('&&').map((segment) => segment.trim());
  const before = segments.slice(0, -1);
  const words = wordsOf(segments.at(-1) ?? '');
  if (words === undefined || before.some((segment) => /^cd\b/.test(segment))) return undefined;
  const script = scriptCalled(words, tree);
  if (script !== undefined) {
    if (hops === mostHops) return undefined;
    const inner = runnerCommand(script, tree, hops + 1);
    return inner && { ...inner, before: [...before, ...inner.before], scripted: true };
  }
  const at = words.findIndex((word, index) => runnerAt(word, words.slice(index + 1)) !== undefined);
  const runner = runnerAt(words[at] ?? '', words.slice(at + 1));
  if (runner === undefined) return undefined;
  const { length, name } = runner;
  const options = keptOptions(name, words.slice(at + length));
  return { runner: name, before, start: startOf(words.slice(0, at + length)), options, scripted: false };
}

/** Undefined: the shell would do more with it than split it into words. */
function wordsOf(segment: string): readonly string[] | undefined {
  const words: string[] = [];
  let rest = segment;
  while (rest !== '') {
    const [whole, double, single, plain] =
      /^(?:"([^"$`\\]*)"|'([^']*)'|([^\s"'$`\\|;<>()&#]+))(?=\s|$)\s*/.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    words.push(double ?? single ?? plain ?? '');
    rest = rest.slice(whole.length);
  }
  return words.length === 0 ? undefined : words;
}

function scriptCalled(words: readonly string[], tree: TreeReader): string | undefined {
  const [manager = '', ...rest] = words;
  if (!['npm', 'pnpm', 'yarn', 'bun'].includes(manager)) return undefined;
  const [first = '', second = ''] = rest.filter((word) => !word.startsWith('-'));
  if (manager === 'bun' && first === 'test') return undefined;
  const named = first === 'run' || first === 'run-script' ? second : first;
  const more = rest.includes('--') ? rest.slice(rest.indexOf('--') + 1) : [];
  const script = packageOf(tree).scripts[named === 't' ? 'test' : named];
  return script === undefined ? undefined : [script, ...more.map(quoted)].join(' ');
}

/** The name and the scripts of a package.json that can be read. */
export function packageOf(tree: TreeReader): {
  readonly name?: string;
  readonly scripts: Readonly<Record<string, string | undefined>>;
} {
  try {
    const found: unknown = JSON.parse(tree.read('package.json') ?? '{}');
    const { name, scripts } = Object(found);
    const texts = Object.entries(Object(scripts)).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    );
    return { name: typeof name === 'string' ? name : undefined, scripts: Object.fromEntries(texts) };
  } catch {
    return { scripts: {} };
  }
}

/** Which runner begins here, and in how many words. */
function runnerAt(
  word: string,
  rest: readonly string[],
): { readonly name: RunnerName; readonly length: number } | undefined {
  const program = word.replace(/^.*\//, '').replace(/[.](?:js|mjs|cjs)$/, '');
  if (program === 'vitest' || program === 'jest') return { name: program, length: 1 };
  if (program === 'pytest' || program === 'py.test') return { name: 'pytest', length: 1 };
  if (program === 'node' || program === 'tsx')
    return rest.includes('--test') ? { name: 'node', length: 1 } : undefined;
  if (/^python[\d.]*$/.test(program)) {
    const at = rest.findIndex((each, index) => each === '-m' && rest[index + 1] === 'pytest');
    return at === -1 ? undefined : { name: 'pytest', length: at + 3 };
  }
  return undefined;
}

/** Coverage could fail a run for reasons of its own. */
const wrappers = new Set(['c8', 'nyc']);

function startOf(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => wrappers.has(word));
  return at === -1 ? words : [...words.slice(0, at), ...words.slice(-1)];
}

interface RunnerOptions {
  /** Those whose value is the next word. */
  readonly valued: ReadonlySet<string>;
  /** Those that choose other tests, watch, report or measure coverage. */
  readonly dropped: RegExp;
}

const known: Readonly<Record<RunnerName, RunnerOptions>> = {
  node: {
    valued: new Set([
      '-r',
      '--require',
      '--import',
      '--loader',
      '--experimental-loader',
      '-C',
      '--conditions',
      '--env-file',
      '--test-concurrency',
      '--test-timeout',
      '--test-isolation',
      '--test-name-pattern',
      '--test-skip-pattern',
      '--test-reporter',
      '--test-reporter-destination',
      '--test-shard',
    ]),
    dropped: /^--(?:test-(?:name|skip|only|shard|reporter|coverage)|watch|experimental-test-coverage)/,
  },
  vitest: {
    valued: new Set([
      '-c',
      '--config',
      '-r',
      '--root',
      '--dir',
      '-t',
      '--testNamePattern',
      '--project',
      '--reporter',
      '--outputFile',
      '--environment',
      '--pool',
      '--shard',
      '--workspace',
      '--mode',
      '--maxWorkers',
      '--testTimeout',
      '--hookTimeout',
      '--bail',
    ]),
    dropped:
      /^(?:-t|-w|--(?:testNamePattern|reporter|outputFile|shard|watch|ui|changed|coverage|typecheck|bail|run|related)(?:[.=]|$))/,
  },
  jest: {
    valued: new Set([
      '-c',
      '--config',
      '--rootDir',
      '--roots',
      '--projects',
      '--selectProjects',
      '--env',
      '-t',
      '--testEnvironment',
      '-w',
      '--maxWorkers',
      '--reporters',
      '--testNamePattern',
      '--outputFile',
      '--testPathPattern',
      '--testPathPatterns',
      '--shard',
      '--changedSince',
      '--testTimeout',
    ]),
    dropped:
      /^(?:-t|-o|-b|--(?:watch|watchAll|coverage\w*|collectCoverage\w*|testNamePattern|testPathPatterns?|json|outputFile|shard|onlyChanged|changedSince|findRelatedTests|bail|runTestsByPath|reporters|listTests)(?:=|$))/,
  },
  pytest: {
    valued: new Set([
      '-k',
      '-m',
      '-c',
      '-p',
      '-o',
      '-n',
      '-W',
      '--rootdir',
      '--confcutdir',
      '--maxfail',
      '--tb',
      '--durations',
      '--junitxml',
      '--junit-xml',
      '--cov',
      '--cov-report',
      '--cov-config',
      '--ignore',
      '--deselect',
      '--color',
      '--import-mode',
      '--timeout',
    ]),
    dropped:
      /^(?:-k|-m|-x|--(?:exitfirst|maxfail|junit-?xml|cov|lf|last-failed|ff|failed-first|sw|stepwise|nf|co|collect-only|ignore|deselect)(?:-\w+)*(?:=|$))/,
  },
};

/** Without the files it names: the canary is the only one. */
function keptOptions(runner: RunnerName, words: readonly string[]): readonly string[] {
  const { valued, dropped } = known[runner];
  const kept: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-') || word === '--') continue;
    const value = valued.has(word) ? words.slice(at + 1, at + 2) : [];
    at += value.length;
    if (!dropped.test(word)) kept.push(word, ...value);
  }
  return kept;
}

/** The line for the shell. `file` and `report` are seen from the folder that checks run in, which lies `depth` folders down. */
export function canaryCommand(
  command: RunnerCommand,
  { file, report, depth }: { readonly file: string; readonly report: string; readonly depth: number },
): string {
  const { runner, before, start, options, scripted } = command;
  const target = `"$PWD/${report}"`;
  const run = [
    ...[...start, ...options].map((word) => (/^[A-Za-z_]\w*=/.test(word) ? assigned(word) : quoted(word))),
    ...alone[runner](quoted(file), target),
  ];
  return [...(scripted ? [pathOfPackages(depth)] : []), ...before, run.join(' ')].join(' && ');
}

const alone: Readonly<Record<RunnerName, (file: string, report: string) => readonly string[]>> = {
  node: (file, report) => [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=junit',
    `--test-reporter-destination=${report}`,
    file,
  ],
  // The name alone: a path would be read as a pattern.
  vitest: (_file, report) => [
    'run',
    '--coverage.enabled=false',
    '--reporter=default',
    '--reporter=junit',
    `--outputFile.junit=${report}`,
    gaps.file,
  ],
  jest: (_file, report) => ['--coverage=false', '--json', `--outputFile=${report}`, gaps.file],
  pytest: (file, report) => [`--junitxml=${report}`, file],
};

/** As package managers do it for scripts: the programs of packages first. */
function pathOfPackages(depth: number): string {
  const folders = Array.from({ length: depth + 1 }, (_, up) => `$PWD/${'../'.repeat(up)}node_modules/.bin`);
  return `export PATH="${[...folders, '$PATH'].join(':')}"`;
}

function assigned(word: string): string {
  const at = word.indexOf('=');
  return `${word.slice(0, at + 1)}${quoted(word.slice(at + 1))}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
