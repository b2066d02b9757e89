// A race over work that is here already: the entries of another race, and one made elsewhere, a person's own included.

import type { Player } from '../../contest/play/player.ts';
import { baseStore } from '../../contest/workspace/open-workspace.ts';
import { holdsSecret, stageChange } from '../../contest/workspace/seal-entry.ts';
import type { Base } from '../../domain/change.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { StagedBlob } from '../../ledger/ledger.ts';
import { type AdoptSource, adoptTree } from '../../workspace/base/adopt-tree.ts';
import { treeChange, treePatch } from '../../workspace/base/tree-change.ts';
import { type AdoptWish, type GivenEntry, options } from './options.ts';
import { sealedEntries } from './sealed-entries.ts';

/** A race whose entries are given. */
export interface GivenRace {
  readonly base: Base;
  readonly entries: readonly GivenEntry[];
  readonly blobs: readonly StagedBlob[];
}

export async function adoptInto(player: Player, { contest, source, name }: AdoptWish): Promise<GivenRace> {
  const events = (await player.ledger.events(contest)).map(({ event }) => event);
  const { opened, entries } = sealedEntries(contest, events);
  const { base } = options.parse(opened.options);
  if (entries.some(({ contestant }) => contestant === name))
    throw new JoustError(`there is an entry of "${name}" already`, {
      code: 'usage',
      hint: 'Give another --name.',
    });
  const whole = entries.flatMap(({ contestant, sealed, outcome }): readonly GivenEntry[] => {
    if (outcome !== 'ok' && outcome !== 'blocked') return [];
    const end = events.findLast((event) => event.type === 'attempt.ended' && event.key === sealed.key);
    const says = end?.type === 'attempt.ended' ? (end.answer ?? null) : null;
    const { change, patch = null, secrets = [], looked = null } = sealed;
    return [{ contestant, outcome, change, patch, says, adopted: false, secrets, looked }];
  });
  const adopted = await adoptedEntry(player, { base, source, name });
  return { base, entries: [...whole, adopted.entry], blobs: adopted.blobs };
}

async function adoptedEntry(
  player: Player,
  { base, source, name }: { base: Base; source: AdoptSource; name: string },
): Promise<{ entry: GivenEntry; blobs: readonly StagedBlob[] }> {
  const { machine, ledger, observe } = player;
  const nonce = machine.random(12);
  const store = await baseStore(player, base);
  const { folder, snapshot } = base;
  const { tree, leftOut } = await adoptTree(source, { store, tree: base.tree, snapshot, folder, nonce });
  if (tree === base.tree)
    throw new JoustError(`${name} changes nothing on the base of the race`, {
      code: 'usage',
      hint: 'There is nothing to enter.',
    });
  for (const { path, why } of leftOut) observe({ type: 'note', text: `Left out: ${path}, ${why}.` });
  const changed = await treeChange(store, base.tree, tree);
  const { change, blobs } = await stageChange(ledger, changed);
  const patch = await ledger.stage(await treePatch(store, base.tree, tree));
  const secrets = changed.filter((file) => holdsSecret(file, {})).map(({ path }) => path);
  return {
    entry: {
      contestant: name,
      outcome: 'ok',
      change,
      patch: patch.ref,
      says: null,
      adopted: true,
      secrets,
      looked: null,
    },
    blobs: [...blobs, patch],
  };
}
