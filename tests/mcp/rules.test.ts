// What a caller may not: answer what a person is asked, know who played before a pick, write without leave, or ask an oracle too often.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpPlace, mcpClient } from '../setup/mcp-client.ts';
import { type Project, project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';

const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;
let place: Project;
let mcp: McpPlace;

beforeAll(async () => {
  place = project({ 'code.txt': 'old\n' });
  place.config(
    [
      '[budget]\nmax_tokens = 90000\n[oracle]\ncontestant = "seer"\n',
      // A check of the user's own runs for every caller.
      '[race.checks.new]\ncommand = "grep -q new code.txt"\n',
      shell('ann', 'echo one answer'),
      shell('bob', 'echo another answer'),
      shell('seer', 'echo it is so'),
      shell('hand', 'echo new > code.txt; echo done'),
      shell('left', 'echo $JOUST_LEFT_TOKENS'),
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

describe('a question to a person', () => {
  it('is told with the command that answers it, which is not a tool', async () => {
    using asking = project();
    asking.config(`[budget]\nconfirm_tokens = 1\n${shell('ann', 'echo one answer')}`);
    await using careful = await mcpClient(asking, { args: ['--tools', 'all', '--allow-write'] });
    const { told, text } = await careful.call('ask', { prompt: 'dear?', contestants: ['ann'] });
    expect(told).toMatchObject({
      state: 'waiting',
      gate: { question: expect.any(String), choices: ['yes', 'no'] },
      next: expect.stringContaining(`joust answer ${told.id} yes|no`),
    });
    expect(text).toContain(`joust answer ${told.id} yes|no`);
    const picked = await careful.call('pick', { id: told.id, pick: 'a' });
    expect(picked.told.error.code).toBe('not-found');
    const settled = await careful.call('ask', { prompt: 'x', contestants: ['ann'], confirmTokens: 1000 });
    expect(settled.told.error.code).toBe('usage');
    expect((await careful.call('contest_result', { id: told.id })).told.state).toBe('waiting');
    await asking.joust(['answer', told.id, 'yes']);
    expect((await careful.call('contest_result', { id: told.id })).told.state).toBe('closed');
  });

  it('names nobody before the pick of an arena', async () => {
    const { told, text } = await mcp.call('arena', { prompt: 'which?', contestants: ['ann', 'bob'] });
    expect(told).toMatchObject({ state: 'waiting', gate: { choices: ['a', 'b', 'tie', 'bad', 'skip'] } });
    expect(told.gate.exhibits.map(({ text: said }: { text: string }) => said).toSorted()).toEqual([
      'another answer',
      'one answer',
    ]);
    const { told: list } = await mcp.call('contest_list', { limit: 1 });
    for (const shown of [JSON.stringify(told), text, JSON.stringify(list)])
      expect(shown).not.toMatch(/\b(?:ann|bob)\b/);
    const picked = await mcp.call('pick', { id: told.id, pick: 'a' });
    expect(picked.told).toMatchObject({ state: 'closed', result: { type: 'arena', pick: 'a' } });
    expect(picked.text).toMatch(/\b(?:ann|bob)\b/);
    // It is on record as what it is, and no preference of the user's.
    expect((await place.joust(['show', told.id, '--timeline'])).stdout).toContain('by the program test');
    expect((await place.joust(['preferences', 'list', '--json'])).stdout).not.toContain(told.id);
  });
});

it("keeps the user's own limits, whatever is said", async () => {
  const { told } = await mcp.call('ask', { prompt: 'x', contestants: ['left'], maxTokens: 10_000_000 });
  expect(told.answers[0].text).toBe('87000');
});

it('is told where there is no pool', async () => {
  const { text } = await mcp.call('ask', { prompt: 'x', contestants: ['ann'], pool: '' });
  expect(text).toContain('a pool of hosts needs a ledger in PostgreSQL');
});

describe('an oracle', () => {
  it('answers once a turn, says what is used, and is on record with its meters', async () => {
    const asked = { question: 'is it so?', context_hint: 'perhaps not' };
    const { told, text } = await mcp.call('oracle_consult', asked);
    expect(told.result).toMatchObject({ type: 'oracle', text: 'it is so', turnCalls: 1, callsPerTurn: 1 });
    expect(told.result.session).toMatch(/^mcp-/);
    expect(text).toContain('it is so');
    const refused = await mcp.call('oracle_consult', asked);
    expect(refused.told.error).toMatchObject({
      code: 'budget',
      message: expect.stringContaining('1 of 1 calls of this turn'),
    });
    const { stdout } = await place.joust(['show', told.id, '--events']);
    const [opened] = stdout.split('\n').map((line) => JSON.parse(line || 'null'));
    expect(JSON.stringify(opened)).toContain('"hint":"perhaps not"');
    expect((await mcp.call('oracle_consult', { question: ' ' })).told.error.code).toBe('usage');
  });

  it('goes by the turns of a client that tells them, one call after the other', async () => {
    const ask = async (turn: string) => {
      const params = {
        name: 'oracle_consult',
        arguments: { question: 'so?' },
        _meta: { 'joust/turn': turn },
      };
      return (await mcp.client.callTool(params)).isError === true;
    };
    const at = await Promise.all([ask('t1'), ask('t1'), ask('t2')]);
    expect(at.filter((isError) => isError)).toHaveLength(1);
  });
});

describe('writing', () => {
  it('is for servers that allow it; a race needs no leave', async () => {
    const { told } = await mcp.call('race', { prompt: 'change it', contestants: ['hand'] });
    expect(told).toMatchObject({
      state: 'closed',
      winner: 'hand',
      next: expect.stringContaining('joust diff'),
    });
    expect(readFileSync(join(place.folder, 'code.txt'), 'utf8')).toBe('old\n');
    const refused = await mcp.call('contest_apply', { id: told.id });
    expect(refused.told.error).toMatchObject({
      code: 'not-offered',
      message: expect.stringContaining('--allow-write'),
    });
    const checked = await mcp.call('race', { prompt: 'x', check: ['own=touch /tmp/x'] });
    expect(checked.told.error).toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('--allow-checks'),
    });
    for (const spec of ['scripted/./evil.json', 'acp/evil', 'ann/evil'])
      expect((await mcp.call('ask', { prompt: 'x', contestants: [spec] })).told.error.message).toContain(
        'not for callers',
      );
    await using writing = await mcpClient(place, {
      args: ['--tools', 'contest_apply,contest_undo', '--allow-write'],
    });
    const { tools } = await writing.client.listTools();
    expect(tools.map(({ annotations }) => annotations?.destructiveHint)).toEqual([true, true]);
    expect((await writing.call('contest_apply', { id: told.id, look: true })).told.done).toBe(false);
    expect((await writing.call('contest_apply', { id: told.id })).told).toMatchObject({ done: true });
    expect(readFileSync(join(place.folder, 'code.txt'), 'utf8')).toBe('new\n');
    expect((await writing.call('contest_undo', { id: told.id })).told.files).toHaveLength(1);
    expect(readFileSync(join(place.folder, 'code.txt'), 'utf8')).toBe('old\n');
  });
});

it('plays, judges and ranks: every other tool', async () => {
  const who = { contestants: ['ann', 'bob'] };
  const voted = await mcp.call('vote', { prompt: 'well?', ...who });
  expect(voted.told).toMatchObject({ state: 'closed', format: 'vote', result: { type: 'vote' } });
  const judged = await mcp.call('judge', { id: voted.told.id, judge: ['scripted/judge'] });
  expect(judged.told).toMatchObject({ state: 'closed', result: { type: 'judged' } });
  expect(
    (await mcp.call('contest_winner', { id: voted.told.id, winner: 'ann', reason: 'short' })).told,
  ).toMatchObject({
    winner: 'ann',
  });
  // The word of a program is nobody else's, and moves nothing that was not asked about it.
  expect((await place.joust(['show', voted.told.id])).stdout).toContain('the word of the program test: ann');
  for (const source of ['people', 'judges'])
    expect((await mcp.call('leaderboard', { source })).text).not.toContain('ann');
  expect((await mcp.call('leaderboard', { source: 'programs' })).text).toContain('ann');
  await place.joust(['winner', voted.told.id, 'ann', '--reason', 'short']);
  expect((await mcp.call('leaderboard', { source: 'people' })).text).toContain('ann');
  const { told } = await mcp.call('doctor', { agents: ['scripted'] });
  expect(told.agents).toEqual([expect.objectContaining({ contestant: 'scripted', usable: true })]);
  await place.joust(['brief', 'new', '260101-b', '-c', 'ann']);
  const brief = await mcp.call('brief_play', { folder: join(place.folder, '260101-b') });
  expect(brief.told).toMatchObject({ format: 'brief', state: 'closed' });
  expect((await mcp.call('brief_judge', { folder: '260101-b' })).text).toContain('not-found');
});

it('names the keys that its client did not pass on', async () => {
  using own = project();
  await using mcp = await mcpClient(own);
  const { told, text } = await mcp.call('ask', { prompt: 'x', contestants: ['openai/gpt-5.5'] });
  expect(told.answers).toMatchObject([{ outcome: 'unauthenticated' }]);
  expect(told.notes).toContainEqual(expect.stringMatching(/without OPENAI_API_KEY.*env/));
  expect(text).toContain('OPENAI_API_KEY');
});
