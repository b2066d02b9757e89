// OpenAI's models over the Responses API.
import { httpAgent } from '../http-agent.ts';

export const openai = httpAgent({
  id: 'openai',
  family: 'openai',
  title: 'OpenAI API',
  protocol: 'openai',
  baseUrlEnv: 'OPENAI_BASE_URL',
  keyEnv: ['OPENAI_API_KEY'],
  efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
});
