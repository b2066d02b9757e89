// Google's Gemini models over their API.
import { httpAgent } from '../http-agent.ts';

export const google = httpAgent({
  id: 'google',
  family: 'google',
  title: 'Gemini API',
  protocol: 'google',
  baseUrlEnv: 'GOOGLE_GEMINI_BASE_URL',
  keyEnv: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  efforts: ['none', 'minimal', 'low', 'medium', 'high'],
});
