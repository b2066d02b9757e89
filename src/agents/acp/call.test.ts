// The ACP call program as a real process in front of a real agent process.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Played, playForReal, type Stage } from '../../../tests/fixtures/real-io.ts';
import { temporaryFolder } from '../../../tests/setup/temporary.ts';
import { until } from '../../../tests/setup/until.ts';
import type { Tier } from '../../domain/contestant.ts';
import { acp } from './acp.ts';

const fixture = fileURLToPath(new URL('../../../tests/fixtures/acp-agent.ts', import.meta.url));

interface Asked extends Stage {
  readonly tier?: Tier;
  readonly bare?: boolean;
  readonly model?: string;
  readonly prompt?: string;
  readonly folder?: string;
  readonly command?: string[];
}

async function ask(scenario: string, asked: Asked = {}): Promise<Played> {
  const {
    tier = 'read',
    bare = false,
    model,
    prompt = 'say hi',
    folder = temporaryFolder('acp'),
    ...rest
  } = asked;
  const { command = [process.execPath, fixture, scenario], ...stage } = rest;
  const contestant = {
    name: 'a',
    agent: 'acp',
    model,
    settings: { command },
  };
  const scratch = temporaryFolder('acp');
  const request = { prompt, contestant, tier, bare, cwd: folder, scratch, asRoot: false };
  return await playForReal(acp, request, stage);
}

test('an answer with its thoughts, tools, usage and cost', async () => {
  const { end, events } = await ask('answer');
  expect(end).toMatchObject({
    outcome: 'ok',
    text: 'Let me look.\n\nYou said 6 characters; chosen: mode=plan',
    usage: { inputTokens: 1234, cachedInputTokens: 1000, outputTokens: 5 },
    costUsd: 0.02,
    sessionId: 'session-1',
  });
  expect(events).toContainEqual({ type: 'thought', delta: 'hmm' });
  expect(events).toContainEqual({ type: 'tool', name: 'read', detail: 'Read notes.txt' });
});

test('a prompt that no argument could hold arrives whole', async () => {
  const { end } = await ask('answer', { prompt: 'x'.repeat(400_000) });
  expect(end.text).toContain('400000 characters');
});

test('the mode follows the tier, the model is chosen by its full or short name', async () => {
  expect((await ask('answer', { tier: 'write' })).end.text).toContain('chosen: mode=auto_edit');
  expect((await ask('answer', { tier: 'full' })).end.text).toContain('chosen: mode=yolo');
  const { end } = await ask('answer', { model: 'large' });
  expect(end.text).toContain('mode=plan model=maker/large');
  expect(end.model).toBe('large');
});

test('a model that is not offered does not play under its name', async () => {
  const { end } = await ask('answer', { model: 'huge' });
  expect(end).toMatchObject({ outcome: 'crashed', text: '' });
  expect(end.reason).toBe('the agent has no model huge; it offers maker/small, maker/large');
});

test('usage and model beside the response are read too, and a model nobody can choose is told', async () => {
  const { end, events } = await ask('quota', { model: 'mine' });
  expect(end).toMatchObject({
    outcome: 'ok',
    usage: { inputTokens: 11, outputTokens: 7 },
    model: 'served-model',
  });
  expect(events).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'warning' }));
});

test('usage that comes with the answer is added up', async () => {
  const { end } = await ask('counted');
  expect(end).toMatchObject({ outcome: 'ok', text: 'Counted by chunk.' });
  expect(end.usage).toEqual({ inputTokens: 20, outputTokens: 14, reasoningTokens: 6 });
});

test.each([
  ['read', 'yes no no no'],
  ['write', 'yes yes no no'],
  ['full', 'yes yes yes yes'],
] as const)('permissions in the %s tier', async (tier, answers) => {
  const { end, events } = await ask('permissions', { tier });
  expect(end).toMatchObject({ outcome: 'ok', text: answers });
  const writes = events.flatMap((event) => (event.type === 'tool' ? (event.writes ?? []) : []));
  expect(writes).toEqual([expect.stringMatching(/\/a\.txt$/)]);
  expect(events.filter(({ type }) => type === 'notice')).toHaveLength(answers.split('no').length - 1);
});

test('nothing at all is granted to one that is bare', async () => {
  const folder = temporaryFolder('acp');
  writeFileSync(join(folder, 'notes.txt'), 'one\ntwo\n');
  const asked = await ask('permissions', { bare: true, tier: 'full', folder });
  expect(asked.end).toMatchObject({ outcome: 'ok', text: 'no no no no' });
  const files = JSON.parse((await ask('files', { bare: true, tier: 'full', folder })).end.text) as string[];
  expect(files.filter((outcome) => !outcome.startsWith('refused: '))).toEqual([]);
});

test.each(['read', 'write'] as const)('files in the %s tier stay inside the folder', async (tier) => {
  const folder = temporaryFolder('acp');
  const outside = temporaryFolder('acp');
  writeFileSync(join(folder, 'notes.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  mkdirSync(join(folder, 'sub'));
  symlinkSync(outside, join(folder, 'way-out'));
  const { end, events } = await ask('files', { tier, folder });
  const [part, absolute, linked, written, writtenOut] = JSON.parse(end.text) as string[];
  expect(part).toBe('two');
  expect(absolute).toMatch(/^refused: .*outside the folder/);
  expect(linked).toMatch(/^refused: .*outside the folder/);
  expect(writtenOut).toMatch(/^refused: /);
  expect(existsSync(join(outside, 'new.txt'))).toBe(false);
  const path = join(folder, 'sub/new.txt');
  if (tier === 'read') {
    expect(written).toMatch(/^refused: .*read-only/);
    expect(existsSync(path)).toBe(false);
  } else {
    expect(written).toBe('done');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(events).toContainEqual({ type: 'tool', name: 'write', detail: path, writes: [path] });
  }
});

test('refusal, full output, quota and login are told apart', async () => {
  expect((await ask('refusal')).end).toMatchObject({ outcome: 'refused', text: 'No.' });
  expect((await ask('too-long')).end).toMatchObject({ outcome: 'incomplete', text: 'And then' });
  expect((await ask('rate-limit')).end).toMatchObject({ outcome: 'rate-limited', retryAfterMs: 30_000 });
  expect((await ask('wrong-key')).end).toMatchObject({ outcome: 'unauthenticated' });
  const loggedOut = (await ask('logged-out')).end;
  expect(loggedOut).toMatchObject({ outcome: 'unauthenticated' });
  expect(loggedOut.reason).toContain('run fixture login');
});

test('an error told as an answer is not an answer', async () => {
  expect((await ask('complaint')).end).toMatchObject({ outcome: 'unauthenticated' });
  expect((await ask('essay')).end).toMatchObject({ outcome: 'ok' });
});

test('an agent that gives up because it was refused is blocked', async () => {
  const { end } = await ask('gives-up');
  expect(end).toMatchObject({ outcome: 'blocked', reason: 'it gave up after it was refused: rm -rf' });
});

test('an agent that dies leaves what it said and its last words', async () => {
  const { end } = await ask('crash');
  expect(end).toMatchObject({ outcome: 'crashed', partial: true, text: 'half an ans' });
  expect(end.reason).toBe('the agent is gone: exit code 7: something broke badly');
});

test('a program that is not there is missing', async () => {
  const { end } = await ask('answer', { command: ['no-such-agent-anywhere', '--acp'] });
  expect(end.outcome).toBe('missing');
  // Where a folder of the PATH may not be read the system does not say which it is.
  expect(end.reason).toMatch(/^no-such-agent-anywhere is not on the PATH(?:, or may not be run)?$/);
});

test('so is one that may not be run', async () => {
  const program = fileURLToPath(import.meta.url);
  const { end } = await ask('answer', { command: [program] });
  expect(end).toMatchObject({
    outcome: 'missing',
    reason: `${program} is not on the PATH, or may not be run`,
  });
});

test('TERM ends the call and its agent', async () => {
  const { end, code } = await ask('stall', {
    onEvent(event, kill) {
      if (event.type !== 'text') return;
      kill('SIGTERM');
    },
  });
  expect(code).toBe(143);
  expect(end).toMatchObject({ partial: true, text: expect.stringContaining('still here') });
  const pid = Number(end.text.split(' ').at(-1));
  await until(() => !isAlive(pid));
});

/** A process that ended and that nobody has buried yet is not alive. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z]/.test(stdout.trim());
}
