// A repository with workspaces of both kinds made of it, and what is seen in them by those who run there.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openRepository } from '../../src/workspace/base/repository.ts';
import { takeBase } from '../../src/workspace/base/take-base.ts';
import { type CheckoutPlan, checkoutAt } from '../../src/workspace/checkout/checkout.ts';
import type { Overlay } from '../../src/workspace/checkout/store.ts';
import { overlayAt } from '../../src/workspace/overlay/overlay.ts';
import type { Workspace } from '../../src/workspace/workspace.ts';
import type { TestRepository } from '../setup/repository.ts';
import { overlays } from './workspace-kinds.ts';

/** Of the repositories they are made of. */
export const layeredFiles = {
  '.gitignore': 'ignored/\n*.log\n',
  'a.txt': 'one\n',
  'old.txt': 'old\n',
  'src/x.txt': 'x\n',
  'src/deep/y.txt': 'y\n',
  'src/deep/z.txt': 'z\n',
  'src/.gitignore': 'made.txt\n!kept.log\n',
  'lib/one/p.txt': 'p\n',
  'lib/two/q.txt': 'q\n',
  'was.log': 'tracked though ignored\n',
};

export async function layeredPlace({ folder, home }: TestRepository, copy: readonly string[] = []) {
  const base = await takeBase(await openRepository(folder, '/nonexistent'), { home, nonce: 'n' });
  const { store, tree, snapshot } = base;
  let count = 0;
  const plan = (overlay: readonly Overlay[]): CheckoutPlan => {
    count += 1;
    return {
      store,
      root: join(home, 'workspaces', `w${count}`),
      nonce: `n${count}`,
      copy,
      base: { tree, snapshot, folder, below: '' },
      overlay: async () => overlay,
    };
  };
  return {
    async checkout(overlay: readonly Overlay[] = []) {
      return await made(checkoutAt(plan(overlay)));
    },
    async overlay(overlay: readonly Overlay[] = [], holder = 'contest') {
      if (!('tier' in overlays)) throw new Error(overlays.unavailable);
      return await made(overlayAt({ ...plan(overlay), overlays, home, holder, distrusted: true }));
    },
  };
}

async function made(workspace: Workspace): Promise<Workspace> {
  await workspace.make();
  return workspace;
}

export function runIn(workspace: Workspace, script: string): string {
  const [program, ...args] = workspace.enter(['/bin/sh', '-c', script]);
  return execFileSync(program, args, {
    cwd: workspace.folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 30_000,
  });
}

/** Files and links with their content, and folders. */
export function seenIn(workspace: Workspace, kinds = 'fld'): string {
  const kind = [...kinds].map((letter) => `-type ${letter}`).join(' -o ');
  return runIn(
    workspace,
    `find . -path ./.git -prune -o \\( ${kind} \\) -print | LC_ALL=C sort | while read -r p; do ` +
      `if [ -L "$p" ]; then echo "$p -> $(readlink "$p")"; elif [ -f "$p" ]; then echo "$p $(stat -c %A "$p") $(cksum <"$p")"; else echo "$p/"; fi; done`,
  );
}
