// Every agent there is, in the order in which they are chosen when nobody names any.
import { JoustError } from '../domain/joust-error.ts';
import { acp } from './acp/acp.ts';
import type { Agent } from './agent.ts';
import { agy } from './agy/agy.ts';
import { claude } from './claude/claude.ts';
import { cn } from './cn/cn.ts';
import { codex } from './codex/codex.ts';
import { command } from './command/command.ts';
import { compatible, presets } from './compatible/compatible.ts';
import { copilot } from './copilot/copilot.ts';
import { gemini } from './gemini/gemini.ts';
import { grok } from './grok/grok.ts';
import { anthropic, google, openai } from './http/makers.ts';
import { inline } from './inline/inline.ts';
import { opencode } from './opencode/opencode.ts';
import { pi } from './pi/pi.ts';
import { qwen } from './qwen/qwen.ts';
import { scripted } from './scripted/scripted.ts';

const agents: Agent[] = [
  claude,
  codex,
  gemini,
  opencode,
  agy,
  qwen,
  copilot,
  pi,
  grok,
  cn,
  anthropic,
  openai,
  google,
  compatible,
  ...presets,
  acp,
  command,
  scripted,
];
const ids = agents.map(({ id }) => id);

/** Those of extensions come last, once they are loaded. */
export const allAgents: readonly Agent[] = agents;
export const agentIds: readonly string[] = ids;

/** One of an extension; it is known in this process from now on. */
export function addAgent(agent: Agent): void {
  if ([...ids, inline.id].includes(agent.id))
    throw new JoustError(`there is an agent "${agent.id}" already`, {
      code: 'config',
      hint: 'Give the one of the extension another id.',
    });
  agents.push(agent);
  ids.push(agent.id);
}

export function agentOf(id: string): Agent {
  const found = [...allAgents, inline].find((agent) => agent.id === id);
  if (found !== undefined) return found;
  throw new JoustError(`there is no agent "${id}"`, {
    code: 'unknown-contestant',
    hint: `Agents: ${ids.join(', ')}. One of an extension is known where \`extensions\` in the config names it.`,
  });
}
