// The targets of a Makefile that everybody calls the same, for what the project has no other check for.
import type { CheckSpec } from '../../domain/check-spec.ts';
import { lintParser, testParser } from './find-parser.ts';
import type { TreeReader } from './find-tree.ts';

export function findMakeChecks(tree: TreeReader, found: readonly CheckSpec[]): readonly CheckSpec[] {
  // The order in which make itself looks.
  const file = ['GNUmakefile', 'makefile', 'Makefile'].find((path) => tree.exists(path));
  if (file === undefined) return [];
  const recipes = recipesIn(tree.read(file) ?? '');
  return kinds.flatMap(({ targets, signal, required, parserOf }) => {
    const target = targets.find((each) => recipes.has(each));
    if (target === undefined || found.some((check) => check.signal === signal)) return [];
    const parser = parserOf(recipes.get(target) ?? '');
    return [
      {
        name: `make-${target}`,
        command: `make ${target}`,
        ...(parser === undefined ? {} : { parser }),
        signal,
        required,
        origin: `${file} ${target}`,
      },
    ];
  });
}

const kinds = [
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
