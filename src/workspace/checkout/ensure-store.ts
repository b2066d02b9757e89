// The store of a base: the one that is there, or one made again from the user's commit and the work the ledger keeps.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Base } from '../../domain/change.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { git, gitText } from '../../process/git/git.ts';
import { openRepository } from '../base/repository.ts';
import {
  buildTree,
  makeStore,
  type Overlay,
  type Store,
  settleStore,
  storeAt,
  storeFolder,
} from './store.ts';

export interface StorePlace {
  /** JOUST_HOME. */
  readonly home: string;
  /** The user's home folder. */
  readonly userHome: string;
  readonly nonce: string;
  /** The uncommitted work of the base, from the ledger. */
  overlay(): Promise<readonly Overlay[]>;
}

export async function ensureStore(base: Base, place: StorePlace): Promise<Store> {
  const target = storeFolder(place.home, base.snapshot);
  const known = storeAt(target);
  if (known !== undefined) return known;
  mkdirSync(join(place.home, 'bases'), { recursive: true, mode: 0o700 });
  const repository = await openRepository(base.folder, place.userHome);
  const made = makeStore(join(place.home, 'bases', `.new-${place.nonce}`), repository);
  try {
    await git(made, ['cat-file', '-e', `${base.commit}^{commit}`]).catch((cause) => {
      throw lost(base, cause);
    });
    const headTree = await gitText(made, ['rev-parse', `${base.commit}^{tree}`]);
    const tree = await buildTree(made, {
      tree: headTree,
      overlay: await place.overlay(),
      nonce: place.nonce,
    });
    if (tree !== base.tree) throw lost(base);
    if (base.snapshot !== base.commit)
      await gitText(made, ['commit-tree', '-p', base.commit, '-m', 'Uncommitted work', tree]);
    return await settleStore(made, target);
  } finally {
    rmSync(made.gitDir, { recursive: true, force: true });
  }
}

function lost({ commit, folder }: Base, cause?: unknown): JoustError {
  return new JoustError(`the base of this race is gone: ${folder} has no commit ${commit} any more`, {
    code: 'config',
    hint: 'Its entries are in the ledger: joust diff, joust apply and joust export still work.',
    cause,
  });
}
