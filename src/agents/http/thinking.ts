// How long a model may think, in the words of each API; and the temperature, which not all of them take along with it.
import type { HttpRequest } from '../http-agent.ts';

export interface ThinkingOptions {
  readonly temperature?: number;
  readonly providerOptions?: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, string | number>>>>>
  >;
}

export function thinkingOptions({
  protocol,
  temperature,
  reasoningTokens,
}: Pick<HttpRequest, 'protocol' | 'temperature' | 'reasoningTokens'>): ThinkingOptions {
  const warmth = temperature === undefined ? {} : { temperature };
  if (reasoningTokens === undefined) return warmth;
  switch (protocol) {
    case 'anthropic':
      // A thinking model of this API refuses a temperature.
      return {
        providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: reasoningTokens } } },
      };
    case 'google':
      return {
        ...warmth,
        providerOptions: { google: { thinkingConfig: { thinkingBudget: reasoningTokens } } },
      };
    case 'openai':
    case 'compatible':
      return warmth;
  }
}
