// Every kind of workspace behind the port, made from the same files; by a folder's path alone, so that another process finds the same.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { thisMachine } from '../../src/process/machine.ts';
import { openRepository } from '../../src/workspace/base/repository.ts';
import { takeBase } from '../../src/workspace/base/take-base.ts';
import { type CheckoutPlan, checkoutAt } from '../../src/workspace/checkout/checkout.ts';
import { plainFolderAt } from '../../src/workspace/folder/plain-folder.ts';
import type { FolderPlan, GivenFile } from '../../src/workspace/folder/seal-folder.ts';
import { findOverlays } from '../../src/workspace/overlay/mount.ts';
import { overlayAt } from '../../src/workspace/overlay/overlay.ts';
import type { Workspace } from '../../src/workspace/workspace.ts';
import { madeRepository } from '../setup/repository.ts';

export const givenFiles: Readonly<Record<string, string>> = {
  'a.txt': 'one\n',
  'b/c.txt': 'two\n',
  'old.txt': 'old\n',
};

export interface Kind {
  /** Where a player that is killed while it makes one dies. */
  readonly diesAt: string;
  at(top: string): Promise<Workspace>;
  /** Where what is worked lies on the disk. */
  layer(workspace: Workspace): string;
}

const ofTree = ({ tree }: Workspace) => tree;

/** Why there are no overlays here; undefined: there are. */
export const overlays = await findOverlays(thisMachine(), realpathSync(tmpdir()));
export const noOverlays = 'tier' in overlays ? undefined : overlays.unavailable;

export const kinds: Readonly<Record<'checkout' | 'overlay' | 'folder', Kind>> = {
  checkout: { diesAt: 'checked out', at: checkoutIn, layer: ofTree },
  overlay: { diesAt: 'layers laid', at: overlayIn, layer: ({ root }) => join(root, 'upper') },
  folder: { diesAt: 'folder laid', at: async (top) => folderIn(top), layer: ofTree },
};

async function checkoutIn(top: string): Promise<Workspace> {
  return checkoutAt((await planIn(top)).plan);
}

async function overlayIn(top: string): Promise<Workspace> {
  const { plan, home } = await planIn(top);
  if (!('tier' in overlays)) throw new Error(overlays.unavailable);
  return overlayAt({ ...plan, overlays, home, holder: 'contest', distrusted: true });
}

async function planIn(top: string): Promise<{ plan: CheckoutPlan; home: string }> {
  const [folder, home] = [join(top, 'work'), join(top, 'home')];
  if (!existsSync(folder)) makeRepository(folder);
  const nonce = `${process.pid}`;
  const base = await takeBase(await openRepository(folder, '/nonexistent'), { home, nonce });
  const { store, tree, snapshot } = base;
  const plan = {
    store,
    root: join(home, 'workspaces', 'one'),
    nonce,
    copy: [],
    base: { tree, snapshot, folder, below: '' },
    overlay: async () => [],
  };
  return { plan, home };
}

function makeRepository(folder: string): void {
  mkdirSync(folder);
  const { git, write } = madeRepository(folder);
  for (const [path, content] of Object.entries(givenFiles)) write(path, content);
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
}

export function folderIn(top: string, more: Partial<FolderPlan> = {}): Workspace {
  const given = Object.entries(givenFiles).map(([path, content]) => givenFile(path, content));
  return plainFolderAt({
    root: join(top, 'home', 'workspaces', 'one'),
    given,
    readOnly: [],
    required: [],
    ...more,
  });
}

export function givenFile(path: string, content: string): GivenFile {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, mode: '100644', sha256, content: async () => Buffer.from(content) };
}
