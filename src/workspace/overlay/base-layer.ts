// The layer that shows a base: one checkout of its tree, with the index by which changes to it are found.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { git } from '../../process/git/git.ts';
import { sha256 } from '../../process/machine.ts';
import { joined, listedPaths } from '../base/stage-tree.ts';
import { makeEmptyFolders } from '../base/submodules.ts';
import type { CheckoutPlan } from '../checkout/checkout.ts';
import { asOnDisk, type Overlay } from '../checkout/store.ts';
import { ensureLayer } from './layer.ts';
import type { Layer } from './look.ts';
import type { Overlays } from './mount.ts';
import { isPatterns, Tracked } from './upper.ts';

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
const layout = 2;

export async function baseLayer(plan: OverlayPlan): Promise<BaseLayer> {
  const { store, base } = plan;
  const { settings, objectFormat } = store.repository;
  const empty = (base.submodules ?? []).filter(({ commit }) => commit === undefined).map(({ path }) => path);
  const content = [layout, base.tree, settings, objectFormat, asOnDisk, empty];
  const made = sha256(JSON.stringify(content)).slice(0, 24);
  const placeIn = ({ path, tree }: Layer) => ({
    ...{ gitDir: store.gitDir, workTree: tree, index: join(path, 'index') },
  });
  const layer = await ensureLayer(
    { ...plan, name: `base-${made}`, origin: base.folder },
    {
      beside: ['index', 'sealing', 'paths'],
      async fill(fresh) {
        const place = placeIn(fresh);
        await git(place, ['read-tree', '--reset', '-u', base.tree]);
        makeEmptyFolders(fresh.tree, base);
        await noteSealing(place, fresh.path);
      },
      // Those whose figures are not as they were checked out are read, and compared with the tree; git counts in seconds, and
      // reads what was written in the same one as the index as well.
      isSame: async (found) => (await git(placeIn(found), ['diff-files', '--name-only', '-z'])).length === 0,
    },
  );
  return { ...layer, index: join(layer.path, 'index') };
}

/** git reads patterns of what is ignored from the index, where it is told that the file is not in the tree. */
async function noteSealing(
  place: { readonly gitDir: string; readonly index: string },
  layer: string,
): Promise<void> {
  const listed = await git(place, ['ls-files', '-z']);
  writeFileSync(join(layer, 'paths'), listed);
  const patterns = listedPaths(listed).filter(isPatterns);
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

/** One that has the same name has the same paths. */
const known = new Map<string, Tracked>();

/** What is tracked in it, with files laid over it. */
export function trackedIn(layer: string, overlay: readonly Overlay[]): Tracked {
  const name = basename(layer);
  const base = known.get(name) ?? new Tracked(listedPaths(readFileSync(join(layer, 'paths'))));
  known.set(name, base);
  if (overlay.length === 0) return base;
  const laid = new Set(overlay.map(({ path }) => path));
  return new Tracked([
    ...base.paths.filter((path) => !laid.has(path)),
    ...overlay.flatMap(({ path, file }) => (file === undefined ? [] : [path])),
  ]);
}
