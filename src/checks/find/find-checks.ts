// The checks a project has by itself, found in its own files. What stands in them is data: no word of it becomes part
// of a command.
import type { CheckSpec } from '../../domain/check-spec.ts';
import { lintParser, testParser } from './find-parser.ts';
import type { TreeReader } from './project-tree.ts';

/** In the order in which they are run. A check without a parser is told by its exit code alone. */
export function findChecks(tree: TreeReader): readonly CheckSpec[] {
  const found = [
    ...findNodeChecks(tree),
    ...(tree.exists('Cargo.toml') ? cargoChecks : []),
    ...(tree.exists('go.mod') ? goChecks : []),
    ...findPythonChecks(tree),
  ];
  return [...found, ...findMakeChecks(tree, found)];
}

const cargoChecks: readonly CheckSpec[] = [
  { name: 'cargo-build', command: 'cargo build', required: true, origin: 'Cargo.toml' },
  {
    name: 'cargo-test',
    command: 'cargo test',
    parser: 'cargo-test',
    signal: 'tests',
    required: true,
    origin: 'Cargo.toml',
  },
];

const goChecks: readonly CheckSpec[] = [
  {
    name: 'go-test',
    command: 'go test -json ./...',
    parser: 'go-test-json',
    signal: 'tests',
    required: true,
    origin: 'go.mod',
  },
  { name: 'go-vet', command: 'go vet ./...', required: false, origin: 'go.mod' },
];

/** The checks of a Node project: the scripts of its package.json that everybody calls the same. */
function findNodeChecks(tree: TreeReader): readonly CheckSpec[] {
  const manifest = manifestOf(tree);
  const scripts = scriptsOf(manifest);
  const manager = managerOf(manifest, tree);
  return kinds.flatMap(({ names, ...kind }) => {
    const name = names.find((each) => scripts.has(each));
    if (name === undefined) return [];
    const parser = kind.parserOf?.(spelledOut(name, scripts));
    return [
      {
        name: kind.name,
        command: commands[manager](name),
        parser,
        signal: kind.signal,
        required: kind.required,
        origin: `package.json scripts.${name}`,
      },
    ];
  });
}

interface Kind {
  readonly name: string;
  /** The first that is there. Only these ever reach a command. */
  readonly names: readonly string[];
  readonly signal?: 'tests' | 'lint';
  readonly required: boolean;
  parserOf?(script: string): string | undefined;
}

const kinds: readonly Kind[] = [
  { name: 'build', names: ['build'], required: true },
  { name: 'typecheck', names: ['typecheck', 'type-check', 'types', 'tsc'], required: true },
  { name: 'test', names: ['test'], signal: 'tests', required: true, parserOf: testParser },
  { name: 'lint', names: ['lint'], signal: 'lint', required: false, parserOf: lintParser },
];

/** `bun test` would be a test runner of its own; only npm can be told to be silent in all its versions. */
const commands = {
  npm: (script: string) => (script === 'test' ? 'npm test' : `npm run -s ${script}`),
  pnpm: (script: string) => `pnpm run ${script}`,
  yarn: (script: string) => `yarn run ${script}`,
  bun: (script: string) => `bun run ${script}`,
} as const;

function manifestOf(tree: TreeReader): Readonly<Record<string, unknown>> {
  try {
    const manifest: unknown = JSON.parse(tree.read('package.json') ?? '{}');
    return isRecord(manifest) ? manifest : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function scriptsOf({ scripts }: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const entries = Object.entries(isRecord(scripts) ? scripts : {});
  return new Map(
    entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !isPlaceholder(entry[1]),
    ),
  );
}

/** What `npm init` writes where there are no tests, and scripts that do nothing. */
function isPlaceholder(script: string): boolean {
  return script.trim() === '' || /^\s*echo\s[^&|;]*no test specified[^&|;]*&&\s*exit 1\s*$/i.test(script);
}

function managerOf(manifest: Readonly<Record<string, unknown>>, tree: TreeReader): keyof typeof commands {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest['packageManager'] ?? ''))?.[1];
  if (named !== undefined) return named as keyof typeof commands;
  if (tree.exists('pnpm-lock.yaml')) return 'pnpm';
  if (tree.exists('yarn.lock')) return 'yarn';
  return tree.exists('bun.lock') || tree.exists('bun.lockb') ? 'bun' : 'npm';
}

/** A script together with the scripts it calls, each once: they may call each other. */
function spelledOut(name: string, scripts: ReadonlyMap<string, string>): string {
  const names = new Set([name]);
  for (const each of names) {
    for (const [, called = ''] of (scripts.get(each) ?? '').matchAll(calls)) {
      if (scripts.has(called)) names.add(called);
    }
  }
  return [...names].map((each) => scripts.get(each)).join(' && ');
}

const calls = /\b(?:npm|pnpm|yarn|bun) run (?:-s |--silent )?([\w:.-]{1,100})/g;

/** The checks of a Python project: pytest and ruff, where their configuration or their files are. */
function findPythonChecks(tree: TreeReader): readonly CheckSpec[] {
  const pytest = pytestOrigin(tree);
  const ruff = ruffOrigin(tree);
  return [
    ...(pytest === undefined ? [] : [pytestCheck(tree, pytest)]),
    ...(ruff === undefined ? [] : [ruffCheck(ruff)]),
  ];
}

/** The environment of the project has what its tests import; the machine's Python hardly ever. */
function pytestCheck(tree: TreeReader, origin: string): CheckSpec {
  const own = ['.venv/bin/python', 'venv/bin/python'].find((path) => tree.exists(path));
  return {
    name: 'pytest',
    command: `${own ?? 'python3'} -m pytest -q`,
    parser: 'pytest',
    signal: 'tests',
    required: true,
    origin,
  };
}

function ruffCheck(origin: string): CheckSpec {
  return {
    name: 'ruff',
    command: 'ruff check --output-format json .',
    parser: 'ruff-json',
    signal: 'lint',
    required: false,
    origin,
  };
}

function pytestOrigin(tree: TreeReader): string | undefined {
  const sections = [
    ['pyproject.toml', /^\s*\[tool\.pytest[\].]/m],
    ['setup.cfg', /^\s*\[tool:pytest\]/m],
    ['tox.ini', /^\s*\[pytest\]/m],
  ] as const;
  const file = ['pytest.ini', 'conftest.py', 'tests/conftest.py'].find((path) => tree.exists(path));
  const section = sections.find(([path, header]) => header.test(tree.read(path) ?? ''));
  return file ?? section?.[0] ?? testFile(tree);
}

function testFile(tree: TreeReader): string | undefined {
  const folder = ['tests', 'test'].find((path) =>
    tree.list(path).some((name) => /^test_.*[.]py$|_test[.]py$/.test(name)),
  );
  return folder === undefined ? undefined : `${folder}/*.py`;
}

function ruffOrigin(tree: TreeReader): string | undefined {
  const file = ['ruff.toml', '.ruff.toml'].find((path) => tree.exists(path));
  const section = /^\s*\[tool\.ruff[\].]/m.test(tree.read('pyproject.toml') ?? '');
  return file ?? (section ? 'pyproject.toml tool.ruff' : undefined);
}

/** The targets of a Makefile that everybody calls the same, for what the project has no other check for. */
function findMakeChecks(tree: TreeReader, found: readonly CheckSpec[]): readonly CheckSpec[] {
  // The order in which make itself looks.
  const file = ['GNUmakefile', 'makefile', 'Makefile'].find((path) => tree.exists(path));
  if (file === undefined) return [];
  const recipes = recipesIn(tree.read(file) ?? '');
  return makeKinds.flatMap(({ targets, signal, required, parserOf }) => {
    const target = targets.find((each) => recipes.has(each));
    if (target === undefined || found.some((check) => check.signal === signal)) return [];
    const parser = parserOf(recipes.get(target) ?? '');
    return [
      {
        name: `make-${target}`,
        command: `make ${target}`,
        parser,
        signal,
        required,
        origin: `${file} ${target}`,
      },
    ];
  });
}

const makeKinds = [
  { targets: ['test', 'check'], signal: 'tests', required: true, parserOf: testParser },
  { targets: ['lint'], signal: 'lint', required: false, parserOf: lintParser },
] as const;

/** Targets and the lines that make them, without the signs that tell make to be silent or to go on. */
function recipesIn(text: string): ReadonlyMap<string, string> {
  const recipes = new Map<string, string>();
  let targets: readonly string[] = [];
  const add = (line: string) => {
    for (const target of targets) recipes.set(target, `${recipes.get(target) ?? ''}${line}`);
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('\t')) add(`${line.replace(/^\t[\s@+-]*/, '')}\n`);
    else if (/^[^#\s]/.test(line)) {
      targets = /^([\w.][\w. -]{0,200}?)\s*::?(?!=)/.exec(line)?.[1]?.split(/\s+/) ?? [];
      add('');
    }
  }
  return recipes;
}
