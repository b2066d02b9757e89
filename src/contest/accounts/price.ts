// What an attempt cost: the agent's own figure, else the user's prices, else the price list, else unknown.
import type { AgentEnd } from '../../domain/agent-event.ts';
import type { Cost, ModelPrice, Usage } from '../../domain/usage.ts';

export interface Priced {
  readonly end: AgentEnd;
  readonly model: string | undefined;
  readonly basis: Cost['basis'];
  readonly prices: Readonly<Record<string, ModelPrice>>;
}

/** The installed price list: its version and the day it was published. A test fails when another one is installed. */
export const priceList = { version: '0.1.8', publishedAt: '2026-09-23' } as const;

export async function costOf({ end, model, basis, prices }: Priced): Promise<Cost | undefined> {
  if (end.costUsd !== undefined) return { usd: end.costUsd, source: 'agent', basis };
  const { usage } = end;
  if (model === undefined || usage === undefined || !isWhole(usage)) return undefined;
  const own = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (own !== undefined) return { usd: ownPrice(usage, own), source: 'config', basis };
  return await listPrice(usage, model, basis);
}

type WholeUsage = Usage & { readonly inputTokens: number; readonly outputTokens: number };

/** Half a count would give half a price, which is a wrong one; a part that is larger than its whole gives none. */
function isWhole(usage: Usage): usage is WholeUsage {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage;
  if (inputTokens === undefined || outputTokens === undefined) return false;
  return cachedInputTokens + cacheWriteTokens <= inputTokens;
}

function ownPrice(usage: WholeUsage, price: ModelPrice): number {
  const cached = usage.cachedInputTokens ?? 0;
  const fresh = usage.inputTokens - cached;
  return (
    (fresh * price.input + cached * (price.cachedInput ?? price.input) + usage.outputTokens * price.output) /
    1e6
  );
}

/** The package is loaded only when a price is needed: it is large. */
async function listPrice(usage: WholeUsage, model: string, basis: Cost['basis']): Promise<Cost | undefined> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const counts = {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cachedInputTokens,
    cache_write_tokens: usage.cacheWriteTokens,
  };
  const found = calcPrice(counts, model);
  if (found === null) return undefined;
  return { usd: found.total_price, source: 'price-list', basis, pricedAt: priceList.publishedAt };
}
