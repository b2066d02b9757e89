// The sums of usage as programs get them.
import { z } from 'zod';
import { costSchema } from '../domain/usage.ts';
import { type UsageReport, usageGroupings } from './usage-report.ts';

const count = z.int().nonnegative();
const figure = z.strictObject({
  sum: count.optional().describe('absent: no attempt knows it'),
  unknown: count.describe('attempts that are not in the sum'),
});
const { source, basis, usd } = costSchema.shape;

const groupShape = {
  name: z.string().optional().describe('absent: unknown'),
  attempts: count,
  inputTokens: figure,
  cachedInputTokens: figure,
  outputTokens: figure,
  unknownTokens: count.describe('attempts whose input or output is unknown'),
  costs: z
    .array(z.strictObject({ source, basis, usd, attempts: count }))
    .describe('one for each source and basis: they are never added up'),
  unknownCost: count.describe('attempts whose cost is unknown'),
};
const group = z.strictObject({
  ...groupShape,
  parts: z.array(z.strictObject(groupShape)).optional().describe('the same group, split by `within`'),
});

export const usageSchema: z.ZodType<UsageReport & { readonly blind: number }> = z.strictObject({
  by: z.enum(usageGroupings),
  groups: z.array(group),
  total: group,
  simulatedLeftOut: count,
  blind: count.describe('blind contests that are not counted before their pick'),
});
