// Anthropic's models over their API.
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
