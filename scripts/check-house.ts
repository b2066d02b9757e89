// The rules of the house that no linter knows, one message per breach: npm run check. Imports are dependency-cruiser's.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

interface SourceFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

const mostFiles = 15;
const fewestLines = 20;
/** What every agent and every format may have one of. */
const slots = new Set(
  ['options', 'settings', 'result', 'document', 'prompts', 'decoder', 'end', 'state', 'tools', 'call'].map(
    (slot) => `${slot}.ts`,
  ),
);
const slotted = /^src\/(agents|formats)\/([^/]+)\/([^/]+)$/;

/** What may be wrong with the shape of these files. Nothing fails for it: a file is never split, packed or renamed for a number. */
function smellsOf(files: readonly SourceFile[]): string[] {
  return [...crowdedFolders(files), ...lonelyHelpers(files), ...repeatedNames(files)];
}

function crowdedFolders(files: readonly SourceFile[]): string[] {
  return [...Map.groupBy(files, ({ path }) => dirname(path))]
    .filter(([, inside]) => inside.length > mostFiles)
    .map(
      ([folder, inside]) =>
        `${folder} has ${inside.length} files, ${mostFiles} is the most: merge files of one topic, or make sub-folders that are stages or resources.`,
    );
}

function lonelyHelpers(files: readonly SourceFile[]): string[] {
  const importers = Map.groupBy(
    files.flatMap((file) => importsOf(file).map((target) => ({ target, importer: file.path }))),
    ({ target }) => target,
  );
  return files
    .filter(({ path, lines }) => lines < fewestLines && !isSlot(path))
    .flatMap(({ path, lines }) => {
      const [first, ...more] = importers.get(path) ?? [];
      if (first === undefined || more.length > 0) return [];
      return [`${path} has ${lines} lines and one importer: move it into ${first.importer}.`];
    });
}

function importsOf({ path, text }: SourceFile): string[] {
  const found = text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...new Set([...found].map(([, target]) => join(dirname(path), target ?? '')))];
}

function repeatedNames(files: readonly SourceFile[]): string[] {
  return [
    ...Map.groupBy(
      files.filter(({ path }) => !isSlot(path)),
      ({ path }) => basename(path),
    ),
  ]
    .filter(([, same]) => same.length > 1)
    .map(
      ([name, same]) =>
        `${name} is the name of ${same.length} files (${same.map(({ path }) => path).join(', ')}): name each after its topic.`,
    );
}

/** The list of a registry, and what stands once in every agent's and every format's folder. */
function isSlot(path: string): boolean {
  const [, , folder, name = basename(path)] = slotted.exec(path) ?? [];
  return name === 'all.ts' || (folder !== undefined && (slots.has(name) || name === `${folder}.ts`));
}

const forbidden = [
  {
    text: 'as unknown as',
    within: 'src/formats/',
    instead: 'give the value a type it has, or parse it with its schema',
  },
  {
    text: 'Math.random',
    within: 'src/formats/',
    instead: 'use contest.draw(key), so that a replay draws the same',
  },
  { text: '...{', within: 'src/', instead: 'write each property on a line of its own' },
];

function forbiddenText(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    forbidden
      .filter((rule) => path.startsWith(rule.within) && text.includes(rule.text))
      .map((rule) => `${path} contains "${rule.text}": ${rule.instead}.`),
  );
}

function sourceFiles(root: string): SourceFile[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /[.]tsx?$/.test(path) && !/[.]test[.]tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(root, 'src', path), 'utf8');
      return { path: join('src', path), text, lines: text.split('\n').length - 1 };
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sourceFiles(resolve(import.meta.dirname, '..'));
  const breaches = forbiddenText(files);
  for (const breach of breaches) console.error(breach);
  const smells = smellsOf(files);
  if (process.argv.includes('--smells')) for (const smell of smells) console.log(smell);
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  console.log(
    `${files.length} source files, ${lines} lines, ${breaches.length} breaches of the house rules, ${smells.length} smells (node scripts/check-house.ts --smells)`,
  );
  if (breaches.length > 0) process.exitCode = 1;
}
