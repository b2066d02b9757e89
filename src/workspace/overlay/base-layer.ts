// The layer that shows a base: one checkout of its tree, with the index by which changes to it are found.
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../process/git/git.ts';
import { sha256 } from '../../process/machine.ts';
import { joined, listedPaths } from '../base/stage-tree.ts';
import { makeEmptyFolders } from '../base/submodules.ts';
import type { CheckoutPlan } from '../checkout/checkout.ts';
import { asOnDisk } from '../checkout/store.ts';
import { ensureLayer, type Layer } from './layer.ts';
import type { Overlays } from './mount.ts';
import { isPatterns } from './upper.ts';

export interface OverlayPlan extends CheckoutPlan {
  readonly overlays: Overlays;
  /** JOUST_HOME. */
  readonly home: string;
  /** The contest. */
  readonly holder: string;
  /** Others ran who could write the layers. */
  readonly distrusted: boolean;
}

export interface BaseLayer extends Layer {
  /** As it was checked out. */
  readonly index: string;
}

export async function baseLayer(plan: OverlayPlan): Promise<BaseLayer> {
  const { store, base } = plan;
  const { settings, objectFormat } = store.repository;
  const empty = (base.submodules ?? []).filter(({ commit }) => commit === undefined).map(({ path }) => path);
  const content = [base.tree, settings, objectFormat, asOnDisk, empty];
  const made = sha256(JSON.stringify(content)).slice(0, 24);
  const layer = await ensureLayer({ ...plan, name: `base-${made}`, origin: base.folder }, async (fresh) => {
    const place = { gitDir: store.gitDir, workTree: fresh.tree, index: join(fresh.path, 'index') };
    await git(place, ['read-tree', '--reset', '-u', base.tree]);
    makeEmptyFolders(fresh.tree, base);
    await noteSealing(place, join(fresh.path, 'sealing'));
  });
  return { ...layer, index: join(layer.path, 'index') };
}

/** git reads patterns of what is ignored from the index, where it is told that the file is not in the tree. */
async function noteSealing(
  place: { readonly gitDir: string; readonly index: string },
  sealing: string,
): Promise<void> {
  const patterns = listedPaths(await git(place, ['ls-files', '-z'])).filter(isPatterns);
  if (patterns.length === 0) return;
  copyFileSync(place.index, sealing);
  await git(
    { gitDir: place.gitDir, workTree: place.gitDir, index: sealing },
    ['update-index', '-z', '--skip-worktree', '--stdin'],
    joined(patterns),
  );
}

/** The index with which an upper layer over this one is sealed. */
export function sealingIndex(layer: string): string {
  const sealing = join(layer, 'sealing');
  return existsSync(sealing) ? sealing : join(layer, 'index');
}
