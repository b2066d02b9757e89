// A private workspace as an overlay: the base and what it depends on are layers that all share and nobody writes, and what is worked
// is an upper layer of its own. It is seen only by those who run in it.
import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { removeFolder } from '../../process/files/folder.ts';
import { readInside, readPlain } from '../../process/files/read-inside.ts';
import { failpoint } from '../../process/machine.ts';
import { runProbe } from '../../process/spawn/probe.ts';
import { quietSince } from '../../process/spawn/running.ts';
import { laidIndex } from '../base/index-file.ts';
import { isFolder, leavingOut, makeOwnGit, sealedNothing, sealPaths } from '../checkout/checkout.ts';
import { layOverIndex, type Overlay, putBlobs } from '../checkout/store.ts';
import type { SealedWork, Workspace } from '../workspace.ts';
import {
  baseLayer,
  indexIn,
  isBaseStamped,
  listedIn,
  type OverlayPlan,
  patternsIndex,
  sealingIndex,
} from './base-layer.ts';
import { layChange } from './change-layer.ts';
import { dependencyLayer, layTurned } from './dependency-layer.ts';
import { laidOver } from './listed-tree.ts';
import { identityOf } from './look.ts';
import { sealUpper } from './seal-upper.ts';
import { clearUpper, isPatterns, type Missing, type Patterns, workInUpper } from './upper.ts';

interface Place {
  readonly root: string;
  readonly upper: string;
  /** What the workspace is made of, where nobody writes who works in one. */
  readonly facts: string;
}

interface Facts {
  /** Topmost first, relative to the root. */
  readonly lowers: readonly string[];
  /** The folder of the base's layer. */
  readonly base: string;
  /** Those that others have too; absent: an older joust made it. */
  readonly layers?: readonly { readonly path: string; readonly identity: string }[];
}

export function overlayAt(plan: OverlayPlan): Workspace {
  const { store, root, base, overlays } = plan;
  const tree = join(root, 'tree');
  const folders = { root, tree, tmp: join(root, 'tmp'), cache: join(root, 'cache') };
  const place: Place = {
    root,
    upper: join(root, 'upper'),
    facts: join(store.gitDir, 'seal', `${basename(root)}.json`),
  };
  const workspace: Workspace = {
    ...folders,
    folder: join(tree, base.below),
    borrowed: store.objects,
    originals: [base.folder],
    enter: (argv) => overlays.enter(argv, { root, lowers: factsOf(place).lowers, below: base.below }),
    read: (path, maxBytes) => readLayered(place, path, maxBytes),
    isMade: () => existsSync(join(root, 'whole')) && existsSync(place.facts),
    make: async () => {
      if (workspace.isMade()) return;
      await clear(place);
      for (const folder of [...Object.values(folders), place.upper])
        await mkdir(folder, { recursive: true, mode: 0o700 });
      await lay(plan, place);
      // Only now somebody may work in it.
      writeFileSync(join(root, 'whole'), '');
    },
    isIntact: plan.verified === true ? () => isIntact({ ...plan, distrusted: true }, place) : undefined,
    restore: () => restore(plan, place),
    seal: () => seal(plan, place),
    clear: () => clear(place),
  };
  return workspace;
}

async function lay(plan: OverlayPlan, place: Place): Promise<void> {
  const { root, base } = plan;
  const { upper } = place;
  const overlay = await plan.overlay();
  const layer = await baseLayer(plan, async ({ index }) => {
    const folder = join(upper, '.git');
    rmSync(folder, { recursive: true, force: true });
    await makeGit(plan, { folder, index }, overlay);
  });
  const turned = { upper, original: base.folder, copy: join(root, 'tree') };
  const dependencies = await dependencyLayer(plan, layer, (found) => layTurned(found, turned));
  const change = join(root, 'change');
  const below = [layer.tree, ...(dependencies === undefined ? [] : [dependencies.tree])];
  if (overlay.length > 0) await layChange(overlay, { change, below });
  const lowers = [...(overlay.length > 0 ? [change] : []), ...below].map((path) => relative(root, path));
  failpoint('layers laid');
  mkdirSync(dirname(place.facts), { recursive: true });
  const layers = [layer, ...(dependencies === undefined ? [] : [dependencies])].map(({ path }) => ({
    path,
    identity: identityOf(path),
  }));
  writeFileSync(place.facts, JSON.stringify({ lowers, base: layer.path, layers } satisfies Facts));
}

/** A layer that is not as it was made is made anew, and is another one then. */
async function isIntact(plan: OverlayPlan, place: Place): Promise<boolean> {
  const base = await baseLayer(plan, async () => undefined);
  await dependencyLayer(plan, base);
  const { layers = [] } = factsOf(place);
  return layers.every(({ path, identity }) => identityOf(path) === identity);
}

async function makeGit(
  { store, base: { snapshot: commit } }: OverlayPlan,
  { folder, index }: { readonly folder: string; readonly index: string },
  overlay: readonly Overlay[],
): Promise<void> {
  const objects = join(folder, 'objects');
  const oids = await putBlobs(store, objects, overlay);
  const entries = overlay.map(({ path, file }) => ({
    path,
    file: file && { mode: file.mode, oid: oids.get(path) ?? '' },
  }));
  const isKnown = overlay.length > 0 && store.repository.objectFormat === 'sha1';
  const read = isKnown ? indexIn(dirname(index)) : undefined;
  const laid = read && laidIndex(read, entries);
  await makeOwnGit(folder, { store, index: laid ?? index, commit });
  if (laid === undefined) await layOverIndex(store, { index: join(folder, 'index'), objects }, overlay);
}

const factsBytes = 1024 * 1024;

function factsOf({ root, facts }: Place): Facts {
  const text = readPlain(facts, factsBytes);
  if (text === undefined) throw new Error(`what the workspace ${root} is made of is not known any more`);
  return JSON.parse(text) as Facts;
}

/** The index of what it was made with, anew. */
async function indexFor(plan: OverlayPlan, place: Place, overlay: readonly Overlay[]): Promise<string> {
  const { store } = plan;
  const index = join(store.gitDir, 'seal', basename(place.root));
  copyFileSync(sealingIndex(factsOf(place).base), index);
  rmSync(`${index}.lock`, { force: true });
  await layOverIndex(store, { index, objects: join(store.gitDir, 'objects') }, overlay);
  return index;
}

/** What is ignored stays: what was built. */
async function restore(plan: OverlayPlan, place: Place): Promise<void> {
  const { upper } = place;
  // Who takes its own layer away has nothing that could pass.
  if (!isFolder(upper) || readdirSync(upper).every((name) => name === '.git')) return;
  const overlay = await plan.overlay();
  const { base } = factsOf(place);
  const laysPatterns = overlay.some(({ path }) => isPatterns(path));
  const index = laysPatterns ? await indexFor(plan, place, overlay) : sealingIndex(base);
  const tracked = laidOver(listedIn(base), overlay);
  const patterns = laysPatterns ? undefined : patternsOf(plan, base);
  await clearUpper({ gitDir: plan.store.gitDir, workTree: upper, index }, { tracked, patterns });
}

function patternsOf({ store: { repository } }: OverlayPlan, layer: string): Patterns {
  return { index: patternsIndex(layer), excludes: repository.excludes };
}

/** Nobody runs who could write them: what is seen now holds for those who measure what is being sealed. */
function lookAhead(plan: OverlayPlan): void {
  if (plan.replayed?.() !== true || quietSince() === undefined) return;
  const replay = { ...plan, distrusted: true, ahead: true };
  // Whoever needs them is told.
  void baseLayer(replay, async () => undefined)
    .then((layer) => dependencyLayer(replay, layer))
    .catch(() => undefined);
}

async function seal(plan: OverlayPlan, place: Place): Promise<SealedWork> {
  const { store, base } = plan;
  const { root, upper } = place;
  lookAhead(plan);
  if (![root, upper].every(isFolder)) return sealedNothing(base);
  const overlay = await plan.overlay();
  // What lies beside its tree is read for this: somebody may have changed that. A look at all of it is others'.
  if (!isBaseStamped(plan)) await baseLayer(plan, async () => undefined);
  const layer = factsOf(place).base;
  const [listed, before] = [listedIn(layer), join(layer, 'tree')];
  const looked = { gitDir: store.gitDir, workTree: upper, index: sealingIndex(layer) };
  const owned = async () => ({ ...looked, index: await indexFor(plan, place, overlay) });
  const patterns = patternsOf(plan, layer);
  const from = overlay.length === 0 ? { ...looked, owned, patterns } : { ...(await owned()), owned };
  const work = await workInUpper(from, laidOver(listed, overlay), missingIn(plan, place));
  const { paths, gone, leftOut, staged } = work;
  const changed = { base: base.tree, listed, before, upper, paths, gone };
  const sealed =
    (overlay.length === 0 ? await sealUpper(store, changed) : undefined) ??
    (await sealPaths(store, { base, place: staged ?? (await owned()), paths, before }));
  return leavingOut(sealed, leftOut);
}

const mostAtOnce = 500;
const look = 'n=0; for path do [ -e "$path" ] || [ -L "$path" ] || echo "$n"; n=$((n + 1)); done';

/** As those who run in it see it. */
function missingIn({ overlays }: OverlayPlan, place: Place): Missing {
  return async (paths) => {
    const missing = new Set<string>();
    const { lowers } = factsOf(place);
    for (let at = 0; at < paths.length; at += mostAtOnce) {
      const some = paths.slice(at, at + mostAtOnce);
      const argv = ['/bin/sh', '-c', look, 'look', ...some] as const;
      const { code, output } = await runProbe(overlays.enter(argv, { root: place.root, lowers, below: '' }), {
        env: { PATH: '/usr/bin:/bin' },
      });
      if (code !== 0) throw new Error(`the workspace ${place.root} cannot be looked at: ${output.trim()}`);
      for (const line of output.split('\n')) if (line !== '') missing.add(some[Number(line)] ?? '');
    }
    return missing;
  };
}

/** Through the layers, as the overlay shows it. */
function readLayered(place: Place, path: string, maxBytes: number): string | undefined {
  const { root, upper } = place;
  for (const layer of [upper, ...factsOf(place).lowers.map((lower) => join(root, lower))]) {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    for (const [at] of parts.entries()) {
      const found = lstatSync(join(layer, ...parts.slice(0, at + 1)), { throwIfNoEntry: false });
      if (found === undefined) break;
      if (at === parts.length - 1 || !found.isDirectory()) return readInside(layer, path, maxBytes);
    }
  }
  return undefined;
}

async function clear({ root, facts }: Place): Promise<void> {
  const index = facts.replace(/[.]json$/, '');
  for (const path of [facts, index, `${index}.lock`]) rmSync(path, { force: true });
  await removeFolder(root);
}
