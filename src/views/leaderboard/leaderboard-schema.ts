// The leaderboard as programs get it.
import { z } from 'zod';
import type { FilteredLeaderboard } from './leaderboard.ts';
import { verdictSources } from './opinions.ts';

const names = z.array(z.string());
const count = z.int().nonnegative();

const row = z.strictObject({
  contestant: z.string(),
  rating: z
    .number()
    .optional()
    .describe('within its group: the contestants it met, directly or through others'),
  low: z.number().optional().describe('lower end of the interval of the rating'),
  high: z.number().optional().describe('upper end of the interval of the rating'),
  rank: count.optional(),
  probabilityBest: z.number().optional(),
  tiedForBest: z.boolean(),
  comparisons: count,
  winRate: z.number().optional().describe('share of its comparisons that it won; ties count half'),
  medianUsd: z.number().optional(),
  medianMs: z.number().optional(),
});

export const leaderboardSchema: z.ZodType<FilteredLeaderboard> = z.strictObject({
  rows: z.array(row),
  contests: count,
  groups: z.array(names).describe('contestants that can be compared with each other'),
  judges: z
    .array(z.strictObject({ judge: z.string(), agreed: count, pairs: count }))
    .describe('how often each judge agreed with a person about the same pair'),
  pairs: z
    .array(z.strictObject({ first: z.string(), second: z.string(), wins: count, ties: count, losses: count }))
    .describe('each pair once; wins and losses are those of the first'),
  verdicts: z.record(z.enum(verdictSources), count).describe('how many verdicts each source gave'),
  filters: z.strictObject({ formats: names, projects: names, tags: names, sources: names }),
});
