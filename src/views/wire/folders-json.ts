// Folders to start a contest in, as they go over the wire.
import { z } from 'zod';

const marks = {
  repository: z.boolean().describe('a git repository has its top here'),
  brief: z.boolean().describe('it holds a brief.yaml'),
};
export const foldersSchema = z.object({
  recent: z
    .array(z.object({ path: z.string(), lastAt: z.string(), contests: z.int(), ...marks }))
    .optional()
    .describe('in which contests were played, the last one first'),
  here: z.object({
    path: z.string(),
    parent: z.string().optional(),
    ...marks,
    folders: z.array(z.object({ name: z.string(), path: z.string(), ...marks })),
    more: z.int().describe('folders that are not listed'),
  }),
});
export type FoldersJson = z.output<typeof foldersSchema>;
