// Files that judges and reviewers get beside the entries: recorded with the contest, and shown in the prompt.
import { z } from 'zod';
import type { Contest } from '../contest/handle/contest.ts';
import type { Player } from '../contest/play/player.ts';
import { blobRefSchema } from '../domain/change.ts';
import { materialCard } from '../judging/blind/folder-card.ts';
import type { StagedBlob } from '../ledger/ledger.ts';
import { readableFiles } from './judges.ts';
import type { MaterialFile } from './scene.ts';

export const materialFiles = z.array(
  z.strictObject({ path: z.string(), mode: z.enum(['100644', '100755']), content: blobRefSchema }),
);
type MaterialFiles = z.output<typeof materialFiles>;

export async function stagedMaterial(
  { ledger }: Player,
  material: readonly MaterialFile[],
): Promise<{ readonly files: MaterialFiles; readonly blobs: readonly StagedBlob[] }> {
  const blobs: StagedBlob[] = [];
  const files: MaterialFiles = [];
  for (const { path, mode, content } of material) {
    const staged = await ledger.stage(await content());
    blobs.push(staged);
    files.push({ path, mode, content: staged.ref });
  }
  return { files, blobs };
}

/** Characters of all texts together in one prompt. */
const materialCharacters = 100_000;

/** The task, followed by the material if there is any. */
export async function taskWithMaterial(
  { content }: Pick<Contest, 'content'>,
  task: string,
  files: MaterialFiles,
): Promise<string> {
  const material = await materialText({ content }, files);
  return material === undefined ? task : `${task}\n\n${material}`;
}

export async function materialText(
  { content }: Pick<Contest, 'content'>,
  files: MaterialFiles,
): Promise<string | undefined> {
  return materialCard(await readableFiles(content, files), materialCharacters);
}
