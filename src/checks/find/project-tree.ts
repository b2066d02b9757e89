// A project's files as those who look for checks read them, and which of them are programs that a check runs.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownInside } from '../../process/files/read-inside.ts';

const maxBytes = 1_000_000;

/** Small files, and none that a link leads out of the folder to. `below`: the folder of the tree that counts as its top. */
export function diskTree(top: string, below: string): TreeReader {
  const folder = join(top, below);
  return {
    exists: (path) => lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined,
    read(path) {
      const read = ownInside(folder, path, maxBytes);
      return 'content' in read ? read.content.toString('utf8') : undefined;
    },
    list(path) {
      try {
        return readdirSync(join(folder, path));
      } catch {
        return [];
      }
    },
  };
}

export interface TreeReader {
  exists(path: string): boolean;
  /** Undefined: not there, or not to be read. */
  read(path: string): string | undefined;
  /** The names in a folder; none where there is no such folder. */
  list(path: string): readonly string[];
}

const interpreters = '(?:node|tsx|ts-node|bun|deno run|python3?|sh|bash|zsh|ruby|perl)';
/** A command of its own, or the first word after an interpreter: `node scripts/test.js`, `./check.sh`. */
const started = new RegExp(
  `(?:^|[;&|(\\n\\t]|\\b(?:env|exec|time) )\\s*@?(?:${interpreters}\\s+)?(\\.?[\\w@.-]*/[\\w@./-]+|[\\w.-]+\\.(?:[cm]?[jt]s|sh|py|rb|pl))`,
  'g',
);
/** What is called like a tool; the project's own code may be started by a check as well. */
const toolLike =
  /(?:^|\/)(?:scripts?|tools?|bin|ci|hack|build)\/|(?:^|\/)[^/]*(?:test|spec|check|lint|verify|ci)[^/]*$/i;
const mostHops = 4;

/** Whoever changes one of them changes what measures it. Paths from the top of what the reader reads. */
export function findPrograms(command: string, tree: TreeReader): readonly string[] {
  const texts = [command, ...scriptsBehind(command, tree)];
  const found = texts.flatMap((text) =>
    [...text.matchAll(started)].map(([, path = '']) => path.replace(/^\.\//, '')),
  );
  return [...new Set(found)].filter(
    (path) => toolLike.test(path) && !path.startsWith('/') && !path.includes('..') && tree.exists(path),
  );
}

/** Scripts of package.json that it runs, those they run included, and the recipes of a Makefile. */
function scriptsBehind(command: string, tree: TreeReader): readonly string[] {
  if (/\bmake\b/.test(command))
    return ['Makefile', 'makefile', 'GNUmakefile'].flatMap((name) => tree.read(name) ?? []);
  const scripts = scriptsOf(tree);
  const known = new Set<string>();
  let texts = [command];
  for (let hop = 0; hop < mostHops; hop += 1)
    texts = texts.flatMap((text) =>
      [...text.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?(?:-\S+\s+)*([\w:.-]+)/g)].flatMap(
        ([, name = '']) => {
          const script = scripts.get(name === 't' ? 'test' : name);
          if (script === undefined || known.has(script)) return [];
          known.add(script);
          return [script];
        },
      ),
    );
  return [...known];
}

function scriptsOf(tree: TreeReader): ReadonlyMap<string, string> {
  try {
    const { scripts } = JSON.parse(tree.read('package.json') ?? '{}') as {
      scripts?: Record<string, unknown>;
    };
    const pairs = Object.entries(scripts ?? {}).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    return new Map(pairs);
  } catch {
    return new Map();
  }
}
