// Files that are laid over a tree, with their contents from the ledger.
import type { FileChange } from '../../domain/change.ts';
import type { Overlay } from '../../workspace/checkout/store.ts';
import type { Player } from '../play/player.ts';
import type { WantedFile } from './workspace-spec.ts';

/** The change as it was handed in. */
export function asHandedIn(files: readonly FileChange[]): readonly WantedFile[] {
  return files.map(({ path, after }) => ({ path, ...(after !== undefined && { file: after }) }));
}

export async function overlayOf(
  { ledger }: Pick<Player, 'ledger'>,
  files: readonly WantedFile[],
): Promise<readonly Overlay[]> {
  const overlay: Overlay[] = [];
  for (const { path, file } of files) {
    if (file === undefined) overlay.push({ path });
    else {
      const { mode, content } = file;
      const bytes = 'text' in content ? Buffer.from(content.text) : await ledger.blob(content);
      overlay.push({ path, file: { mode, content: bytes } });
    }
  }
  return overlay;
}
