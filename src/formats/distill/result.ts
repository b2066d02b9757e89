// What a distill came to: one answer merged from several, and where it comes from.
import { z } from 'zod';
import { outcomes } from '../../domain/outcome.ts';

const labels = z.array(z.string()).describe('labels of the answers as the aggregator saw them');

export const distillResult = z.strictObject({
  type: z.literal('distill'),
  merged: z
    .strictObject({ text: z.string(), by: z.string().describe('who merged') })
    .optional()
    .describe('absent: there is no merged answer'),
  layer: z.int().nonnegative().describe('the layer it comes from; 0: none was merged'),
  council: z
    .array(
      z.strictObject({
        contestant: z.string(),
        layer: z.int().positive(),
        outcome: z.union([z.enum(outcomes), z.literal('parked')]),
      }),
    )
    .describe('who was asked; only ok answers went in'),
  problem: z
    .strictObject({
      type: z.enum(['too-few', 'merge-failed', 'merge-parked']),
      layer: z.int().positive(),
      by: z.string().optional(),
      reason: z.string().optional(),
    })
    .optional()
    .describe('why nothing, or no more, was merged'),
  answers: z
    .array(z.strictObject({ contestant: z.string(), text: z.string() }))
    .optional()
    .describe(
      'those that could not be merged; absent where there is a merged answer, or they are shown anyway',
    ),
  sources: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('unread') }),
      z.strictObject({
        type: z.literal('read'),
        who: z.array(z.strictObject({ label: z.string(), contestant: z.string() })),
        parts: z.array(z.strictObject({ text: z.string(), labels })),
        dropped: z.array(z.strictObject({ text: z.string(), labels, why: z.string().optional() })),
      }),
    ])
    .optional()
    .describe('absent: nobody asked for them'),
});

export type DistillResult = z.infer<typeof distillResult>;
