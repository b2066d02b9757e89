// The makers' own APIs: Anthropic, OpenAI (Responses), Google (Gemini).
import { httpAgent } from '../http-agent.ts';

export const anthropic = httpAgent({
  id: 'anthropic',
  family: 'anthropic',
  title: 'Anthropic API',
  protocol: 'anthropic',
  baseUrlEnv: 'ANTHROPIC_BASE_URL',
  keyEnv: ['ANTHROPIC_API_KEY'],
  // The library cuts answers of models that are younger than itself at 4096 tokens.
  maxOutputTokens: 64_000,
  efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
});

export const openai = httpAgent({
  id: 'openai',
  family: 'openai',
  title: 'OpenAI API',
  protocol: 'openai',
  baseUrlEnv: 'OPENAI_BASE_URL',
  keyEnv: ['OPENAI_API_KEY'],
  efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
});

export const google = httpAgent({
  id: 'google',
  family: 'google',
  title: 'Gemini API',
  protocol: 'google',
  baseUrlEnv: 'GOOGLE_GEMINI_BASE_URL',
  keyEnv: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  efforts: ['none', 'minimal', 'low', 'medium', 'high'],
});
