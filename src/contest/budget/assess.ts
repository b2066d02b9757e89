// Before anything starts: what a contest will probably take, whether that is within its limits, and who has to agree.

import { plural, thousands } from '../../domain/figures.ts';
import type { Limits } from '../../domain/usage.ts';
import type { Estimate, Estimator, Wish } from './estimate.ts';

export interface Assessment {
  readonly tokens: number;
  /** The sum of what can be priced, and the names of those that cannot. */
  readonly usd: number;
  readonly unpriced: readonly string[];
  /** One sentence with the figures and where they come from. */
  readonly text: string;
  /** Over a hard limit: why it must not be played. */
  readonly refused?: string;
  /** The setting of that limit. */
  readonly over?: string;
  /** What somebody has to agree to first. */
  readonly approval?: string;
}

interface Expected extends Estimate {
  readonly name: string;
  readonly times: number;
}

/** So many of the same. */
export interface TimedWish extends Wish {
  readonly times?: number;
}

export async function assess(
  wishes: readonly TimedWish[],
  limits: Limits,
  estimator: Estimator,
): Promise<Assessment> {
  const wished: Expected[] = [];
  for (const wish of wishes)
    wished.push({
      name: wish.contestant.name,
      times: wish.times ?? 1,
      ...(await estimator.estimate(wish)),
    });
  const expected = limits.partial === true ? firstOf(wished, limits.attempts) : wished;
  const attempts = timesIn(expected);
  const tokens = expected.reduce((sum, one) => sum + one.times * one.tokens, 0);
  const usd = expected.reduce((sum, one) => sum + one.times * (one.usd ?? 0), 0);
  const unpriced = [...new Set(expected.filter((one) => one.usd === undefined).map(({ name }) => name))];
  const text = sentence(expected, { tokens, usd, unpriced, wished: timesIn(wished) });
  const [over, refused] = overLimit({ tokens, usd, attempts }, limits) ?? [];
  const approval = doubts({ tokens, unpriced }, limits);
  return {
    tokens,
    usd,
    unpriced,
    text,
    refused,
    over,
    approval:
      approval === undefined
        ? undefined
        : `${approval} Play ${plural(attempts, 'attempt')}, about ${thousands(tokens)} tokens?`,
  };
}

/** As many attempts as the limit allows, in their order. */
function firstOf(expected: readonly Expected[], attempts = Number.POSITIVE_INFINITY): readonly Expected[] {
  let left = attempts;
  return expected.flatMap((one) => {
    const times = Math.min(one.times, left);
    left -= times;
    return times === 0 ? [] : [{ ...one, times }];
  });
}

/** Exactly at a limit is within it. */
function overLimit(
  { tokens, usd, attempts }: { tokens: number; usd: number; attempts: number },
  limits: Limits,
): readonly [setting: string, why: string] | undefined {
  if (limits.attempts !== undefined && attempts > limits.attempts)
    return [
      'maxAttempts',
      `it would take ${plural(attempts, 'attempt')}, and the limit is ${limits.attempts}`,
    ];
  if (limits.tokens !== undefined && tokens > limits.tokens)
    return [
      'maxTokens',
      `it is estimated at ${thousands(tokens)} tokens, and the limit is ${thousands(limits.tokens)}`,
    ];
  if (limits.usd !== undefined && usd > limits.usd)
    return ['maxUsd', `it is estimated at ${money(usd)}, and the limit is ${money(limits.usd)}`];
  return undefined;
}

function doubts(
  { tokens, unpriced }: { tokens: number; unpriced: readonly string[] },
  { confirmTokens, usd }: Limits,
): string | undefined {
  const found = [
    ...(confirmTokens !== undefined && tokens > confirmTokens
      ? [`You are asked above ${thousands(confirmTokens)} tokens (budget.confirm_tokens).`]
      : []),
    ...(usd !== undefined && unpriced.length > 0
      ? [`The limit of ${money(usd)} cannot be kept for ${unpriced.join(', ')}: nobody knows the price.`]
      : []),
  ];
  return found.length === 0 ? undefined : found.join(' ');
}

/** `Estimate: about 9,000 tokens for 3 attempts (2 going by past ones, 1 guessed), $0.0200.` */
function sentence(
  expected: readonly Expected[],
  {
    tokens,
    usd,
    unpriced,
    wished,
  }: { tokens: number; usd: number; unpriced: readonly string[]; wished: number },
): string {
  const past = timesIn(expected.filter(({ samples }) => samples > 0));
  const all = timesIn(expected);
  const attempts = all < wished ? `${all} of ${plural(wished, 'attempt')}` : plural(all, 'attempt');
  const priced = unpriced.length === 0 ? money(usd) : `${money(usd)} and an unknown part`;
  const cost = unpriced.length === new Set(expected.map(({ name }) => name)).size ? 'cost unknown' : priced;
  return `Estimate: about ${thousands(tokens)} tokens for ${attempts} (${basis(past, all)}), ${cost}.`;
}

function timesIn(expected: readonly Expected[]): number {
  return expected.reduce((sum, { times }) => sum + times, 0);
}

function basis(past: number, all: number): string {
  if (past === all) return 'going by past ones';
  return past === 0
    ? 'a guess: nothing like it is on record'
    : `${past} going by past ones, ${all - past} guessed`;
}

function money(usd: number): string {
  return `$${usd.toFixed(usd >= 1 ? 2 : 4)}`;
}
