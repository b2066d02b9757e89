// The language model behind a request; loads only the provider it needs.
import type { LanguageModel } from 'ai';
import type { HttpRequest } from '../http-agent.ts';

export interface Access {
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
