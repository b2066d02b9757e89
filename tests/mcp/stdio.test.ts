// joust mcp with the official client: tools and their answers, job ids, who may end a contest, and what is refused.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eras, type McpPlace, mcpClient } from '../setup/mcp-client.ts';
import { type Project, project } from '../setup/project.ts';
import { until } from '../setup/until.ts';

const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;
let place: Project;

beforeAll(() => {
  place = project();
  place.config(
    [
      shell('ann', 'echo yes, by ann'),
      shell('bob', 'echo yes, by bob'),
      // Until it is told to.
      shell('slow', 'echo begun > begun; while [ ! -e go ]; do sleep 0.05; done; echo ended'),
    ].join(''),
  );
});
afterAll(() => place[Symbol.dispose]());

it('starts without looking at or writing anything', async () => {
  using untouched = project();
  await using mcp = await mcpClient(untouched);
  expect(mcp.client.getServerVersion()?.name).toBe('joust');
  expect((await mcp.client.listTools()).tools.length).toBeGreaterThan(0);
  expect((await mcp.client.listResources()).resources).toEqual([]);
  expect(existsSync(untouched.home)).toBe(false);
});

describe.each(eras)('in the era of %s', (era) => {
  let mcp: McpPlace;
  beforeAll(async () => {
    mcp = await mcpClient(place, { era });
  });
  afterAll(() => mcp[Symbol.asyncDispose]());

  it('offers a few tools, with schemas and hints', async () => {
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'ask',
      'oracle_consult',
      'distill',
      'review',
      'race',
      'contest_result',
      'contest_cancel',
    ]);
    const [ask] = tools;
    expect(ask).toMatchObject({
      title: 'Ask',
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
      inputSchema: { required: ['prompt'], properties: { contestants: { type: 'array' } } },
    });
    // Every tool costs the caller context.
    expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(9000);
    // A caller agrees to nothing, and lifts nothing.
    expect(JSON.stringify(tools)).not.toMatch(/"(?:approve|yes|yolo|write|inPlace|setup|check)":/);
  });

  it('describes an error as text alone', async () => {
    const args = { name: 'contest_cancel', arguments: { id: 'nothing-there' } };
    const refused = await mcp.client.callTool(args);
    expect(refused.isError).toBe(true);
    expect(refused.structuredContent).toBeUndefined();
    expect(refused.content).toEqual([
      { type: 'text', text: expect.stringMatching(/^not-found: there is no contest nothing-there\n./) },
    ]);
  });

  it('takes the settings that it only names', async () => {
    const { told } = await mcp.call('ask', {
      prompt: 'well?',
      contestants: ['ann'],
      settings: { timeout: '50s' },
    });
    expect(told).toMatchObject({ state: 'closed', outcome: 'ok' });
  });

  it('asks, says how it stands meanwhile, and gives every answer', async () => {
    const seen: { progress: number; message?: string }[] = [];
    const { isError, told, text } = await mcp.call(
      'ask',
      { prompt: 'well?', contestants: ['ann', 'bob'] },
      { onprogress: (one) => void seen.push(one as never) },
    );
    expect(isError).toBe(false);
    expect(told).toMatchObject({
      format: 'ask',
      state: 'closed',
      outcome: 'ok',
      answers: [
        { contestant: 'ann', outcome: 'ok', text: 'yes, by ann' },
        { contestant: 'bob', outcome: 'ok', text: 'yes, by bob' },
      ],
    });
    expect(text).toContain('yes, by bob');
    expect(seen.length).toBeGreaterThan(0);
    const steps = seen.map(({ progress }) => progress);
    expect(steps).toEqual([...new Set(steps)].toSorted((one, other) => one - other));
    const again = await mcp.call('contest_result', { id: told.id });
    expect(again.told).toEqual(told);
  });

  it('says what went wrong as values', async () => {
    const wrong = await mcp.call('ask', { prompt: 'x', contestants: ['zoe'] });
    expect([wrong.isError, wrong.told.error.code]).toEqual([true, 'unknown-contestant']);
    expect(wrong.told.error).toMatchObject({ message: expect.stringContaining('zoe') });
    const missing = await mcp.call('contest_result', { id: 'nothing' });
    expect(missing.told).toEqual({
      error: { code: 'not-found', message: 'there is no contest nothing', hint: expect.any(String) },
    });
  });
});

describe('what is refused', () => {
  let mcp: McpPlace;
  beforeAll(async () => {
    mcp = await mcpClient(place);
  });
  afterAll(() => mcp[Symbol.asyncDispose]());

  it.each<[string, Record<string, unknown>, string]>([
    ['no prompt', {}, 'prompt'],
    ['an unknown setting', { prompt: 'x', volume: 11 }, 'volume'],
    ['a yes', { prompt: 'x', approve: true }, 'approve'],
    ['writing here', { prompt: 'x', write: true }, 'not for callers'],
    ['a name where a list belongs', { prompt: 'x', contestants: 'ann' }, 'contestant'],
    ['a relative folder', { prompt: 'x', cwd: '.' }, 'is not a directory on the server'],
  ])('%s, and nothing is recorded', async (_what, args, said) => {
    const { isError, told } = await mcp.call('ask', args);
    expect([isError, told.error.code]).toEqual([true, 'usage']);
    expect(told.error.message).toContain(said);
  });

  it('a tool that is not offered', async () => {
    expect((await mcp.call('vote', { prompt: 'x' })).told.error).toMatchObject({
      code: 'not-offered',
      message: expect.stringContaining('--tools'),
    });
    expect((await mcp.call('sing')).told.error.message).toBe('there is no tool sing');
  });

  it('names of tools that do not exist', async () => {
    const { code, stderr } = await place.joust(['mcp', '--tools', 'ask,sing']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('there is no tool sing')]);
  });
});

describe('who may end a contest', () => {
  const slowly = { prompt: 'slow?', contestants: ['slow'] };
  const mark = (name: string) => join(place.folder, name);
  const begun = () => until(() => existsSync(mark('begun')));
  let mcp: McpPlace;
  beforeAll(async () => {
    mcp = await mcpClient(place, { args: ['--tools', 'all'] });
  });
  afterAll(() => mcp[Symbol.asyncDispose]());
  beforeEach(() => {
    for (const name of ['begun', 'go']) rmSync(mark(name), { force: true });
  });
  const playedOn = async () => {
    await begun();
    const stands = await mcp.call('contest_status', { id: '@last' });
    expect(stands.told).toMatchObject({ state: 'playing', next: expect.stringContaining('contest_result') });
    writeFileSync(mark('go'), '');
    const { told } = await mcp.call('contest_result', { id: '@last' });
    expect(told).toMatchObject({ state: 'closed', answers: [{ contestant: 'slow', text: 'ended' }] });
    return told.id;
  };

  it('not a client that dies', async () => {
    const gone = await mcpClient(place);
    const asked = gone.call('ask', slowly).catch(() => undefined);
    await begun();
    process.kill(gone.transport.pid ?? 0, 'SIGKILL');
    await asked;
    const id = await playedOn();
    const { told: list } = await mcp.call('contest_list', { limit: 1 });
    expect(list.contests).toEqual([expect.objectContaining({ id, state: 'closed' })]);
  });

  it('not a client that leaves', async () => {
    const left = await mcpClient(place);
    const asked = left.call('ask', slowly).catch(() => undefined);
    await begun();
    await left.client.close();
    await asked;
    await playedOn();
  });

  it('not a client that has waited long enough', async () => {
    await expect(mcp.call('ask', slowly, { timeout: 50 })).rejects.toThrow(/timed out/i);
    await playedOn();
  });

  it('a client that cancels, or says so later', async () => {
    const cancel = new AbortController();
    const asked = mcp.call('ask', slowly, { signal: cancel.signal }).catch(() => undefined);
    await begun();
    cancel.abort('no longer needed');
    await asked;
    await until(async () => (await mcp.call('contest_status', { id: '@last' })).told.state === 'cancelled');
    const { told } = await mcp.call('contest_cancel', { id: '@last' });
    expect(told).toMatchObject({ done: false });
  });
});
