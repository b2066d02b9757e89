// What of the folder a contest is opened in travels to the hosts of a pool, as blobs of its record. Prompts, entries, a
// brief's files and the content of named ones are on record as they are.
import { existsSync, globSync, realpathSync } from 'node:fs';
import type { Player } from '../contest/play/player.ts';
import { baseStore, heldStore } from '../contest/workspace/open-workspace.ts';
import { letGo } from '../contest/workspace/stray-workspaces.ts';
import { type Base, baseSchema } from '../domain/change.ts';
import type { Tier } from '../domain/contestant.ts';
import type { Travels } from '../domain/events/contest-event.ts';
import { byteCount, plural } from '../domain/figures.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { AnyFormat } from '../formats/all.ts';
import type { Given } from '../formats/format.ts';
import type { StagedBlob } from '../ledger/ledger.ts';
import { git } from '../process/git/git.ts';
import { packBase } from '../workspace/base/packed-base.ts';
import { openRepository, type Repository, somePaths } from '../workspace/base/repository.ts';
import { type TakenBase, takeBase } from '../workspace/base/take-base.ts';
import { type Store, storeFolder } from '../workspace/checkout/store.ts';
import { pathBelow } from './unpack-task.ts';

export interface TaskToPack {
  readonly format: Pick<AnyFormat, 'bare' | 'workspaces'>;
  readonly cwd: string;
  readonly tier: Tier;
  /** As they will be on record. */
  readonly options: Given;
}

export interface PackedTask {
  /** For the record: `contest.opened.pool.travels`. */
  readonly travels: Travels;
  /** Content that it names. */
  readonly blobs: readonly StagedBlob[];
}

/** What has to be said of it is told to the player's observer. */
export async function packTask(player: Player, task: TaskToPack): Promise<PackedTask> {
  const { data: given } = baseSchema.safeParse(task.options['base']);
  const base = given ?? (await baseToRead(player, task));
  if (base === undefined) return { travels: {}, blobs: [] };
  return await packedBase(player, base, task.options);
}

/** For whoever looks around in the folder: what it is now. A folder that is no repository is never taken as a whole. */
async function baseToRead(player: Player, { format, cwd, tier }: TaskToPack): Promise<Base | undefined> {
  if (format.bare || format.workspaces) return undefined;
  if (tier !== 'read')
    throw new JoustError('it works in your folder, which no host of a pool has', {
      code: 'usage',
      hint: 'Leave --pool out, or have the work done in workspaces: joust race.',
    });
  const { machine, observe } = player;
  const found = await openRepository(cwd, machine.home).catch(isRefused);
  const why = found instanceof JoustError ? reasonOf(found) : whyNot(player, found, cwd);
  if (found instanceof JoustError || why !== undefined) {
    const text = `Nothing of this folder travels: ${why}. On a host everybody works in an empty one; what was added with -f is part of the prompt.`;
    observe({ type: 'note', text });
    return undefined;
  }
  const { snapshot, tree, submodules, files, bytes, leftOut } = await taken(player, found).catch(
    cannotTravel,
  );
  for (const { path, why: reason } of leftOut)
    observe({ type: 'note', text: `Left out: ${path}, ${reason}.` });
  return {
    folder: found.top,
    below: found.below,
    commit: found.head,
    snapshot,
    tree,
    files,
    bytes,
    submodules: submodules.length > 0 ? [...submodules] : undefined,
  };
}

function isRefused(error: unknown): JoustError {
  if (error instanceof JoustError) return error;
  throw error;
}

function cannotTravel(error: unknown): never {
  const refused = isRefused(error);
  const { code, hint = '' } = refused;
  throw new JoustError(`this repository cannot travel: ${reasonOf(refused)}`, { code, hint, cause: error });
}

/** What is refused is refused as a race. */
function reasonOf({ message }: JoustError): string {
  return message.replace(/^there can be no race here: /, '');
}

function whyNot({ home, machine }: Player, { top }: Repository, cwd: string): string | undefined {
  const own = existsSync(machine.home) ? realpathSync(machine.home) : machine.home;
  if (pathBelow(top, own) !== undefined) return 'its repository is all of your home folder';
  // It was made empty on purpose, wherever it lies.
  const isOwn = [pathBelow(top, home), pathBelow(home, cwd)].every((below) => below !== undefined);
  return isOwn ? "it is one of joust's own" : undefined;
}

function taken({ home, machine }: Player, repository: Repository): Promise<TakenBase> {
  return takeBase(repository, { home, nonce: machine.random(12) });
}

async function packedBase(player: Player, base: Base, options: Given): Promise<PackedTask> {
  const { ledger, home, machine, observe } = player;
  const { folder, below, commit, snapshot, tree, submodules } = base;
  const holder = `pack-${machine.random(12)}`;
  // Whoever packs the same one at the same time may be the last to let go of it.
  const again = async () => (await taken(player, await openRepository(folder, machine.home))).store;
  const store = await heldStore(player, { snapshot, holder }, () => baseStore(player, base).catch(again));
  try {
    const { shallow, content } = await packBase(store, base);
    const pack = await ledger.stageStream(content());
    const work = snapshot === commit ? '' : ' with uncommitted work';
    const size = `${plural(base.files, 'file')} of this repository${work}, ${byteCount(pack.ref.bytes)} packed`;
    observe({ type: 'note', text: `What travels: ${size}, without history.` });
    for (const text of await staying(store, base, options)) observe({ type: 'note', text });
    const { excludes } = store.repository;
    return {
      travels: {
        base: {
          folder,
          below,
          commit,
          snapshot,
          tree,
          excludes,
          shallow: [...shallow],
          pack: pack.ref,
          submodules: submodules && [...submodules],
        },
      },
      blobs: [pack],
    };
  } finally {
    await letGo(storeFolder(home, snapshot), holder);
  }
}

/** What a workspace here would have a copy of, and the tree has not. */
async function staying(
  store: Store,
  { folder, tree }: Base,
  { copy, setup }: Given,
): Promise<readonly string[]> {
  const patterns = Array.isArray(copy) ? copy.map(String) : [];
  const found = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }));
  if (found.length === 0) return [];
  const tracked = await git(store, ['ls-tree', '-z', '--name-only', tree, '--', ...found]);
  const known = new Set(tracked.toString('utf8').split('\0'));
  const left = found.filter((path) => !known.has(path));
  if (left.length === 0) return [];
  const brings =
    typeof setup === 'string'
      ? `the setup command (${setup}) has to bring it`
      : 'say with --setup what brings it';
  return [`Stays here: ${somePaths(left)}. On a host ${brings}.`];
}
