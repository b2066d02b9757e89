// Anything that speaks the Agent Client Protocol, started by the command the user names.
import type { AgentRequest } from '../agent.ts';
import { callDecoder } from '../call-protocol.ts';
import { cliAgent } from '../cli-agent.ts';
import { present } from '../decoder.ts';
import { atSign } from '../prompt-syntax.ts';
import type { AcpRequest } from './request.ts';

export const acp = cliAgent({
  id: 'acp',
  family: 'acp',
  title: 'Agent Client Protocol',
  kind: 'acp',
  plan: (request) => ({
    program: 'joust:acp',
    args: [],
    stdin: JSON.stringify(requestOf(request)),
    env: {},
    files: [],
  }),
  decoder: () => callDecoder,
  presence: {
    install:
      'Set command = ["gemini", "--acp"] (or another agent that speaks ACP) for a contestant in your config.',
    missing: ({ settings }) => (settings?.command === undefined ? 'it has no command' : undefined),
  },
  tiers: {
    read: {
      honoured: false,
      caveat: 'joust refuses what it is asked for, but an agent may act without asking',
    },
    write: {
      honoured: false,
      caveat: 'joust refuses what it is asked for, but an agent may act without asking',
    },
    full: { honoured: true },
  },
  bare: {
    tools: false,
    instructions: false,
    caveat:
      'joust names no MCP servers and refuses whatever it is asked for; what the agent reads or does by itself remains',
  },
  environment: { passes: [], keys: [], removes: [] },
  state: [],
  // Whatever may stand behind it.
  syntax: { mentions: atSign, commands: true },
  efforts: [],
  servedFrom: ({ settings }) => settings?.baseUrl,
  staggerMs: 2000,
  idleMs: 0,
  verified: { version: 'gemini 0.61.0, opencode 1.18.33, qwen 0.24.4, copilot 1.0.102, grok 1.0.41' },
});

function requestOf({ prompt, contestant, tier, bare = false }: AgentRequest): AcpRequest {
  const { settings, model } = contestant;
  return {
    prompt,
    tier: bare ? 'read' : tier,
    bare,
    command: settings?.command ?? [],
    ...present<{ model?: string }>({ model }),
  };
}
