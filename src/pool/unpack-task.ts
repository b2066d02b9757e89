// What came along with a contest of a pool, laid out on the machine that plays it: a store of its base, and a folder in the
// place of the one it was opened in.
import { existsSync, mkdirSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { forgetContestTraces } from '../contest/attempt/folder-traces.ts';
import type { Player } from '../contest/play/player.ts';
import { heldStore } from '../contest/workspace/open-workspace.ts';
import { unpackedFolder } from '../contest/workspace/stray-workspaces.ts';
import type { ContestOpened } from '../domain/event.ts';
import { travelsSchema } from '../domain/events/contest-event.ts';
import { byteCount } from '../domain/figures.ts';
import { JoustError, Unplayable } from '../domain/joust-error.ts';
import { freeBytes } from '../process/files/folder.ts';
import { makeInside } from '../process/files/make-inside.ts';
import { type PackedBase, storeFromPack } from '../workspace/base/packed-base.ts';
import { sizeOf } from '../workspace/base/take-base.ts';
import { checkoutAt } from '../workspace/checkout/checkout.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface UnpackedTask {
  /** Where the folders that its record names are now. */
  readonly folderOf: Player['folderOf'];
  /** Once nothing of it is left here: what programs keep about it goes as well. */
  forget(): void;
}

/** What is there from an earlier playing is used again. */
export async function unpackTask(
  player: Player,
  contest: string,
  opened: ContestOpened,
): Promise<UnpackedTask> {
  const folderOf = await placed(player, contest, opened);
  return {
    folderOf,
    forget() {
      if (existsSync(unpackedFolder(player.home, contest))) return;
      forgetContestTraces(player, opened, folderOf(opened.task.cwd));
    },
  };
}

type Place = Pick<Player, 'home' | 'ledger' | 'machine'>;

async function placed(
  player: Place,
  contest: string,
  { task, pool }: ContestOpened,
): Promise<Player['folderOf']> {
  const what = `what travels with contest ${contest}`;
  const read = travelsSchema.safeParse(pool?.travels ?? {});
  if (!read.success)
    throw new Unplayable(`${what} is not valid: ${read.error.issues[0]?.path.join('.') ?? ''}`, {
      code: 'usage',
    });
  const { base } = read.data;
  if (base === undefined) {
    const folder = join(unpackedFolder(player.home, contest), 'tree');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return (recorded) => inside(recorded, { from: task.cwd, to: folder }) ?? recorded;
  }
  const { tree, folder } = await laidOut(player, contest, base);
  return (recorded) =>
    inside(recorded, { from: task.cwd, to: folder }) ??
    inside(recorded, { from: base.folder, to: tree }) ??
    recorded;
}

function inside(
  path: string,
  { from, to }: { readonly from: string; readonly to: string },
): string | undefined {
  const below = pathBelow(from, path);
  return below === undefined ? undefined : join(to, below);
}

/** Undefined: it lies elsewhere. */
export function pathBelow(folder: string, path: string): string | undefined {
  const below = relative(folder, path);
  return below === '..' || below.startsWith('../') || isAbsolute(below) ? undefined : below;
}

async function laidOut(player: Place, contest: string, base: PackedBase): Promise<Workspace> {
  const { home, ledger, machine } = player;
  const root = unpackedFolder(home, contest);
  const store = await heldStore(player, { ...base, holder: contest }, () =>
    storeFromPack(base, {
      home,
      userHome: machine.home,
      top: join(root, 'tree'),
      nonce: machine.random(12),
      content: () => ledger.blobStream(base.pack),
    }),
  );
  // What was not committed shows as that, where the commit came along.
  const snapshot = base.shallow.includes(base.commit) ? base.commit : base.snapshot;
  const workspace = checkoutAt({
    store,
    root,
    base: { ...base, snapshot },
    copy: [],
    nonce: machine.random(12),
    overlay: async () => [],
  });
  if (!workspace.isMade()) {
    const { bytes } = await sizeOf(store, base.tree);
    const free = await freeBytes(home);
    if (free !== undefined && free < bytes)
      throw new JoustError(
        `there is not enough room to unpack it: ${byteCount(bytes)}, and ${byteCount(free)} are free`,
        {
          code: 'config',
          hint: 'Make room, or remove what nobody needs: joust prune --strays.',
        },
      );
    mkdirSync(join(home, 'pool'), { recursive: true, mode: 0o700 });
    await workspace.make();
  }
  // The user may have stood where nothing is tracked.
  const { tree, folder } = workspace;
  if (!makeInside(tree, relative(tree, folder)))
    throw new JoustError(`what travelled with it has no folder ${relative(tree, folder)} to play in`, {
      code: 'ledger',
      hint: 'Start it anew from the repository.',
    });
  return workspace;
}
