// The language model behind a request, of which only the provider that is needed is loaded; and how long it may think, in the
// words of each API.
import type { LanguageModel } from 'ai';
import type { HttpRequest } from '../http-agent.ts';

interface Access {
  readonly baseUrl: string | undefined;
  readonly key: string | undefined;
}

export async function loadModel(request: HttpRequest, { baseUrl, key }: Access): Promise<LanguageModel> {
  const apiKey = key === undefined ? {} : { apiKey: key };
  switch (request.protocol) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ ...apiKey, baseURL: versioned(baseUrl, 'v1', 'https://api.anthropic.com') })(
        request.model,
      );
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ ...apiKey, baseURL: baseUrl ?? 'https://api.openai.com/v1' })(request.model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      const home = 'https://generativelanguage.googleapis.com';
      return createGoogle({ ...apiKey, baseURL: versioned(baseUrl, 'v1beta', home) })(request.model);
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        ...apiKey,
        name: request.agent,
        baseURL: baseUrl ?? '',
        includeUsage: true,
      });
      return provider(request.model);
    }
  }
}

/** The variables of Anthropic and Google name an address without the version, the library wants it. */
function versioned(baseUrl: string | undefined, version: string, home: string): string {
  const address = (baseUrl ?? home).replace(/\/+$/, '');
  return /\/v\d\w*$/.test(address) ? address : `${address}/${version}`;
}

interface ThinkingOptions {
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
