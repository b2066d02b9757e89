// The workspace of a step, of whatever kind its spec asks for. Only here it is asked which.
import { join } from 'node:path';
import type { Base, FileChange } from '../../domain/change.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { sha256 } from '../../process/machine.ts';
import { checkoutAt } from '../../workspace/checkout/checkout.ts';
import { ensureStore } from '../../workspace/checkout/ensure-store.ts';
import type { Overlay, Store } from '../../workspace/checkout/store.ts';
import { plainFolderAt } from '../../workspace/folder/plain-folder.ts';
import { beginBaseLayer } from '../../workspace/overlay/base-layer.ts';
import type { Overlays } from '../../workspace/overlay/mount.ts';
import { overlayAt } from '../../workspace/overlay/overlay.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Player } from '../play/player.ts';
import { holdStore } from './stray-workspaces.ts';
import {
  type CheckoutSpec,
  type Content,
  type FolderSpec,
  specInputs,
  type WantedFile,
  type WorkspaceSpec,
} from './workspace-spec.ts';

export interface WorkspaceToOpen<Spec = WorkspaceSpec> {
  readonly contest: string;
  readonly spec: Spec;
  /** Which run of its step: another run starts anew. */
  readonly run: number;
  /** Work of others is measured in it. */
  readonly measures?: boolean;
}

/** Not made yet, where it is not found again. */
export async function workspaceOf(player: Player, opening: WorkspaceToOpen): Promise<Workspace> {
  const { spec } = opening;
  return spec.kind === 'folder'
    ? folderOf(player, { ...opening, spec })
    : await checkoutOf(player, { ...opening, spec });
}

async function checkoutOf(player: Player, opening: WorkspaceToOpen<CheckoutSpec>): Promise<Workspace> {
  const { contest, spec, measures } = opening;
  const { overlay = [], copy } = spec;
  const base = { ...spec.base, folder: player.folderOf(spec.base.folder) };
  const plan = {
    store: await heldStore(player, { ...spec.base, holder: contest }, () => baseStore(player, spec.base)),
    root: rootOf(player, opening, base.snapshot),
    base,
    copy,
    overlay: () => overlayOf(player, overlay),
    nonce: player.machine.random(12),
  };
  // Where it was opened they could be had; it is played elsewhere.
  const isAway = base.folder !== spec.base.folder;
  // In a sandbox nobody reaches a layer, or the place of another.
  const verified = measures === true && spec.sandbox === 'none';
  // Where checks are quick a look when they have ended is enough: it takes longer than to run them again.
  const isLookedAtBefore = () => !player.checking.areQuick();
  const distrusted = verified && isLookedAtBefore();
  if (spec.layered !== true || (isAway && !('tier' in (await player.overlays()))))
    return checkoutAt({ ...plan, distrusted: verified });
  const overlays = await neededOverlays(player);
  const replayed = () => spec.replayed === true && spec.sandbox === 'none' && isLookedAtBefore();
  return overlayAt({ ...plan, overlays, home: player.home, holder: contest, distrusted, verified, replayed });
}

/** Not to be had is an error: the race was opened where they were. */
export async function neededOverlays({ overlays }: Pick<Player, 'overlays'>): Promise<Overlays> {
  const found = await overlays();
  if ('tier' in found) return found;
  throw new JoustError(`workspaces cannot be overlays here: ${found.unavailable}`, {
    code: 'config',
    hint: `${found.hint} A new race can do without: --workspace checkout. One that is on record goes on where they can be had, or is ended with: joust cancel.`,
  });
}

function folderOf(player: Player, opening: WorkspaceToOpen<FolderSpec>): Workspace {
  const { given, readOnly, required, folders = [] } = opening.spec;
  return plainFolderAt({
    readOnly,
    required,
    folders,
    root: rootOf(player, opening, sha256(JSON.stringify(specInputs(opening.spec)))),
    given: given.map(({ path, mode, content }) => ({
      path,
      mode,
      sha256: 'text' in content ? sha256(content.text) : content.sha256,
      content: () => contentOf(player, content),
    })),
  });
}

/** The same for every playing, and nothing that tells whose it is. */
function rootOf({ home }: Player, { contest, spec, run }: WorkspaceToOpen, origin: string): string {
  const name = sha256(`${contest}\n${spec.key}\n${run}\n${origin}`).slice(0, 24);
  return join(home, 'workspaces', contest, name);
}

const maxHolds = 5;

/** Another contest may be the last to leave the same store just now: then it is made again. */
export async function heldStore(
  { home }: Pick<Player, 'home'>,
  { snapshot, holder }: { readonly snapshot: string; readonly holder: string },
  make: () => Promise<Store>,
): Promise<Store> {
  for (let tries = 0; tries < maxHolds; tries += 1) {
    const store = await make();
    if (holdStore(home, snapshot, holder)) return store;
  }
  throw new Error(`the store of the base ${snapshot} is taken away again and again`);
}

/** Made again from the ledger where it is gone. */
export function baseStore(player: Player, base: Base): Promise<Store> {
  return ensureStore(
    { ...base, folder: player.folderOf(base.folder) },
    {
      home: player.home,
      userHome: player.machine.home,
      nonce: player.machine.random(12),
      overlay: () => overlayOf(player, asHandedIn(base.change?.files ?? [])),
    },
  );
}

/** The layer of a base that is about to be played on is made meanwhile, where there is none; whoever needs it waits for it. */
export function beginLayer(player: Player, base: Base): void {
  const work = (async () => {
    const store = await baseStore(player, base);
    const { home, machine } = player;
    await beginBaseLayer({
      store,
      base,
      home,
      holder: '',
      distrusted: false,
      nonce: machine.random(12),
    });
  })();
  player.clearing.add(work.catch(() => undefined));
}

/** The change as it was handed in. */
export function asHandedIn(files: readonly FileChange[]): readonly WantedFile[] {
  return files.map(({ path, after }) => ({ path, file: after }));
}

async function overlayOf(
  player: Pick<Player, 'ledger'>,
  files: readonly WantedFile[],
): Promise<readonly Overlay[]> {
  const overlay: Overlay[] = [];
  for (const { path, file } of files) {
    if (file === undefined) overlay.push({ path });
    else overlay.push({ path, file: { mode: file.mode, content: await contentOf(player, file.content) } });
  }
  return overlay;
}

async function contentOf({ ledger }: Pick<Player, 'ledger'>, content: Content): Promise<Uint8Array> {
  return 'text' in content ? Buffer.from(content.text) : await ledger.blob(content);
}
