// Work that the user hides from git (assume-unchanged, skip-worktree): no base has it, as no commit would; it is named instead.
import { copyFileSync, existsSync, lstatSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { git } from '../../process/git/git.ts';
import { joined, type LeftOut, listedPaths, type TreePlace } from './stage-tree.ts';

type IndexPlace = TreePlace & { readonly index: string };

/** Of those that are marked so; undefined: it is not known which are. */
export async function hiddenWork(
  place: IndexPlace,
  marked: readonly string[] | undefined,
): Promise<readonly LeftOut[]> {
  const there = thoseOnDisk(place.workTree, marked ?? (await markedIn(place)));
  if (there.length === 0) return [];
  const shown = { ...place, index: `${place.index}-shown` };
  try {
    copyFileSync(place.index, shown.index);
    const { atime, mtime } = statSync(place.index);
    utimesSync(shown.index, atime, mtime);
    for (const mark of ['--no-assume-unchanged', '--no-skip-worktree'])
      await git(shown, ['update-index', '-z', mark, '--stdin'], joined(there));
    const modified = new Set(listedPaths(await git(shown, ['ls-files', '-z', '--modified'])));
    return there.filter((path) => modified.has(path)).map((path) => ({ path, why: toldNotToLook }));
  } finally {
    rmSync(shown.index, { force: true });
  }
}

const toldNotToLook = 'git is told not to look at it (assume-unchanged or skip-worktree)';

/** `TAG PATH`: a small letter, or S. */
async function markedIn(place: IndexPlace): Promise<readonly string[]> {
  const tagged = listedPaths(await git(place, ['ls-files', '-z', '-v', '--cached']));
  return tagged.flatMap((line) => (/^(?:S|[a-z]) /.test(line) ? line.slice(2) : []));
}

/** In a sparse checkout most of them are not, nor are their folders. */
function thoseOnDisk(top: string, paths: readonly string[]): readonly string[] {
  const folders = new Map<string, boolean>();
  return paths.filter((path) => {
    const folder = dirname(path);
    const isThere = folders.get(folder) ?? existsSync(join(top, folder));
    folders.set(folder, isThere);
    return isThere && lstatSync(join(top, path), { throwIfNoEntry: false }) !== undefined;
  });
}
