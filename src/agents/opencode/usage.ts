// Adds up what opencode's steps report: tokens beside the cache, reasoning beside the output.
import type { AgentEnd } from '../../domain/agent-event.ts';
import type { Usage } from '../../domain/usage.ts';
import { count, type JsonObject, number, object, present } from '../decoder.ts';

export type Spent = Pick<AgentEnd, 'usage' | 'costUsd'>;

export function addUsage(spent: Spent, part: JsonObject): Spent {
  const usage = usageOf(object(part['tokens']) ?? {});
  const cost = number(part['cost']);
  return present<Spent>({
    usage: usage === undefined ? spent.usage : sum(spent.usage ?? {}, usage),
    // A model without a price in its catalogue costs 0 there: that is not known, not free.
    costUsd: cost === undefined || cost <= 0 ? spent.costUsd : (spent.costUsd ?? 0) + cost,
  });
}

function usageOf(tokens: JsonObject): Usage | undefined {
  const cache = object(tokens['cache']) ?? {};
  const [fresh, visible] = [count(tokens['input']), count(tokens['output'])];
  const [read, written, reasoning] = [
    count(cache['read']),
    count(cache['write']),
    count(tokens['reasoning']),
  ];
  const input = fresh === undefined ? undefined : fresh + (read ?? 0) + (written ?? 0);
  const output = visible === undefined ? undefined : visible + (reasoning ?? 0);
  if (!input && !output) return undefined;
  return present<Usage>({
    inputTokens: input,
    cachedInputTokens: read,
    cacheWriteTokens: written,
    outputTokens: output,
    reasoningTokens: reasoning,
  });
}

function sum(a: Usage, b: Usage): Usage {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof Usage)[];
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}
