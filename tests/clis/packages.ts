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
  const found = packages.find((candidate) => candidate.agent === agent);
  if (found === undefined) throw new Error(`the suite has no package for ${agent}`);
  return join(folderOf(found), 'node_modules', '.bin');
}
