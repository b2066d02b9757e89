// The layer that shows a base: one checkout of its tree, with the index by which changes to it are found.
import { copyFileSync, existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { git } from '../../process/git/git.ts';
import { sha256 } from '../../process/machine.ts';
import { type ReadIndex, readIndex } from '../base/index-file.ts';
import { joined } from '../base/stage-tree.ts';
import { makeEmptyFolders } from '../base/submodules.ts';
import type { CheckoutPlan } from '../checkout/checkout.ts';
import { asOnDisk } from '../checkout/store.ts';
import { beginLayer, ensureLayer, type LayerPlace, layersFolder, type Making } from './layer.ts';
import { ListedTree } from './listed-tree.ts';
import { isStamped, type Layer } from './look.ts';
import type { Overlays } from './mount.ts';
import { patternsName } from './upper.ts';

interface LayerPlan extends Pick<CheckoutPlan, 'store' | 'base' | 'nonce'> {
  /** JOUST_HOME. */
  readonly home: string;
  /** The contest. */
  readonly holder: string;
  /** Others ran who could write the layers. */
  readonly distrusted: boolean;
  /** It is looked at for others. */
  readonly ahead?: boolean;
}

export interface OverlayPlan extends CheckoutPlan, LayerPlan {
  readonly overlays: Overlays;
  readonly distrusted: boolean;
  /** What ran there counts where the layers are as they were made when it has ended. */
  readonly verified?: boolean;
  /** The layers are looked at again as soon as it is sealed, by others. */
  replayed?(): boolean;
}

export interface BaseLayer extends Layer {
  /** As it was checked out. */
  readonly index: string;
}

/** What lies beside the tree; another one is another layer. */
const layout = 4;

/** With what is done with it, which may be begun while it is looked at, and done again. */
export async function baseLayer(
  plan: LayerPlan,
  use: (layer: BaseLayer) => Promise<unknown>,
): Promise<BaseLayer> {
  return await ensureLayer(placeOf(plan), makingOf(plan), async (found) => {
    const layer = { ...found, index: join(found.path, 'index') };
    await use(layer);
    return layer;
  });
}

/** Made where there is none, for whoever asks next. */
export async function beginBaseLayer(plan: LayerPlan): Promise<void> {
  await beginLayer(placeOf(plan), makingOf(plan));
}

/** What lies beside its tree is as it was made: that much is seen at once. */
export function isBaseStamped(plan: LayerPlan): boolean {
  const path = join(layersFolder(plan.home), placeOf(plan).name);
  return isStamped({ path, tree: join(path, 'tree') }, makingOf(plan));
}

function placeOf(plan: LayerPlan): LayerPlace {
  const { store, base } = plan;
  const { settings, objectFormat } = store.repository;
  const content = [layout, base.tree, settings, objectFormat, asOnDisk, emptyIn(base)];
  const made = sha256(JSON.stringify(content)).slice(0, 24);
  return { ...plan, name: `base-${made}`, origin: base.folder };
}

/** Submodules that are not checked out. */
function emptyIn({ submodules = [] }: LayerPlan['base']): readonly string[] {
  return submodules.filter(({ commit }) => commit === undefined).map(({ path }) => path);
}

function makingOf({ store, base }: LayerPlan): Making {
  const placeIn = ({ path, tree }: Layer) => ({
    gitDir: store.gitDir,
    workTree: tree,
    index: join(path, 'index'),
  });
  return {
    beside: ['index', 'sealing', 'patterns', 'entries'],
    async fill(fresh) {
      const place = placeIn(fresh);
      const [listed] = await Promise.all([
        git(store, ['ls-tree', '-r', '-t', '-z', base.tree]),
        git(place, ['read-tree', '--reset', '-u', base.tree]),
      ]);
      makeEmptyFolders(fresh.tree, base);
      writeFileSync(join(fresh.path, 'entries'), listed);
      await noteSealing(place, fresh.path, new ListedTree(listed));
    },
    // Those whose figures are not as they were checked out are read, and compared with the tree; git counts in seconds, and
    // reads what was written in the same one as the index as well.
    isSame: async (found) => (await git(placeIn(found), ['diff-files', '--name-only', '-z'])).length === 0,
  };
}

const linkMode = '120000';

/**
 * git reads patterns of what is ignored from the index, where it is told that the file is not in the tree. There are two of them, for
 * to read one of many files takes git a while: with all that is tracked, and with patterns alone.
 */
async function noteSealing(
  { gitDir, index }: { readonly gitDir: string; readonly index: string },
  layer: string,
  tree: ListedTree,
): Promise<void> {
  // What a link leads to is none of git's patterns.
  const entries = [...tree.named(patternsName)].filter(({ mode }) => mode !== linkMode);
  if (entries.length === 0) return;
  const paths = joined(entries.map(({ path }) => path));
  const mark = async (own: string) =>
    await git(
      { gitDir, workTree: gitDir, index: own },
      ['update-index', '-z', '--skip-worktree', '--stdin'],
      paths,
    );
  const [sealing, patterns] = [join(layer, 'sealing'), join(layer, 'patterns')];
  copyFileSync(index, sealing);
  const listed = joined(entries.map(({ mode, oid, path }) => `${mode} ${oid}\t${path}`));
  await Promise.all([
    mark(sealing),
    git({ gitDir, index: patterns }, ['update-index', '-z', '--add', '--index-info'], listed).then(() =>
      mark(patterns),
    ),
  ]);
}

/** The index by which it is found out what is ignored in an upper layer over this one; there is none where there are no patterns. */
export function patternsIndex(layer: string): string {
  return join(layer, 'patterns');
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
