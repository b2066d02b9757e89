// Any server that speaks OpenAI's chat protocol, at the address the user names; and well-known ones, so that nobody has to
// look up an address.
import type { Agent } from '../agent.ts';
import { httpAgent } from '../http-agent.ts';

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'];

export const compatible = httpAgent({
  id: 'compatible',
  family: 'compatible',
  title: 'OpenAI-compatible server',
  protocol: 'compatible',
  keyEnv: [],
  efforts,
  needsBaseUrl: true,
});

export const presets: readonly Agent[] = [
  local('ollama', 'Ollama', 'http://127.0.0.1:11434/v1'),
  local('lmstudio', 'LM Studio', 'http://127.0.0.1:1234/v1'),
  local('vllm', 'vLLM', 'http://127.0.0.1:8000/v1'),
  local('llama-swap', 'llama-swap', 'http://127.0.0.1:8080/v1'),
  httpAgent({
    id: 'openrouter',
    family: 'openrouter',
    title: 'OpenRouter',
    protocol: 'compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyEnv: ['OPENROUTER_API_KEY'],
    efforts,
    pricesCalls: true,
  }),
];

function local(id: string, title: string, baseUrl: string): Agent {
  return httpAgent({ id, family: id, title, protocol: 'compatible', baseUrl, keyEnv: [], efforts });
}
