// Any server that speaks OpenAI's chat protocol, at the address the user names.
import { httpAgent } from '../http-agent.ts';

export const compatible = httpAgent({
  id: 'compatible',
  family: 'compatible',
  title: 'OpenAI-compatible server',
  protocol: 'compatible',
  keyEnv: [],
  efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
  needsBaseUrl: true,
});
