// The layer that shows a base: one checkout of its tree, with the index by which changes to it are found.
import { copyFileSync, existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { git, gitInTurn } from '../../process/git/git.ts';
import { sha256 } from '../../process/machine.ts';
import { type ReadIndex, readIndex } from '../base/index-file.ts';
import { joined } from '../base/stage-tree.ts';
import { makeEmptyFolders } from '../base/submodules.ts';
import type { CheckoutPlan } from '../checkout/checkout.ts';
import { asOnDisk } from '../checkout/store.ts';
import { ensureLayer } from './layer.ts';
import { ListedTree } from './listed-tree.ts';
import type { Layer } from './look.ts';
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

/** What lies beside the tree; another one is another layer. */
const layout = 3;

/** With what is done with it, which may be begun while it is looked at, and done again. */
export async function baseLayer(
  plan: OverlayPlan,
  use: (layer: BaseLayer) => Promise<unknown>,
): Promise<BaseLayer> {
  const { store, base } = plan;
  const { settings, objectFormat } = store.repository;
  const empty = (base.submodules ?? []).filter(({ commit }) => commit === undefined).map(({ path }) => path);
  const content = [layout, base.tree, settings, objectFormat, asOnDisk, empty];
  const made = sha256(JSON.stringify(content)).slice(0, 24);
  const placeIn = ({ path, tree }: Layer) => ({
    ...{ gitDir: store.gitDir, workTree: tree, index: join(path, 'index') },
  });
  return await ensureLayer(
    { ...plan, name: `base-${made}`, origin: base.folder },
    {
      beside: ['index', 'sealing', 'entries'],
      async fill(fresh) {
        const place = placeIn(fresh);
        const [, listed = Buffer.alloc(0)] = await gitInTurn(place, [
          ['read-tree', '--reset', '-u', base.tree],
          ['ls-tree', '-r', '-t', '-z', base.tree],
        ]);
        makeEmptyFolders(fresh.tree, base);
        writeFileSync(join(fresh.path, 'entries'), listed);
        await noteSealing(place, fresh.path, new ListedTree(listed));
      },
      // Those whose figures are not as they were checked out are read, and compared with the tree; git counts in seconds, and
      // reads what was written in the same one as the index as well.
      isSame: async (found) => (await git(placeIn(found), ['diff-files', '--name-only', '-z'])).length === 0,
    },
    async (found) => {
      const layer = { ...found, index: join(found.path, 'index') };
      await use(layer);
      return layer;
    },
  );
}

/** git reads patterns of what is ignored from the index, where it is told that the file is not in the tree. */
async function noteSealing(
  place: { readonly gitDir: string; readonly index: string },
  layer: string,
  tree: ListedTree,
): Promise<void> {
  const patterns = [...tree.below('')].filter(isPatterns);
  if (patterns.length === 0) return;
  const sealing = join(layer, 'sealing');
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

/** The last one: whoever has the same name has the same tree. */
let known: { readonly name: string; readonly tree: ListedTree } | undefined;

export function listedIn(layer: string): ListedTree {
  const name = basename(layer);
  const tree = known?.name === name ? known.tree : new ListedTree(readFileSync(join(layer, 'entries')));
  known = { name, tree };
  return tree;
}

/** The last one; another layer of the name has the same entries, but not the same times. */
let indexed: { readonly version: string; readonly index: ReadIndex | undefined } | undefined;

/** Its index, for those that are made of it. Undefined: it is written in a way this does not know. */
export function indexIn(layer: string): ReadIndex | undefined {
  const path = join(layer, 'index');
  const version = `${layer} ${lstatSync(path, { bigint: true }).ctimeNs}`;
  const index = indexed?.version === version ? indexed.index : readIndex(readFileSync(path));
  indexed = { version, index };
  return index;
}
