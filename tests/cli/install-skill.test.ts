// joust install-skill: into an empty home and beside what users have, and out again to the byte.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/surfaces/cli/grammar/commands.ts';
import { type Project, project, root } from '../setup/project.ts';

const files = {
  claude: '.claude/skills/joust/SKILL.md',
  codex: '.codex/config.toml',
  gemini: '.gemini/settings.json',
  opencode: '.config/opencode/opencode.json',
} as const;
type Agent = keyof typeof files;
const agents = Object.keys(files) as Agent[];

const pathOf = (place: Project, agent: Agent) => join(place.env['HOME'] ?? '', files[agent]);
const put = (place: Project, agent: Agent, text: string) => {
  mkdirSync(dirname(pathOf(place, agent)), { recursive: true });
  writeFileSync(pathOf(place, agent), text);
};
const read = (place: Project, agent: Agent) => readFileSync(pathOf(place, agent), 'utf8');
const install = (place: Project, ...args: readonly string[]) => place.joustAlone(['install-skill', ...args]);

describe.each(agents)('%s', (agent) => {
  it('with an empty home: written once, and gone again', async () => {
    using place = project();
    const home = place.env['HOME'] ?? '';
    const before = readdirSync(home, { recursive: true });
    const asked = await install(place, agent);
    expect(asked).toMatchObject({ code: 2, stdout: expect.stringContaining('+') });
    expect(existsSync(pathOf(place, agent))).toBe(false);
    const first = await install(place, agent, '--yes');
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('--remove') });
    expect(read(place, agent)).toContain('joust');
    expect((await install(place, agent, '--yes')).stderr).toContain('has it already');
    expect((await install(place, agent, '--remove', '--yes')).code).toBe(0);
    expect(readdirSync(home, { recursive: true })).toEqual(before);
  });

  it('keeps a folder that was there before, and one that is used since', async () => {
    using place = project();
    const folder = dirname(pathOf(place, agent));
    mkdirSync(dirname(folder), { recursive: true });
    await install(place, agent, '--yes');
    writeFileSync(join(folder, 'mine'), '');
    await install(place, agent, '--remove', '--yes');
    expect(readdirSync(folder)).toEqual(['mine']);
    rmSync(folder, { recursive: true });
    await install(place, agent, '--yes');
    await install(place, agent, '--remove', '--yes');
    expect([existsSync(folder), existsSync(dirname(folder))]).toEqual([false, true]);
  });
});

const mine = {
  codex: ['model = "gpt-5.5"\n\n[mcp_servers.other]\ncommand = "x"', '# nothing but words\n'],
  gemini: [
    '{\n\t"theme": "dark",\n\t"mcpServers": { "x": {"command": "x"} }\n}',
    '{}',
    '{"mcpServers":{}}\n',
  ],
  opencode: ['{ "$schema": "https://opencode.ai/config.json", "mcp": {} }', '{"theme":"x"}'],
} as const;

it.each(
  Object.entries(mine).flatMap(([agent, texts]) => texts.map((text) => [agent as Agent, text] as const)),
)('%s: what a user has stays to the byte: %j', async (agent, text) => {
  using place = project();
  put(place, agent, text);
  expect((await install(place, agent, '--yes')).code).toBe(0);
  const after = read(place, agent);
  if (agent !== 'codex') {
    const [was, is] = [JSON.parse(text), JSON.parse(after)];
    const table = agent === 'gemini' ? 'mcpServers' : 'mcp';
    const { joust, ...others } = is[table];
    expect(joust).toBeDefined();
    expect({ ...is, [table]: others }).toEqual({ ...was, [table]: was[table] ?? {} });
  }
  expect((await install(place, agent, '--remove', '--yes')).code).toBe(0);
  expect(read(place, agent)).toBe(text);
});

it.each([
  ['claude', '# my own skill\n', 'somebody else'],
  ['codex', '[mcp_servers.joust]\ncommand = "mine"\n', 'did not write'],
  ['gemini', '{"mcpServers": {"joust": {"command": "mine"}}}', 'did not write'],
  ['opencode', '{ // mine\n}', 'not plain JSON'],
] as const)('%s: what joust did not write is left alone', async (agent, text, why) => {
  using place = project();
  put(place, agent, text);
  const { code, stderr } = await install(place, agent, '--yes');
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why) });
  expect((await install(place, agent, '--remove', '--yes')).stderr).toContain("Nothing of joust's");
  expect(read(place, agent)).toBe(text);
});

it('the skill and the plugin name commands, options and a version that exist', () => {
  const skill = readFileSync(join(root, 'skills/joust/SKILL.md'), 'utf8');
  expect(skill).toMatch(/^---\nname: joust\ndescription: .{50,1024}\n---\n/);
  for (const [, name, rest = ''] of skill.matchAll(/`joust ([a-z-]+)([^`]*)`/g)) {
    if (name === 'help') continue;
    const command = commands.find((one) => one.name === name);
    expect(command, name).toBeDefined();
    for (const [, option = ''] of rest.matchAll(/--([a-z-]+)/g))
      expect(Object.keys(command?.options ?? {})).toContain(option);
  }
  const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  expect(json('.claude-plugin/plugin.json').version).toBe(json('package.json').version);
  expect(json('.claude-plugin/marketplace.json').plugins[0].name).toBe(
    json('.claude-plugin/plugin.json').name,
  );
});

it('codex: approves the tools, which codex exec cannot ask about, and takes an older entry out too', async () => {
  using place = project();
  await install(place, 'codex', '--yes');
  expect(read(place, 'codex')).toContain('default_tools_approval_mode = "approve"\n');
  const older = '# written by joust install-skill\n[mcp_servers.joust]\ncommand = "joust"\nargs = ["mcp"]\n';
  put(place, 'codex', `model = "x"\n\n${older}`);
  await install(place, 'codex', '--yes');
  expect(read(place, 'codex').match(/mcp_servers/g)).toHaveLength(1);
  expect(read(place, 'codex')).toContain('default_tools_approval_mode');
  put(place, 'codex', `model = "x"\n\n${older}`);
  await install(place, 'codex', '--remove', '--yes');
  expect(read(place, 'codex')).toBe('model = "x"\n');
});
