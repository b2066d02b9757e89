// What an attempt consumed (an absent field is unknown, never zero), and what a contest may spend at most (an absent limit is none).
import { z } from 'zod';

const tokens = z.int().nonnegative();

export const usageSchema = z.object({
  /** Everything sent to the model, cached tokens included. */
  inputTokens: tokens.optional(),
  /** The part of inputTokens that was read from a cache. */
  cachedInputTokens: tokens.optional(),
  /** The part of inputTokens that was written to a cache. */
  cacheWriteTokens: tokens.optional(),
  /** Everything the model wrote, reasoning included. */
  outputTokens: tokens.optional(),
  /** The part of outputTokens that was reasoning. */
  reasoningTokens: tokens.optional(),
});

export type Usage = z.infer<typeof usageSchema>;

export const costSchema = z.object({
  usd: z.number().nonnegative(),
  /** Who computed it: the agent itself, the price package, or prices in the user's config. */
  source: z.enum(['agent', 'price-list', 'config']),
  /** Billed money, or what the same tokens would cost at list price under a subscription. */
  basis: z.enum(['billed', 'list-price', 'unknown']),
  /** The date of the price list, where one was used. */
  pricedAt: z.string().optional(),
});

export type Cost = z.infer<typeof costSchema>;

/** Contestants and judges together. */
export const limitsSchema = z.object({
  usd: z.number().positive().optional(),
  tokens: z.int().positive().optional(),
  /** Starts, repeated ones included. */
  attempts: z.int().positive().optional(),
  /** With more attempts to play than that, the first contestants play and the others are skipped. */
  partial: z.boolean().optional(),
  /** Time one playing may take. */
  timeMs: z.int().positive().optional(),
  /** What an attempt of which nothing is known is taken to use; no limit by itself, but what is reserved. */
  attemptTokens: z.int().positive().optional(),
  /** Estimated above this, somebody has to agree first. */
  confirmTokens: z.int().positive().optional(),
});

export type Limits = z.infer<typeof limitsSchema>;

/** In USD per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
}
