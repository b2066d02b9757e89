// Patterns and attributes that git would wait for, or read until there is no memory left: taken out of its way before it looks at a tree.
import { lstatSync, rmSync, type Stats } from 'node:fs';
import { basename } from 'node:path';
import { byteCount } from '../../domain/figures.ts';
import { notAFile, stageLimits } from './stage-tree.ts';

/** Read by git wherever they lie, whatever they are. */
export function isReadByGit(path: string): boolean {
  return ['.gitignore', '.gitattributes'].includes(basename(path));
}

/** Removed, with the reason; undefined: git can read it. What it was is not kept. Its name need not be text. */
export function takeUnfitPatterns(at: string | Buffer): string | undefined {
  const found = look(at);
  const why = found && whyUnfit(found);
  if (why !== undefined) rmSync(at, { force: true });
  return why;
}

/** No git reaches what no system call does. */
function look(at: string | Buffer): Stats | undefined {
  try {
    return lstatSync(at);
  } catch {
    return undefined;
  }
}

function whyUnfit(found: Stats): string | undefined {
  const { fileBytes } = stageLimits;
  if (found.isSymbolicLink() || found.isDirectory()) return undefined;
  if (!found.isFile()) return notAFile;
  return found.size > fileBytes ? `it has ${byteCount(found.size)}, over ${byteCount(fileBytes)}` : undefined;
}
