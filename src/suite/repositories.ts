// Repositories that a suite names by address and commit: fetched once, checked out in joust's own home, and never run.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { JoustError } from '../domain/joust-error.ts';
import { fetchCommit } from '../process/git/fetch-commit.ts';
import { sha256 } from '../process/machine.ts';
import { visible } from '../views/visible.ts';

interface Wanted {
  /** An address, or the path of a repository on this machine. */
  readonly from: string;
  readonly commit: string;
}

/** Of those under way in this process: several cells ask for the same one. */
const underWay = new Map<string, Promise<string>>();

/** The folder of its working tree, as of that commit. */
export function checkedOut(wanted: Wanted, home: string): Promise<string> {
  const folder = join(home, 'repositories', sha256(`${wanted.from}\n${wanted.commit}`).slice(0, 24));
  const known = underWay.get(folder);
  if (known !== undefined) return known;
  const work = existsSync(folder) ? Promise.resolve(folder) : fetched(wanted, folder);
  underWay.set(folder, work);
  return work.finally(() => underWay.delete(folder));
}

/** A copy of its own for whoever works in the folder itself: what one leaves there, nobody else finds. */
export async function checkedOutFor(contest: string, wanted: Wanted, home: string): Promise<string> {
  const from = await checkedOut(wanted, home);
  const folder = cellFolder(contest, home);
  return existsSync(folder) ? folder : await fetched({ from, commit: 'HEAD' }, folder);
}

/** Where a cell is played that has no folder of the user's: its own, so that nobody finds what another left. */
export function cellFolder(contest: string, home: string): string {
  return join(home, 'cells', contest);
}

async function fetched({ from, commit }: Wanted, folder: string): Promise<string> {
  const making = `${folder}.${process.pid}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const why = await fetchCommit({ from, commit }, making);
  if (why !== undefined) {
    rmSync(making, { recursive: true, force: true });
    throw new JoustError(`${visible(from)} cannot be had at ${visible(commit)}: ${visible(why)}`, {
      code: 'not-found',
      hint: 'Check the address and the commit: git fetch says the same by hand.',
    });
  }
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another player was there first.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
