// Patterns and attributes that git would wait for, or read until there is no memory left: taken out of its way before it looks at a tree.
import { lstatSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { byteCount } from '../../domain/figures.ts';
import { type LeftOut, notAFile, stageLimits } from './stage-tree.ts';

/** Read by git wherever they lie, whatever they are. */
export function isReadByGit(path: string): boolean {
  return ['.gitignore', '.gitattributes'].includes(basename(path));
}

/** Those of these paths, by name; what they were is not kept. */
export function takeUnfitPatterns(top: string, paths: Iterable<string>): readonly LeftOut[] {
  const leftOut: LeftOut[] = [];
  for (const path of paths) {
    const why = isReadByGit(path) ? whyUnfit(join(top, path)) : undefined;
    if (why === undefined) continue;
    rmSync(join(top, path), { force: true });
    leftOut.push({ path, why });
  }
  return leftOut;
}

function whyUnfit(path: string): string | undefined {
  const { fileBytes } = stageLimits;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink() || found.isDirectory()) return undefined;
  if (!found.isFile()) return notAFile;
  return found.size > fileBytes ? `it has ${byteCount(found.size)}, over ${byteCount(fileBytes)}` : undefined;
}
