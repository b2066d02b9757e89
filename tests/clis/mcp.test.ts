// joust as a server of the real claude and codex: a model on the loopback calls the tool, joust asks the other of them, and what it
// said comes back to the model. And by the command line of the inspector, a client that is no agent.
import { execFile } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cliProgram } from '../setup/project.ts';
import { type Home, makeHome } from './home.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { programOf } from './packages.ts';

let server: ModelServer;
let home: Home;
let mcpJson: string;
const line = { command: process.execPath, args: [cliProgram, 'mcp'] };

beforeAll(async () => {
  server = await startModelServer();
  home = makeHome(server.url, 'home-mcp');
  const entry = `[mcp_servers.joust]\ncommand = "${line.command}"\nargs = ${JSON.stringify(line.args)}\n`;
  // The suite's home is joust's too, and the model server is not the network of a sandbox.
  const more = `env = ${toml({ ...home.env })}\ndefault_tools_approval_mode = "approve"\n`;
  appendFileSync(join(home.path, '.codex', 'config.toml'), `\n${entry}${more}`);
  mcpJson = join(home.path, 'mcp.json');
  writeFileSync(mcpJson, JSON.stringify({ mcpServers: { joust: line } }));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const toml = (values: Readonly<Record<string, string>>) =>
  `{ ${Object.entries(values)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join(', ')} }`;

/** What it prints to standard output. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const running = promisify(execFile)(program, [...args], {
    cwd: home.work('mcp'),
    env: { ...home.env, ENABLE_TOOL_SEARCH: 'false' },
  });
  running.child.stdin?.end();
  return (await running).stdout;
}

const callers = [
  {
    agent: 'claude',
    other: 'codex',
    args: () => [
      '-p',
      'ask the others',
      '--model',
      'stub-joust',
      '--mcp-config',
      mcpJson,
      '--strict-mcp-config',
      '--allowedTools',
      'mcp__joust__ask',
    ],
  },
  {
    agent: 'codex',
    other: 'claude',
    args: () => ['exec', '--skip-git-repo-check', '-m', 'stub-joust', 'ask the others'],
  },
];

test.each(callers)(
  '$agent asks others through joust, and not its own family',
  async ({ agent, other, args }) => {
    const before = server.asked.length;
    expect(await run(programOf(agent), args())).toContain('The tool has spoken.');
    const asked = server.asked.slice(before);
    // Another agent was asked, by joust, and what it said is what the model reads.
    expect(asked.some(({ model }) => model !== 'stub-joust')).toBe(true);
    const last = asked.filter(({ model }) => model === 'stub-joust').at(-1)?.body ?? '';
    expect(last).toContain('Hello from the stub.');
    expect(last).toContain(`${agent} is left out`);
    expect(last).toContain(other);
  },
);

test('the inspector lists the tools and calls one', async () => {
  const inspect = (...args: readonly string[]) =>
    run(programOf('mcp-inspector'), ['--cli', line.command, ...line.args, ...args]);
  expect(JSON.parse(await inspect('--method', 'tools/list')).tools).toHaveLength(7);
  const called = await inspect(
    ...['--method', 'tools/call', '--tool-name', 'ask'],
    ...['--tool-arg', 'prompt=well?', '--tool-arg', 'contestants=["scripted"]'],
  );
  expect(JSON.parse(called).structuredContent).toMatchObject({
    state: 'closed',
    answers: [{ contestant: 'scripted', outcome: 'ok' }],
  });
});
