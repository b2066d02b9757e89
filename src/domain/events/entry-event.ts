// Facts about changes: what an attempt left in its workspace, and what was done to the user's own tree with it.
import { z } from 'zod';
import { blobRefSchema, changeSchema } from '../change.ts';
import { fact, key } from './contest-event.ts';

/** Everything a contestant left, against the base; recorded together with the end of its attempt, or before its workspace goes. */
export const entrySealed = fact('entry.sealed', {
  /** The attempt it came of. */
  key,
  run: z.int().nonnegative(),
  contestant: z.string(),
  inputs: z.string(),
  /** Absent: a change of a tree. folder: files on their own, those of `change` as they are after it. */
  kind: z.literal('folder').optional(),
  /** Tree hashes as git has them; of a folder, a hash over its paths, modes and contents. */
  base: z.string(),
  tree: z.string(),
  /** As git writes it, binary safe. */
  patch: blobRefSchema.optional(),
  change: changeSchema,
  /** Its attempt was ended before it was done. */
  partial: z.boolean().optional(),
  /** Not kept, by name: too large, or a repository of its own. */
  leftOut: z.array(z.object({ path: z.string(), why: z.string() })).optional(),
  /** Required files that are not there, or empty. */
  missing: z.array(z.string()).optional(),
  /** Given to be read only, and not as they were given. */
  altered: z.array(z.string()).optional(),
  /** Paths whose new content looks like it holds a secret: not shown to a model without consent. */
  secrets: z.array(z.string()).optional(),
  /** What they look like: GitHub token, private key, ...; absent in older records. */
  secretKinds: z.array(z.string()).optional(),
  /** Signs in its own stream that it looked outside of its workspace; absent: it shows no tool calls. */
  looked: z.array(z.string()).optional(),
});

/**
 * Put on record before the first file is written, with what was there: whoever is killed halfway leaves files that are
 * each either as before or as after, so that it can be finished or taken back.
 */
export const patchApplied = fact('patch.applied', {
  /** Tells several applications of one contest apart. */
  key,
  contestant: z.string(),
  /** The top of the tree it went to. */
  folder: z.string(),
  how: z.enum(['tree', 'commit', 'branch']),
  /** What the user's files were and became; empty for a branch, which touches no file. */
  change: changeSchema,
  /** Permission bits of what it touches, as they were: git does not know them. */
  traits: z
    .object({ files: z.record(z.string(), z.int()), folders: z.record(z.string(), z.int()) })
    .optional(),
  /** Files in which the user's own work since the base was merged with the entry. */
  merged: z.array(z.string()).optional(),
  branch: z.string().optional(),
  /** Absent while it is not made yet. */
  commit: z.string().optional(),
  parent: z.string().optional(),
});

export const patchUndone = fact('patch.undone', {
  /** The key of what was applied. */
  key,
});

/** A race that became a single run, and why. */
export const raceDowngraded = fact('race.downgraded', {
  key,
  inputs: z.string(),
  reason: z.enum(['over_budget', 'user_declined', 'over_budget_midflight']),
  contestants: z.array(z.string()),
  /** Who plays on alone. */
  single: z.string().optional(),
  estimateTokens: z.int().nonnegative().optional(),
  budgetTokens: z.int().nonnegative().optional(),
});

/** How one contestant of a race came out. */
export const raceCandidate = fact('race.candidate', {
  key,
  inputs: z.string(),
  contestant: z.string(),
  /** The key of its attempt. */
  attempt: z.string(),
  exitState: z.string(),
  score: z.number(),
  /** Required checks it passes: these count before the score. */
  passed: z.int().optional(),
  /** Why it cannot win. */
  whyNot: z.string().optional(),
  /** Why it can lead but not win: required checks it fails that the base fails too. */
  failing: z.string().optional(),
});

export type EntrySealed = z.infer<typeof entrySealed>;
export type PatchApplied = z.infer<typeof patchApplied>;
