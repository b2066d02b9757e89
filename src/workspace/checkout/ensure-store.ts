// The store of a base that is needed again: found, or made anew.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Base } from '../../domain/change.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { git, gitText } from '../../process/git/git.ts';
import { openRepository } from '../base/repository.ts';
import { withSubmodules } from '../base/submodules.ts';
import {
  borrowedBy,
  buildTree,
  makeStore,
  type Overlay,
  type Store,
  settleStore,
  storeAt,
  storeFolder,
} from './store.ts';

interface StorePlace {
  /** JOUST_HOME. */
  readonly home: string;
  /** The user's home folder. */
  readonly userHome: string;
  readonly nonce: string;
  /** The uncommitted work of the base, from the ledger. */
  overlay(): Promise<readonly Overlay[]>;
}

/**
 * The store of a base: the one that is there, or one made again from the user's commit and the work the ledger
 * keeps.
 */
export async function ensureStore(base: Base, place: StorePlace): Promise<Store> {
  const target = storeFolder(place.home, base.snapshot);
  const known = storeAt(target);
  if (known !== undefined) return known;
  mkdirSync(join(place.home, 'bases'), { recursive: true, mode: 0o700 });
  const repository = await openRepository(base.folder, place.userHome);
  const borrowed = await objectsOf(base, place.userHome);
  const made = makeStore(join(place.home, 'bases', `.new-${place.nonce}`), { ...repository, borrowed });
  try {
    await git(made, ['cat-file', '-e', `${base.commit}^{commit}`]).catch((cause) => {
      throw lost(base, cause);
    });
    const own = await gitText(made, ['rev-parse', `${base.commit}^{tree}`]);
    const { nonce } = place;
    const headTree = await withSubmodules(made, {
      tree: own,
      submodules: base.submodules ?? [],
      nonce,
    }).catch((cause) => {
      throw lost(base, cause);
    });
    const tree = await buildTree(made, {
      tree: headTree,
      overlay: await place.overlay(),
      nonce,
    });
    if (tree !== base.tree) throw lost(base);
    if (base.snapshot !== base.commit)
      await gitText(made, ['commit-tree', '-p', base.commit, '-m', 'Uncommitted work', tree]);
    return await settleStore(made, target);
  } finally {
    rmSync(made.gitDir, { recursive: true, force: true });
  }
}

/** Of its submodules; those that are gone are missed where their files are. */
async function objectsOf({ folder, submodules = [] }: Base, userHome: string): Promise<readonly string[]> {
  const found = submodules
    .filter(({ commit }) => commit !== undefined)
    .map(({ path }) => openRepository(join(folder, path), userHome).catch(() => undefined));
  return (await Promise.all(found)).flatMap((one) => (one === undefined ? [] : borrowedBy(one)));
}

function lost({ commit, folder }: Base, cause?: unknown): JoustError {
  return new JoustError(`the base of this race is gone: ${folder} has no commit ${commit} any more`, {
    code: 'config',
    hint: 'Its entries are in the ledger: joust diff, joust apply and joust export still work.',
    cause,
  });
}
