// The built package, which end-to-end tests drive. Before a run, and before each one of a watcher, it is built again where a
// source is newer: nobody tests yesterday's program.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const root = fileURLToPath(new URL('../..', import.meta.url));
const made = [
  'dist/main.cjs',
  'dist/call.cjs',
  'dist/index.js',
  'dist/wrapper.sh',
  'dist/types/index.d.ts',
  'dist/web/index.html',
];
const madeOf = [
  'src',
  'scripts/build.ts',
  'scripts/build-web.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.build.json',
];

export function setup(project: TestProject): void {
  buildWhereStale();
  project.onTestsRerun(async () => buildWhereStale());
}

function buildWhereStale(): void {
  const oldest = Math.min(...made.map(changedAt));
  // A folder is newer when something was taken out of it.
  const sources = madeOf.flatMap((name) => [name, ...below(name)]);
  if (sources.every((name) => changedAt(name) <= oldest)) return;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the build failed: ${stdout}${stderr}`);
}

function below(name: string): readonly string[] {
  const path = join(root, name);
  if (!statSync(path).isDirectory()) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((each) => join(name, each));
}

function changedAt(name: string): number {
  return statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
