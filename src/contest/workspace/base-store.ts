// The store of a base, made again from the ledger where it is gone.
import type { Base } from '../../domain/change.ts';
import { ensureStore } from '../../workspace/checkout/ensure-store.ts';
import type { Store } from '../../workspace/checkout/store.ts';
import type { Player } from '../play/player.ts';
import { asHandedIn, overlayOf } from './overlay.ts';

export function baseStore(player: Player, base: Base): Promise<Store> {
  return ensureStore(base, {
    home: player.home,
    userHome: player.machine.home,
    nonce: player.machine.random(12),
    overlay: () => overlayOf(player, asHandedIn(base.change?.files ?? [])),
  });
}
