// Checks the prose that people read: docs, help, messages, comments and test names. npm run check runs it.
// - node scripts/prose.ts: fails for new and touched sentences.
// - node scripts/prose.ts PATH...: lists all breaches under these paths, old ones too.
// - node scripts/prose.ts --update: removes sentences from the baseline that are gone.
// - node scripts/prose.ts --update --force: adds the new ones, too.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { baselineOf, compare, lineOf } from './prose/baseline.ts';
import { codePassages } from './prose/code-passages.ts';
import { jsonPassages } from './prose/json-passages.ts';
import { markdownPassages } from './prose/markdown-passages.ts';
import type { Passage } from './prose/passages.ts';
import { type Breach, breachesOf } from './prose/rules.ts';

const root = join(import.meta.dirname, '..');
const baselinePath = join(root, 'scripts/prose-baseline.txt');

const materials: readonly { readonly files: RegExp; readonly read: typeof codePassages }[] = [
  { files: /^(?:src|scripts|tests|examples)\/.*[.]tsx?$/, read: codePassages },
  { files: /^(?:[^/]+|(?:docs|skills|examples|templates)\/.*)[.]md$/, read: markdownPassages },
  // Last: most of their texts come from the code, and are reported there.
  { files: /^src\/domain\/settings\/(?:settings|operations)[.]json$/, read: jsonPassages },
];
/** Fixtures, and pages that are generated from texts in the code. */
const leftOut = /(?:^|\/)fixtures\/|^docs\/reference\//;

function allBreaches(): Breach[] {
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  }).split('\n');
  const inCode = new Set<string>();
  return materials.flatMap(({ files, read }) => {
    const passages: Passage[] = paths
      .filter((path) => files.test(path) && !leftOut.test(path) && existsSync(join(root, path)))
      .flatMap((path) => read(path, readFileSync(join(root, path), 'utf8')));
    const breaches = passages.flatMap(breachesOf);
    if (read === codePassages) for (const breach of breaches) inCode.add(lineOf(breach));
    return read === jsonPassages ? breaches.filter((breach) => !inCode.has(lineOf(breach))) : breaches;
  });
}

function print(breaches: readonly Breach[]): void {
  for (const { path, line, rule, text, instead } of breaches)
    console.log(`${path}:${line} [${rule}] ${instead}\n    ${text}\n`);
}

function check(breaches: readonly Breach[], baseline: string): void {
  const { added, stale, known } = compare(breaches, baseline);
  print(added);
  console.log(`prose: ${added.length} new breaches, ${known.length} old ones in scripts/prose-baseline.txt`);
  if (added.length > 0) console.log('Rewrite these sentences. The rules: CONTRIBUTING.md, "Plain words".');
  if (stale.length > 0)
    console.log(
      `${stale.length} sentences of the baseline are gone. Remove them: node scripts/prose.ts --update`,
    );
  if (added.length > 0 || stale.length > 0) process.exitCode = 1;
}

function update(breaches: readonly Breach[], baseline: string, force: boolean): void {
  const { added, stale, known } = compare(breaches, baseline);
  writeFileSync(baselinePath, baselineOf(force ? [...known, ...added.map(lineOf)] : known));
  console.log(`Removed ${stale.length} sentences from the baseline, added ${force ? added.length : 0}.`);
  if (!force && added.length > 0) {
    print(added);
    console.log(`${added.length} new breaches stay out of the baseline: rewrite the sentences.`);
    process.exitCode = 1;
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { update: { type: 'boolean' }, force: { type: 'boolean' } },
});
const breaches = allBreaches();
const baseline = existsSync(baselinePath) ? readFileSync(baselinePath, 'utf8') : '';
if (values.update) update(breaches, baseline, values.force === true);
else if (positionals.length > 0)
  print(breaches.filter(({ path }) => positionals.some((start) => path.startsWith(start))));
else check(breaches, baseline);
