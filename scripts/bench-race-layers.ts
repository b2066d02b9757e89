// Workspaces as overlays for `npm run bench:race`: made on a base that is there or not, and what dependencies add to the disk.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Turns } from '../src/contest/play/in-turn.ts';
import { folderBytes } from '../src/process/files/folder.ts';
import { thisMachine } from '../src/process/machine.ts';
import type { TakenBase } from '../src/workspace/base/take-base.ts';
import { checkoutAt } from '../src/workspace/checkout/checkout.ts';
import { findOverlays } from '../src/workspace/overlay/mount.ts';
import { overlayAt } from '../src/workspace/overlay/overlay.ts';
import type { Workspace } from '../src/workspace/workspace.ts';

/** As a race makes them. */
const atOnce = 2;

export interface LayeredPlace {
  readonly top: string;
  readonly home: string;
  readonly base: TakenBase;
}

/** One workspace at a root; with `copy`, of what the user's tree has besides. `isFirst` of a race: the layers are looked at. */
export type MakeWorkspace = (
  place: LayeredPlace,
  root: string,
  how?: { readonly copy?: readonly string[]; readonly isFirst?: boolean },
) => Promise<Workspace>;

/** Overlays, or checkouts where there are none, which is said. */
export async function workspaceMaker(
  home: string,
): Promise<{ readonly kind: string; readonly make: MakeWorkspace }> {
  mkdirSync(home, { recursive: true });
  const overlays = await findOverlays(thisMachine(), home);
  if (!('tier' in overlays)) console.log(`no overlays here: ${overlays.unavailable}`);
  let count = 0;
  const make: MakeWorkspace = async (
    { top, home: own, base: { store, tree, snapshot } },
    root,
    { copy = [], isFirst = false } = {},
  ) => {
    count += 1;
    const base = { tree, snapshot, folder: top, below: '' };
    const plan = { store, root, base, copy, nonce: `bench-${count}`, overlay: async () => [] };
    const workspace =
      'tier' in overlays
        ? overlayAt({ ...plan, overlays, home: own, holder: 'bench', distrusted: isFirst })
        : checkoutAt(plan);
    await workspace.make();
    return workspace;
  };
  return { kind: 'tier' in overlays ? 'overlays' : 'checkouts', make };
}

export async function makeAll(
  make: MakeWorkspace,
  place: LayeredPlace,
  roots: readonly string[],
): Promise<readonly Workspace[]> {
  const turns = new Turns(atOnce);
  return await Promise.all(
    roots.map((root, at) => turns.inTurn(() => make(place, root, { isFirst: at === 0 }))),
  );
}

/** The next workspace finds no base. */
export function dropLayers({ home }: LayeredPlace): void {
  rmSync(join(home, 'layers'), { recursive: true, force: true });
}

/** Megabytes on disk that the workspaces of a race of three (seven of them) add, with so many of dependencies. */
export async function dependencyMegabytes(
  make: MakeWorkspace,
  place: LayeredPlace,
  megabytes: number,
): Promise<number> {
  const folder = join(place.top, 'node_modules');
  for (let at = 0; at < megabytes; at += 1) {
    mkdirSync(join(folder, `dep-${at}`), { recursive: true });
    writeFileSync(join(folder, `dep-${at}`, 'index.js'), Buffer.alloc(1024 * 1024, at % 256));
  }
  const before = await used(place.home);
  for (let at = 0; at < 7; at += 1)
    await make(place, join(place.home, `deps-${at}`), { copy: ['node_modules'] });
  const added = (await used(place.home)) - before;
  rmSync(folder, { recursive: true });
  return added;
}

async function used(folder: string): Promise<number> {
  return Math.round((await folderBytes(folder)) / 1024 / 1024);
}
