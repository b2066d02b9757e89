// Puts joust's skill, or its MCP server, where another agent looks for them: planned first, written when somebody agrees.
import { existsSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { JoustError } from '../../domain/joust-error.ts';
import { readConfigFile, replaceConfigFile } from '../../process/files/config-file.ts';
import { readSmallFile, removeFile, replaceFile } from '../../process/files/small-file.ts';
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

/** `home`: where joust notes the folders that it made, so that removing takes out those and no others. */
export function applySkill({ path, before, after }: SkillPlan, home: string): void {
  const notes = join(home, 'skill-folders.json');
  const { [path]: known = [], ...others } = foldersMade(notes);
  if (after === undefined) {
    removeFile(path);
    for (const folder of known) removeIfEmpty(folder);
    replaceFile(notes, JSON.stringify(others));
    return;
  }
  const made = before === undefined ? missingFolders(dirname(path)) : [];
  if (made.length > 0) replaceFile(notes, JSON.stringify({ ...others, [path]: made }));
  replaceConfigFile(path, after);
}

/** By the file they were made for, the deepest first. */
const foldersSchema = z.record(z.string(), z.array(z.string()));

function foldersMade(notes: string): z.output<typeof foldersSchema> {
  try {
    return foldersSchema.parse(JSON.parse(readSmallFile(notes) ?? '{}'));
  } catch {
    // Without the notes the folders stay.
    return {};
  }
}

function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}

function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
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
