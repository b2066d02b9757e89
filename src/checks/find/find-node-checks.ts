// The checks of a Node project: the scripts of its package.json that everybody calls the same.
import type { CheckSpec } from '../../domain/check-spec.ts';
import { lintParser, testParser } from './find-parser.ts';
import type { TreeReader } from './find-tree.ts';

export function findNodeChecks(tree: TreeReader): readonly CheckSpec[] {
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
        ...(parser === undefined ? {} : { parser }),
        ...(kind.signal === undefined ? {} : { signal: kind.signal }),
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
