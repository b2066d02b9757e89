// Puts joust's skill, or its MCP server, where another agent looks for them: planned first, written when somebody agrees.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import { readConfigFile, replaceConfigFile } from '../../process/files/config-file.ts';
import { removeFile } from '../../process/files/small-file.ts';
import type { Machine } from '../../process/machine.ts';
import { packagePath } from '../../process/package-path.ts';
import { type FileText, jsonEntry, type TextEdit, tomlEntry, wholeFile } from './skill-entry.ts';

export const skillAgents = ['claude', 'codex', 'gemini', 'opencode'] as const;
export type SkillAgent = (typeof skillAgents)[number];

export interface SkillRequest {
  readonly agent: SkillAgent;
  /** Of the folder one is in, instead of the user's own. */
  readonly project: boolean;
  readonly remove: boolean;
}

export interface SkillPlan {
  readonly path: string;
  readonly before: FileText;
  readonly after: FileText;
}

/** Nothing is written. */
export function planSkill({ agent, project, remove }: SkillRequest, machine: Machine): SkillPlan {
  const { edit, path } = places[agent](project ? machine.cwd : undefined, machine);
  const before = readConfigFile(path)?.text;
  try {
    return { path, before, after: remove ? edit.remove(before) : edit.add(before) };
  } catch (error) {
    if (!(error instanceof JoustError)) throw error;
    throw new JoustError(`${path} stays as it is: ${error.message}`, {
      code: 'config',
      hint: 'See what stands there; take it away or put the entry in by hand (docs/skill.md).',
      cause: error,
    });
  }
}

export function applySkill({ path, after }: SkillPlan): void {
  if (after === undefined) removeFile(path);
  else replaceConfigFile(path, after);
}

interface Place {
  readonly path: string;
  readonly edit: TextEdit;
}

/** Where each of them looks. */
const places: Readonly<Record<SkillAgent, (project: string | undefined, machine: Machine) => Place>> = {
  claude: (project, { home, env }) => ({
    path: join(
      project === undefined ? (env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude')) : join(project, '.claude'),
      'skills/joust/SKILL.md',
    ),
    edit: wholeFile(skillText()),
  }),
  codex: (project, { home, env }) => ({
    path: join(
      project === undefined ? (env['CODEX_HOME'] ?? join(home, '.codex')) : join(project, '.codex'),
      'config.toml',
    ),
    edit: tomlEntry,
  }),
  gemini: (project, { home }) => ({
    path: join(project ?? home, '.gemini/settings.json'),
    edit: jsonEntry('mcpServers', { command: 'joust', args: ['mcp'] }),
  }),
  opencode: (project, { home, env }) => ({
    path:
      project === undefined
        ? join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode/opencode.json')
        : join(project, 'opencode.json'),
    edit: jsonEntry('mcp', { type: 'local', command: ['joust', 'mcp'], enabled: true }),
  }),
};

function skillText(): string {
  return readFileSync(packagePath('skills/joust/SKILL.md'), 'utf8');
}
