// The tiers in opencode's own words: an agent of ours, because a project's config may loosen the built-in ones.
import type { Tier } from '../../domain/contestant.ts';
import type { AgentRequest } from '../agent.ts';
import { tierOrBare } from '../cli-agent.ts';
import { type JsonObject, jsonLine, list, object } from '../decoder.ts';

export const agentName = 'joust';

type Permission = Readonly<Record<string, 'allow' | 'deny'>>;

const reading: Permission = Object.fromEntries(
  ['read', 'glob', 'grep', 'list', 'lsp', 'webfetch', 'websearch', 'codesearch', 'skill', 'todowrite'].map(
    (tool) => [tool, 'allow'] as const,
  ),
);

/** The last rule that fits counts. Subagents have permissions of their own, so only the full tier may call them. */
const permissions: Readonly<Record<Tier | 'bare', Permission>> = {
  bare: { '*': 'deny' },
  read: { '*': 'deny', ...reading, edit: 'deny', bash: 'deny', task: 'deny', external_directory: 'deny' },
  write: { '*': 'deny', ...reading, edit: 'allow', bash: 'deny', task: 'deny', external_directory: 'deny' },
  full: { '*': 'allow', external_directory: 'allow', question: 'deny' },
};

/** Merged over all config files; what the contestant's own inline config says besides stays. */
export function inlineConfig(request: AgentRequest): string {
  const { cwd, contestant } = request;
  const tier = tierOrBare(request);
  const config: JsonObject = jsonLine(contestant.environment?.['OPENCODE_CONFIG_CONTENT'] ?? '') ?? {};
  const agents = object(config['agent']) ?? {};
  const agent = { mode: 'primary', permission: permissions[tier] };
  // Without the project's config its instructions have to be named.
  const named = tier === 'read' ? [`${cwd}/AGENTS.md`] : [];
  const instructions = [...list(config['instructions']), ...named];
  return JSON.stringify({
    ...config,
    ...(instructions.length > 0 && { instructions }),
    agent: { ...agents, [agentName]: agent },
  });
}
