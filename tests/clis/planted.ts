// What people keep in their home for their CLIs: instructions, hooks, extensions, skills and MCP servers.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const mark = 'INSTRUCTIONS-OF-THE-USER';

type Files = Readonly<Record<string, string | object>>;

/** Whatever of it runs leaves a file in the folder that is returned. */
export function plantUser(home: string): string {
  const ran = join(home, 'ran');
  mkdirSync(ran, { recursive: true });
  const touch = (name: string) => ['touch', join(ran, name)];
  const files = {
    ...instructions,
    ...skills,
    ...claudeFiles(touch),
    ...geminiFiles(touch),
    ...opencodeFiles(touch),
    ...otherFiles(touch),
    ...tomlFiles(home, touch),
  };
  for (const [name, content] of Object.entries(files)) put(join(home, name), content);
  return ran;
}

/** An object is put beside what the file already holds. */
function put(file: string, content: string | object): void {
  mkdirSync(dirname(file), { recursive: true });
  const before: unknown =
    typeof content === 'object' && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const whole = typeof content === 'string' ? content : JSON.stringify({ ...(before as object), ...content });
  writeFileSync(file, whole);
}

type Touch = (name: string) => readonly string[];

/** The first four lie where a CLI that looks upwards from its folder finds them. */
const instructions: Files = Object.fromEntries(
  [
    'CLAUDE.md',
    'AGENTS.md',
    'GEMINI.md',
    'QWEN.md',
    '.claude/CLAUDE.md',
    '.codex/AGENTS.md',
    '.gemini/GEMINI.md',
    '.config/opencode/AGENTS.md',
    '.qwen/QWEN.md',
    '.qwen/output-language.md',
    '.copilot/copilot-instructions.md',
    '.grok/AGENTS.md',
    '.pi/agent/AGENTS.md',
    '.pi/agent/APPEND_SYSTEM.md',
    '.continue/rules/planted.md',
    '.copilot/instructions/planted.instructions.md',
    '.claude/rules/planted.md',
    '.grok/rules/planted.md',
  ].map((name) => [name, `${mark}\n`]),
);

const skills: Files = Object.fromEntries(
  [
    '.claude',
    '.codex',
    '.gemini',
    '.qwen',
    '.copilot',
    '.grok',
    '.continue',
    '.agents',
    '.config/opencode',
    '.pi/agent',
  ].map((folder) => [
    `${folder}/skills/planted/SKILL.md`,
    `---\nname: planted\ndescription: ${mark}\n---\n${mark}\n`,
  ]),
);

function claudeFiles(touch: Touch): Files {
  return {
    '.claude/settings.json': {
      hooks: { SessionStart: hook(touch('claude-start')), UserPromptSubmit: hook(touch('claude-prompt')) },
    },
    '.claude.json': { mcpServers: { planted: server(touch('claude-server')) } },
    '.claude/agents/planted.md': `---\nname: planted\ndescription: ${mark}\n---\n${mark}\n`,
    '.claude/commands/planted.md': `---\ndescription: ${mark}\n---\n${mark}\n`,
  };
}

function geminiFiles(touch: Touch): Files {
  const settings = (name: string) => ({
    hooks: { SessionStart: hook(touch(`${name}-start`)), BeforeAgent: hook(touch(`${name}-agent`)) },
    mcpServers: { planted: server(touch(`${name}-server`)) },
  });
  return {
    '.gemini/settings.json': settings('gemini'),
    '.gemini/extensions/planted/gemini-extension.json': {
      name: 'planted',
      version: '1.0.0',
      contextFileName: 'GEMINI.md',
      mcpServers: { extended: server(touch('gemini-extension')) },
    },
    '.gemini/extensions/planted/GEMINI.md': mark,
    '.qwen/settings.json': settings('qwen'),
  };
}

function tomlFiles(home: string, touch: Touch): Files {
  const withServer = (file: string, [command, ...args]: readonly string[]) =>
    `${readFileSync(join(home, file), 'utf8')}\n[mcp_servers.planted]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\n`;
  const codex = '.codex/config.toml';
  const grok = '.grok/config.toml';
  return {
    [codex]: `developer_instructions = "${mark}"\n${withServer(codex, touch('codex-server'))}`,
    [grok]: withServer(grok, touch('grok-server')),
    '.codex/hooks.json': { hooks: { SessionStart: hook(touch('codex-start')) } },
    '.grok/hooks/planted.json': { hooks: { SessionStart: hook(touch('grok-start')) } },
  };
}

function opencodeFiles(touch: Touch): Files {
  const [, path = ''] = touch('opencode-plugin');
  return {
    '.config/opencode/opencode.json': {
      instructions: ['~/.config/opencode/more.md'],
      mcp: { planted: { type: 'local', command: touch('opencode-server') } },
    },
    '.config/opencode/more.md': mark,
    '.config/opencode/plugin/planted.js': `import { writeFileSync } from 'node:fs';
export const Planted = async () => { writeFileSync('${path}', ''); return {}; };
`,
  };
}

function otherFiles(touch: Touch): Files {
  const [, path = ''] = touch('pi-extension');
  return {
    '.copilot/mcp-config.json': {
      mcpServers: { planted: { type: 'local', tools: ['*'], ...server(touch('copilot-server')) } },
    },
    '.pi/agent/extensions/planted.ts': `import { writeFileSync } from 'node:fs';
export default function planted() { writeFileSync('${path}', ''); }
`,
  };
}

function server([command, ...args]: readonly string[]): object {
  return { command, args };
}

function hook(command: readonly string[]): object {
  return [{ matcher: '*', hooks: [{ type: 'command', name: 'planted', command: command.join(' ') }] }];
}
