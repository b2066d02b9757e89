// Checkouts for replays are made while contestants work, who may reach them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRepository } from '../../src/workspace/base/repository.ts';
import { takeBase } from '../../src/workspace/base/take-base.ts';
import { checkoutAt } from '../../src/workspace/checkout/checkout.ts';
import type { Workspace } from '../../src/workspace/workspace.ts';
import { testRepository } from '../setup/repository.ts';

it('a checkout goes on from what was made of it ahead, unless somebody was there', async (context) => {
  if (process.platform !== 'linux') return context.skip('nothing is made ahead but on Linux');
  using repository = testRepository({ 'a.txt': 'one\n', 'b/c.txt': 'two\n', 'd.txt': 'four\n' });
  const { folder, home } = repository;
  const { store, tree, snapshot } = await takeBase(await openRepository(folder, '/nonexistent'), {
    home,
    nonce: 'n',
  });
  const laid = [
    { path: 'a.txt', file: { mode: '100755', content: Buffer.from('laid\n') } },
    { path: 'new/e.txt', file: { mode: '100644', content: Buffer.from('new\n') } },
    { path: 'd.txt' },
  ] as const;
  const at = (name: string, overlay: typeof laid | readonly []) =>
    checkoutAt({
      store,
      root: join(home, 'workspaces', name),
      nonce: name,
      copy: [],
      base: { tree, snapshot, folder, below: '' },
      overlay: async () => overlay,
    });
  const seen = (workspace: Workspace) =>
    execFileSync(
      'sh',
      [
        '-c',
        'git status --porcelain; find . -path ./.git -prune -o -type f -printf "%p %m " -exec cat {} ";"',
      ],
      {
        cwd: workspace.tree,
        encoding: 'utf8',
      },
    )
      .split('\n')
      .toSorted();
  const fresh = at('fresh', laid);
  await fresh.make();
  const spoils: readonly (readonly [boolean, (workspace: Workspace) => void])[] = [
    [true, () => undefined],
    [false, (workspace) => writeFileSync(join(workspace.tree, 'b/c.txt'), 'owt\n')],
    [false, (workspace) => writeFileSync(join(workspace.tree, 'ignored.js'), 'planted\n')],
    [false, (workspace) => writeFileSync(join(workspace.tree, '.git/config'), '[core]\n')],
    [false, (workspace) => mkdirSync(join(workspace.tmp, 'planted'))],
  ];
  for (const [index, [isTaken, spoil]] of spoils.entries()) {
    const early = at(`w${index}`, []);
    await early.makeAhead?.();
    const made = statSync(join(early.tree, 'b/c.txt')).birthtimeMs;
    expect(early.isMade()).toBe(false);
    spoil(early);
    const workspace = at(`w${index}`, laid);
    await workspace.make();
    expect(statSync(join(workspace.tree, 'b/c.txt')).birthtimeMs === made, String(spoil)).toBe(isTaken);
    expect(seen(workspace), String(spoil)).toEqual(seen(fresh));
    expect(existsSync(join(workspace.tmp, 'planted'))).toBe(false);
  }
});
