// Makes folders where others can write: nothing is made behind a link that leads out, whatever was put on the way.
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

/** False: a link that leads out of `top`, or something that is no folder, is in its place or on the way to it. */
export function makeInside(top: string, path: string): boolean {
  try {
    if (!isOrBecomesFolder(top)) return false;
    const real = realpathSync.native(top);
    let here = real;
    for (const part of path.split(sep)) {
      if (part === '' || part === '.') continue;
      const next = join(here, part);
      // Of a link it counts where it leads, and that is there or it leads nowhere.
      const isLink = lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() === true;
      here = isLink ? realpathSync.native(next) : next;
      if (!isWithin(real, here) || !isOrBecomesFolder(here)) return false;
    }
    return true;
  } catch (error) {
    if (theirs.has((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  }
}

/** What comes of what lies there. A full disk does not, and ends more than this. */
const theirs: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EEXIST',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
]);

function isWithin(top: string, path: string): boolean {
  return path === top || path.startsWith(top + sep);
}

/** To make one follows no link in its own place. */
function isOrBecomesFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) mkdirSync(path);
  return found === undefined || found.isDirectory();
}
