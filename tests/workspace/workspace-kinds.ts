// Every kind of workspace behind the port, made from the same files; by a folder's path alone, so that another process finds the same.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRepository } from '../../src/workspace/base/repository.ts';
import { takeBase } from '../../src/workspace/base/take-base.ts';
import { checkoutAt } from '../../src/workspace/checkout/checkout.ts';
import { plainFolderAt } from '../../src/workspace/folder/plain-folder.ts';
import type { FolderPlan, GivenFile } from '../../src/workspace/folder/seal-folder.ts';
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
}

export const kinds: Readonly<Record<'checkout' | 'folder', Kind>> = {
  checkout: { diesAt: 'checked out', at: checkoutIn },
  folder: { diesAt: 'folder laid', at: async (top) => folderIn(top) },
};

async function checkoutIn(top: string): Promise<Workspace> {
  const [folder, home] = [join(top, 'work'), join(top, 'home')];
  if (!existsSync(folder)) makeRepository(folder);
  const nonce = `${process.pid}`;
  const base = await takeBase(await openRepository(folder, '/nonexistent'), { home, nonce });
  const { store, tree, snapshot } = base;
  return checkoutAt({
    ...{ store, root: join(home, 'workspaces', 'one'), nonce, copy: [] },
    ...{ base: { tree, snapshot, folder, below: '' }, overlay: async () => [] },
  });
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
    ...{ root: join(top, 'home', 'workspaces', 'one'), given, readOnly: [], required: [] },
    ...more,
  });
}

export function givenFile(path: string, content: string): GivenFile {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, mode: '100644', sha256, content: async () => Buffer.from(content) };
}
