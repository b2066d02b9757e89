// What somebody changed in a tree of files: paths with their content before and after, binary safe. It stands in the
// ledger as one JSON blob that names the contents, so that nothing depends on anybody's repository later.
import { z } from 'zod';

/** sha256 of a blob's content, with its size in bytes. */
export const blobRefSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().nonnegative(),
});
export type BlobRef = z.infer<typeof blobRefSchema>;

/** A file as git knows it: plain, executable, or a symbolic link whose content is its target. */
const fileModeSchema = z.enum(['100644', '100755', '120000']);
export type FileMode = z.infer<typeof fileModeSchema>;

const fileState = z.strictObject({ mode: fileModeSchema, content: blobRefSchema });
export type FileState = z.infer<typeof fileState>;

/** Absent before: it is new. Absent after: it is gone. */
const fileChangeSchema = z.strictObject({
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

const submoduleSchema = z.strictObject({
  path: z.string().min(1),
  /** The commit that the repository around it names. */
  link: z.string(),
  /** The one it stood on, whose files are in the tree; absent: it was not checked out, or its repository was gone. */
  commit: z.string().optional(),
});

/** The base of a race: the commit the user stood on, and their uncommitted work on top of it. */
export const baseSchema = z.strictObject({
  /** The top of the user's working tree. */
  folder: z.string(),
  /** The folder below it that the user stood in. */
  below: z.string(),
  /** The user's own commit. */
  commit: z.string(),
  /** That commit, or one of ours on top of it that holds the uncommitted work. */
  snapshot: z.string(),
  tree: z.string(),
  /** The uncommitted work, and what lies on disk otherwise than in a commit; absent: there was none. */
  change: changeSchema.optional(),
  /** Files of it which nobody changed: they lie on disk otherwise than in a commit, as filters and line ends make them. */
  turned: z.array(z.string()).optional(),
  /** Those in it at any depth; absent: there are none. */
  submodules: z.array(submoduleSchema).optional(),
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
});
export type Base = z.infer<typeof baseSchema>;
