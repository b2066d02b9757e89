// A project with a brief `b` in it, and its files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Project, project } from './project.ts';

export const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;
const brief = [
  'name: b',
  'contestants: [ann, bob]',
  'outputs: { required: [RESULT.md] }',
  'rubric: { scale: [0, 5], dimensions: [{ id: fit, weight: 100 }] }',
  '',
].join('\n');

/** A brief `b`: ann hands in, bob does not. */
export function briefPlace(files: Readonly<Record<string, string>> = {}): Project {
  const made = project({ 'b/brief.yaml': brief, 'b/BRIEF.md': 'Write it.\n', ...files });
  made.config(
    shell('ann', 'mkdir -p out; echo more >> out/RESULT.md; printf a > out/x; echo done') +
      shell('bob', 'echo nothing done'),
  );
  return made;
}

export function read(made: Project, path: string): string {
  return readFileSync(join(made.folder, path), 'utf8');
}

export function json(made: Project, path: string) {
  return JSON.parse(read(made, path));
}

/** All that is no folder. */
export function listedIn({ folder }: Project, below: string): readonly string[] {
  const top = join(folder, below);
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(top.length + 1))
    .toSorted();
}
