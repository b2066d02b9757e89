// The wire form of what entries change: who changed which files, and one entry whole.
import { z } from 'zod';
import { outcomes } from '../../domain/outcome.ts';

const modes = z.object({ before: z.string(), after: z.string() });

export const changedFiles = z
  .array(
    z.object({
      path: z.string(),
      how: z.enum(['added', 'changed', 'deleted']),
      added: z.int().optional().describe('lines; absent: binary'),
      removed: z.int().optional(),
      modes: modes.optional(),
    }),
  )
  .describe('changed files with added and removed lines');

const shownDiff = z.object({
  contestant: z.string(),
  against: z.string().optional().describe('absent: the base'),
  files: changedFiles,
  common: z.array(z.string()).describe('paths that the other touched as well; without another, any other'),
  only: z.array(z.object({ contestant: z.string(), paths: z.array(z.string()) })),
  patch: z.string().describe('empty if it is withheld, or if only figures were asked for'),
  withheld: z.string().optional().describe('why the patch is not for this reader'),
});
export type ShownDiff = z.output<typeof shownDiff>;

export const diffSchema = z.object({
  contest: z.string(),
  winner: z.string().optional(),
  entries: z.array(
    z.object({
      contestant: z.string(),
      outcome: z.enum(outcomes).optional(),
      partial: z.boolean().optional(),
      files: changedFiles,
    }),
  ),
  shown: shownDiff.optional().describe('absent: there is no winner, and no contestant was named'),
  cut: z
    .object({ characters: z.int(), files: z.array(z.string()) })
    .optional()
    .describe('these files are not in the patch: ask for each with `file`'),
});
/** With `cut` the patch is shortened, and each of its files can be had by itself. */
export type ContestDiff = z.output<typeof diffSchema>;
export type EntryDiff = Omit<ContestDiff, 'cut'>;

/** A page asks for so much of a patch as it can show. */
export function diffPath(name: string, against?: string): string {
  return `/diff?${new URLSearchParams({ cut: 'true', name, ...(against === undefined ? {} : { against }) })}`;
}
