// What somebody changed in a tree of files: paths with their content before and after, binary safe. It stands in the
// ledger as one JSON blob that names the contents, so that nothing depends on anybody's repository later.
import { z } from 'zod';
import { blobRefSchema } from './blob-ref.ts';

/** A file as git knows it: plain, executable, or a symbolic link whose content is its target. */
export const fileModeSchema = z.enum(['100644', '100755', '120000']);
export type FileMode = z.infer<typeof fileModeSchema>;

const fileState = z.strictObject({ mode: fileModeSchema, content: blobRefSchema });
export type FileState = z.infer<typeof fileState>;

/** Absent before: it is new. Absent after: it is gone. */
export const fileChangeSchema = z.strictObject({
  /** Relative to the top of the tree, with forward slashes. */
  path: z.string().min(1),
  before: fileState.optional(),
  after: fileState.optional(),
  /** Lines as git counts them; absent: binary. */
  added: z.int().nonnegative().optional(),
  removed: z.int().nonnegative().optional(),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

export const changeSchema = z.strictObject({ files: z.array(fileChangeSchema) });
export type Change = z.infer<typeof changeSchema>;
