// Stores and layers that contests share: nobody takes one away that somebody uses, whoever comes first.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../src/process/files/folder.ts';
import {
  holdFolder,
  isShut,
  letGoOfFolder,
  removeUnheld,
  takeAway,
  usersOf,
} from '../../src/workspace/checkout/held-folder.ts';
import { isDeserted } from '../../src/workspace/checkout/store.ts';
import { ensureLayer, layersIn, needlessLayers } from '../../src/workspace/overlay/layer.ts';

function madeIn(top: string): string {
  const folder = join(top, 'shared');
  mkdirSync(join(folder, 'users'), { recursive: true });
  writeFileSync(join(folder, 'content'), 'x');
  return folder;
}

describe('a folder that is shared', () => {
  it('stays while somebody besides those that are over uses it', async () => {
    using top = tempFolder();
    const folder = madeIn(top.path);
    for (const user of ['one', 'two']) expect(holdFolder(folder, user)).toBe(true);
    await removeUnheld(folder, ['one']);
    expect([existsSync(join(folder, 'content')), usersOf(folder)]).toEqual([true, ['two']]);
    letGoOfFolder(folder, 'two');
    await removeUnheld(folder);
    expect(readdirSync(top.path)).toEqual([]);
  });

  it('is held by nobody once it is shut, and removed by the next where that was cut short', async () => {
    using top = tempFolder();
    const folder = madeIn(top.path);
    rmdirSync(join(folder, 'users'));
    expect([isShut(folder), holdFolder(folder, 'late'), usersOf(folder)]).toEqual([true, false, []]);
    // Whoever shut it may be about to do the rest.
    expect(takeAway(folder)).toBeUndefined();
    utimesSync(folder, new Date(), new Date(Date.now() - 60_000));
    await removeUnheld(folder);
    expect(readdirSync(top.path)).toEqual([]);
    expect(holdFolder(folder, 'later')).toBe(false);
  });
});

describe('a layer', () => {
  const place = (home: string, holder: string) => ({
    home,
    name: 'base-1',
    origin: home,
    holder,
    nonce: holder,
    distrusted: true,
  });
  const making = {
    fill: async ({ tree }: { readonly tree: string }) => writeFileSync(join(tree, 'file'), 'whole'),
  };

  it('is made anew where somebody was killed who took it away', async () => {
    using top = tempFolder();
    const { path: home } = top;
    const { path } = await ensureLayer(place(home, 'one'), making, async (layer) => layer);
    letGoOfFolder(path, 'one');
    rmdirSync(join(path, 'users'));
    expect(layersIn(home)).toMatchObject([{ isWhole: false, isLeft: true }]);
    expect(needlessLayers(home, new Date())).toEqual([path]);
    await ensureLayer(place(home, 'two'), making, async (layer) => layer);
    expect(layersIn(home)).toMatchObject([{ isWhole: true, users: ['two'] }]);
  });

  it('is kept for the next race for a week, and no longer', async () => {
    using top = tempFolder();
    const { path: home } = top;
    const { path } = await ensureLayer(place(home, 'one'), making, async (layer) => layer);
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
    expect(needlessLayers(home, inDays(30))).toEqual([]);
    letGoOfFolder(path, 'one');
    expect(needlessLayers(home, inDays(6))).toEqual([]);
    expect(needlessLayers(home, inDays(8))).toEqual([path]);
  });

  it('is told and refused at once where somebody put pipes into it', async () => {
    using top = tempFolder();
    const { path: home } = top;
    const { path } = await ensureLayer(place(home, 'one'), making, async (layer) => layer);
    for (const name of ['origin', 'maker', 'users/two']) {
      rmSync(join(path, name), { force: true });
      execFileSync('mkfifo', [join(path, name)]);
    }
    expect(layersIn(home)).toMatchObject([{ isWhole: true, origin: '', users: ['one', 'two'] }]);
    expect(isDeserted(path)).toBe(false);
    expect(() => holdFolder(path, 'two')).toThrow('ENXIO');
  });

  it('is never taken away from who uses it, while others take away what nobody uses', async () => {
    using top = tempFolder();
    const { path: home } = top;
    const [held, layers] = ['checkout/held-folder.ts', 'overlay/layer.ts'].map(
      (file) => new URL(`../../src/workspace/${file}`, import.meta.url).pathname,
    );
    const program = `
      import { removeUnheld } from '${held}';
      import { layersIn } from '${layers}';
      process.stdin.on('end', () => process.exit()).resume();
      for (;;) {
        for (const { path, users } of layersIn(process.argv[1]))
          if (users.length === 0 && !path.includes('/.new-')) await removeUnheld(path);
        await new Promise((done) => setImmediate(done));
      }
    `;
    const removers = [1, 2].map(() =>
      spawn(process.execPath, ['--input-type=module', '-e', program, home], {
        stdio: ['pipe', 'inherit', 'inherit'],
      }),
    );
    try {
      const lost: string[] = [];
      for (let at = 0; at < 200; at += 1) {
        const holder = `contest${at}`;
        const { path, tree } = await ensureLayer(place(home, holder), making, async (layer) => layer);
        await pause(at % 3);
        if (!existsSync(join(tree, 'file'))) lost.push(holder);
        letGoOfFolder(path, holder);
      }
      expect(lost).toEqual([]);
      expect(removers.map(({ exitCode }) => exitCode)).toEqual([null, null]);
    } finally {
      for (const remover of removers) remover.kill('SIGKILL');
    }
  });
});
