// The base's own test files, and what a new one among them has to be called so that the runner collects it.
import { posix } from 'node:path';
import type { TreeReader } from '../find/project-tree.ts';
import { isTestPath } from '../tamper/measuring-paths.ts';
import { gaps } from './canary-plan.ts';

export interface TestFile {
  /** Relative to the folder that checks run in. */
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  readonly text: string;
}

const skippedFolders =
  /^(?:[.].*|node_modules|dist|build|out|coverage|vendor|target|venv|fixtures?|__(?:fixtures|snapshots|mocks|pycache)__|testdata)$/;
const mostFolders = 2_000;
const mostFiles = 200;

/** In the order of their paths, folder by folder. */
export function testFilesIn(tree: TreeReader, ending: RegExp): readonly TestFile[] {
  const found: TestFile[] = [];
  const folders = [''];
  for (let at = 0; at < folders.length && at < mostFolders && found.length < mostFiles; at += 1) {
    const folder = folders[at] ?? '';
    const names = tree.list(folder === '' ? '.' : folder).toSorted();
    folders.push(...names.filter(mayBeFolder).map((name) => posix.join(folder, name)));
    for (const name of names) {
      const path = posix.join(folder, name);
      const text = ending.test(name) && isTestPath(path) ? tree.read(path) : undefined;
      if (text !== undefined) found.push({ path, folder, name, text });
    }
  }
  return found;
}

/** To list what is no folder gives nothing. */
function mayBeFolder(name: string): boolean {
  return !/[.]\w{1,5}$/.test(name) && !skippedFolders.test(name);
}

/** The name of another file that is collected as this one is. */
export function siblingName(name: string): string {
  const dotted = /^[^.]+([.].*\b(?:test|spec)\b.*)$/.exec(name)?.[1];
  if (dotted !== undefined) return `${gaps.file}${dotted}`;
  const suffix = /[_-](?:tests?|spec)[.]\w+$/.exec(name)?.[0];
  if (suffix !== undefined) return `${gaps.file}${suffix}`;
  const prefix = /^tests?[_-]/.exec(name)?.[0];
  const ending = /[.]\w+$/.exec(name)?.[0] ?? '';
  if (prefix !== undefined) return `${prefix}${gaps.file}${ending}`;
  return /^tests?[.]\w+$/.test(name) ? `test-${gaps.file}${ending}` : `${gaps.file}${ending}`;
}

/** The largest group of files that are alike; the first of them where two are as large. */
export function largestGroup<T>(files: readonly T[], alike: (file: T) => string): readonly T[] {
  const groups = [...Map.groupBy(files, alike).values()];
  return groups.reduce<readonly T[]>((best, group) => (group.length > best.length ? group : best), []);
}
