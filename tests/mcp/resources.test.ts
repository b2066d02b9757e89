// Contests as resources, prompts for the common uses, and the same server over HTTP at /mcp of joust serve.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eras, type McpPlace, mcpClient } from '../setup/mcp-client.ts';
import { type Project, project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';
import { type Served, serve } from '../setup/served.ts';

const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;
let place: Project;
let mcp: McpPlace;

beforeAll(async () => {
  place = project({ 'code.txt': 'old\n' });
  place.config(
    [
      shell('ann', 'echo one answer'),
      shell('bob', 'echo another answer'),
      shell('hand', 'echo new > code.txt; echo done'),
      shell('long', "head -c 60000 /dev/zero | tr '\\\\0' x"),
    ].join(''),
  );
  const { git } = madeRepository(place.folder);
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  mcp = await mcpClient(place, { args: ['--tools', 'all'] });
});
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

async function read(uri: string): Promise<string> {
  const [content] = (await mcp.client.readResource({ uri })).contents;
  return content !== undefined && 'text' in content ? content.text : '';
}

describe('resources', () => {
  it('hold answers, changes, reports and results, and the latest are listed', async () => {
    const { resourceTemplates } = await mcp.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
      'joust://contests/{id}/answers/{contestant}',
    );
    const { told: race } = await mcp.call('race', { prompt: 'change it', contestants: ['hand'] });
    const at = `joust://contests/${race.id}`;
    expect(await read(`${at}/diff/hand`)).toContain('+new');
    expect(JSON.parse(await read(`${at}/result`))).toMatchObject({ type: 'race' });
    expect(await read(`${at}/report`)).toContain(`# race ${race.id}`);
    expect(await read(at)).toContain('not judged');
    const { resources } = await mcp.client.listResources();
    expect(resources[0]).toMatchObject({ uri: at, name: `race ${race.id}` });
  });

  it('hold all of an answer that is cut elsewhere', async () => {
    const { told, text } = await mcp.call('ask', { prompt: 'x', contestants: ['long'] });
    const [answer] = told.answers;
    expect(answer.text.length).toBeLessThan(50_000);
    expect(answer.text).toContain(`read ${answer.uri}`);
    expect(text.length).toBeLessThan(60_000);
    expect(await read(answer.uri)).toHaveLength(60_000);
  });

  it('tell nothing of an arena before the pick', async () => {
    const { told } = await mcp.call('arena', { prompt: 'which?', contestants: ['ann', 'bob'] });
    const at = `joust://contests/${told.id}`;
    await expect(read(`${at}/answers/ann`)).rejects.toThrow('nobody has picked');
    for (const path of ['', '/report', '/result'])
      expect(await read(at + path)).not.toMatch(/\b(?:ann|bob)\b/);
  });

  it.each([
    'joust://contests/none',
    'joust://contests/%E0%A4%A',
    'joust://contests/@last/secrets',
    'file:///etc/passwd',
  ])('are not to be had of %s', async (uri) => {
    await expect(read(uri)).rejects.toThrow();
  });
});

it('has prompts that lead to the right tool', async () => {
  const { prompts } = await mcp.client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual([
    'second_opinion',
    'council',
    'race_this',
    'review_changes',
  ]);
  const { messages } = await mcp.client.getPrompt({ name: 'council', arguments: { question: 'tabs?' } });
  expect(JSON.stringify(messages)).toMatch(/distill.*tabs\?/);
  await expect(mcp.client.getPrompt({ name: 'council' })).rejects.toThrow('question');
});

describe('over HTTP', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(place);
  });
  afterAll(() => served[Symbol.asyncDispose]());

  it.each(eras)('is the same at /mcp for whoever has the token (%s)', async (era) => {
    const requestInit = { headers: { authorization: `Bearer ${served.token}` } };
    const transport = new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit });
    const mode = era === '2025-11-25' ? 'legacy' : { pin: era };
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('contest_apply');
    const seen: unknown[] = [];
    const asked = { name: 'ask', arguments: { prompt: 'x', contestants: ['ann'] } };
    const { structuredContent } = await client.callTool(asked, { onprogress: (one) => void seen.push(one) });
    expect(structuredContent).toMatchObject({ state: 'closed', answers: [{ text: 'one answer' }] });
    expect(seen.length).toBeGreaterThan(0);
    await client.close();
  });

  it.each<[string, Record<string, string>, number]>([
    ['no token', {}, 401],
    ['another origin', { authorization: 'Bearer TOKEN', origin: 'https://evil.example' }, 403],
    ['another host', { authorization: 'Bearer TOKEN', host: 'evil.example' }, 403],
    ['a form', { authorization: 'Bearer TOKEN', 'content-type': 'text/plain' }, 415],
  ])('is not for %s', async (_who, said, status) => {
    const headers = Object.fromEntries(
      Object.entries(said).map(([name, value]) => [name, value.replace('TOKEN', served.token)]),
    );
    const own = { host: new URL(served.url).host, 'content-type': 'application/json' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const answer = await served.raw({ path: '/mcp', method: 'POST', headers: { ...own, ...headers }, body });
    expect(answer.status).toBe(status);
  });
});
