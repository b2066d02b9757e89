// What of the folder a contest is opened in travels to the hosts of a pool, as blobs of its record. Prompts, entries, a
// brief's files and the content of named ones are on record as they are.
import { globSync } from 'node:fs';
import type { Player } from '../../contest/play/player.ts';
import { baseStore, heldStore } from '../../contest/workspace/open-workspace.ts';
import { letGo } from '../../contest/workspace/stray-workspaces.ts';
import { type Base, baseSchema } from '../../domain/change.ts';
import type { Tier } from '../../domain/contestant.ts';
import type { Travels } from '../../domain/events/contest-event.ts';
import { byteCount, plural } from '../../domain/figures.ts';
import type { Given } from '../../formats/format.ts';
import type { StagedBlob } from '../../ledger/ledger.ts';
import { packBase } from '../../workspace/base/packed-base.ts';
import { storeFolder } from '../../workspace/checkout/store.ts';

export interface TaskToPack {
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
  const { data: base } = baseSchema.safeParse(task.options['base']);
  if (base === undefined) return { travels: {}, blobs: [] };
  const packed = await packedBase(player, base);
  for (const text of notesOn(task, base)) player.observe({ type: 'note', text });
  return packed;
}

async function packedBase(player: Player, base: Base): Promise<PackedTask> {
  const { ledger, home, machine, observe } = player;
  const { folder, below, commit, snapshot, tree, submodules } = base;
  const holder = `pack-${machine.random(12)}`;
  const store = await heldStore(player, { snapshot, holder }, () => baseStore(player, base));
  try {
    const { shallow, content } = await packBase(store, base);
    const pack = await ledger.stageStream(content());
    observe({
      type: 'note',
      text: `What travels: ${plural(base.files, 'file')} of ${folder}, uncommitted work included, ${byteCount(pack.ref.bytes)} packed, without history.`,
    });
    const { excludes } = store.repository;
    return {
      travels: {
        base: {
          ...{ folder, below, commit, snapshot, tree, excludes, shallow: [...shallow], pack: pack.ref },
          ...(submodules !== undefined && { submodules: [...submodules] }),
        },
      },
      blobs: [pack],
    };
  } finally {
    await letGo(storeFolder(home, snapshot), holder);
  }
}

/** What a workspace here would have a copy of. */
function notesOn({ options }: TaskToPack, { folder }: Base): readonly string[] {
  const { copy, setup } = options;
  const patterns = Array.isArray(copy) ? copy.map(String) : [];
  const found = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }));
  if (found.length === 0) return [];
  const brings =
    typeof setup === 'string'
      ? `the setup command (${setup}) has to bring it`
      : 'say with --setup what brings it';
  return [`Stays here: ${found.join(', ')}. On a host ${brings}.`];
}
