// Which packages the suite runs, in which exact versions, and where they lie.
import { join } from 'node:path';

export interface CliPackage {
  readonly agent: string;
  readonly name: string;
  readonly version: string;
}

/** npm without a version silently picks an older release that fits the running Node. */
export const packages: readonly CliPackage[] = [
  { agent: 'claude', name: '@anthropic-ai/claude-code', version: '2.1.325' },
  { agent: 'codex', name: '@openai/codex', version: '0.166.0' },
  { agent: 'gemini', name: '@google/gemini-cli', version: '0.61.0' },
  { agent: 'opencode', name: 'opencode-ai', version: '1.18.33' },
];

/** Those that are only seen to play bare. */
export const otherPackages: readonly CliPackage[] = [
  { agent: 'qwen', name: '@qwen-code/qwen-code', version: '0.24.4' },
  { agent: 'copilot', name: '@github/copilot', version: '1.0.102' },
  { agent: 'pi', name: '@earendil-works/pi-coding-agent', version: '0.74.0' },
  { agent: 'grok', name: '@xai-official/grok', version: '1.0.41' },
  { agent: 'cn', name: '@continuedev/cli', version: '1.5.47' },
];

/** A client that is no agent. */
export const inspector: CliPackage = {
  agent: 'mcp-inspector',
  name: '@modelcontextprotocol/inspector',
  version: '2.12.0',
};

/** Below the repository and not below the temporary folder, where codex's sandbox refuses to work. */
export const cacheFolder =
  process.env['JOUST_CLIS_CACHE'] ?? join(import.meta.dirname, '..', '..', '.cache', 'clis');

export function folderOf({ agent, version }: CliPackage): string {
  return join(cacheFolder, `${agent}-${version}`);
}

export function programOf(agent: string): string {
  return join(binFolder(agent), agent);
}

export function binFolder(agent: string): string {
  const found = [...packages, ...otherPackages, inspector].find((candidate) => candidate.agent === agent);
  if (found === undefined) throw new Error(`the suite has no package for ${agent}`);
  return join(folderOf(found), 'node_modules', '.bin');
}
