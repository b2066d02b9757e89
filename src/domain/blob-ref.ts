// A content-addressed blob, as events name it.
import { z } from 'zod';

/** sha256 of a blob's content, with its size in bytes. */
export const blobRefSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().nonnegative(),
});
export type BlobRef = z.infer<typeof blobRefSchema>;
