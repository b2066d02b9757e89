// What the agents of model APIs declare: where they are served, what they need, what they may do.
import { expect, test } from 'vitest';
import { recordingWith, replay, requestFor } from '../../tests/replay.ts';
import type { Agent } from './agent.ts';
import { compatible, presets } from './compatible/compatible.ts';
import { anthropic, google, openai } from './http/makers.ts';

const all = [anthropic, openai, google, compatible, ...presets];

function contestant(agent: Agent, settings = {}) {
  return { name: agent.id, agent: agent.id, model: 'm', settings };
}

test('local servers are known by their address, clouds by none', () => {
  const served = Object.fromEntries(all.map((agent) => [agent.id, agent.servedFrom(contestant(agent), {})]));
  expect(served).toEqual({
    anthropic: undefined,
    openai: undefined,
    google: undefined,
    compatible: undefined,
    ollama: 'http://127.0.0.1:11434/v1',
    lmstudio: 'http://127.0.0.1:1234/v1',
    vllm: 'http://127.0.0.1:8000/v1',
    'llama-swap': 'http://127.0.0.1:8080/v1',
    openrouter: 'https://openrouter.ai/api/v1',
  });
});

test('a setting beats the variable, and an empty variable is none', () => {
  const env = { OPENAI_BASE_URL: 'http://10.0.0.1/v1' };
  expect(openai.servedFrom(contestant(openai), env)).toBe('http://10.0.0.1/v1');
  expect(openai.servedFrom(contestant(openai, { baseUrl: 'http://10.0.0.2/v1' }), env)).toBe(
    'http://10.0.0.2/v1',
  );
  expect(openai.servedFrom(contestant(openai), { OPENAI_BASE_URL: ' ' })).toBeUndefined();
});

test('what is missing is said in one sentence', () => {
  for (const { presence, id } of all) {
    expect(presence.needsModel).toBe(true);
    expect(presence.missing?.({ name: 'c', agent: id })).toContain(`${id}/MODEL`);
  }
  expect(compatible.presence.missing?.(contestant(compatible))).toContain('baseUrl');
  expect(
    compatible.presence.missing?.(contestant(compatible, { baseUrl: 'http://127.0.0.1:1' })),
  ).toBeUndefined();
  expect(anthropic.presence.missing?.(contestant(anthropic))).toBeUndefined();
  expect(anthropic.presence.install).toContain('ANTHROPIC_API_KEY');
});

test('a key is looked for where the contestant says, and only named in the request', async () => {
  const planned = async (agent: Agent, settings: object) => {
    const request = requestFor(agent, { contestant: contestant(agent, settings) });
    return (await replay(agent, recordingWith([]), request)).plan;
  };
  const own = JSON.parse((await planned(openai, { keyEnv: 'MY_KEY' })).stdin);
  expect(own).toMatchObject({ keyEnv: ['MY_KEY'], keyNeeded: true });
  const local = await planned(compatible, { baseUrl: 'http://127.0.0.1:1/v1' });
  expect(JSON.parse(local.stdin)).toMatchObject({ keyEnv: [], keyNeeded: false });
  // A proxy stands between here and the cloud, never between here and here.
  expect(local.env).toEqual({});
  expect((await planned(openai, {})).env).toEqual({ NODE_USE_ENV_PROXY: '1' });
});

test('a key in the environment is a login by key; none is unknown', () => {
  const read = google.presence.login?.read;
  const nothing = { code: null, output: '', files: {}, env: {} };
  expect(read?.(nothing)).toMatchObject({
    state: 'unknown',
    detail: expect.stringContaining('GEMINI_API_KEY'),
  });
  expect(read?.({ ...nothing, env: { GOOGLE_API_KEY: 'k' } })).toEqual({
    state: 'key',
    detail: 'GOOGLE_API_KEY',
  });
  expect(compatible.presence.login).toBeUndefined();
});

test('without tools there is nothing to allow', () => {
  for (const { tiers } of all) {
    expect(tiers.read).toEqual({ honoured: true });
    expect(tiers.write.caveat).toContain('no tools');
    expect(tiers.full.honoured).toBe(false);
  }
});
