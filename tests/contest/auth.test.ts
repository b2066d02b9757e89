// A subscription that was demanded: only a login that is seen to be one plays without a word, and no key ever pays.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentOf } from '../../src/agents/all.ts';
import { chooseAuth } from '../../src/contest/accounts/auth.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { contestPlace } from '../setup/contest-place.ts';

interface Home {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** How somebody with such a home would play, and what is said of it. */
async function chosen(agent: string, { files = {}, env = {} }: Home) {
  using place = contestPlace();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place.folder, name)), { recursive: true });
    writeFileSync(join(place.folder, name), content);
    chmodSync(join(place.folder, name), 0o755);
  }
  const said: string[] = [];
  const machine = {
    ...thisMachine(),
    cwd: place.folder,
    home: place.folder,
    env: { PATH: `${place.folder}/bin:/usr/bin:/bin`, HOME: place.folder, ...env },
  };
  const observe = (seen: { type: string; text?: string }) => said.push(seen.text ?? '');
  return await place.withPlayer(
    async (player) => {
      const contestant = { name: agent, agent, auth: 'subscription' } as const;
      const { mode, refused } = await chooseAuth(player, contestant, agentOf(agent));
      return { mode, refused, said };
    },
    { machine, observe },
  );
}

const keyed: readonly (readonly [string, Home])[] = [
  [
    'opencode',
    { files: { '.config/opencode/opencode.json': '{"provider":{"x":{"options":{"apiKey":"k1"}}}}' } },
  ],
  ['opencode', { env: { OPENAI_API_KEY: 'k1' } }],
  ['opencode', { env: { OPENCODE_CONFIG_CONTENT: '{"provider":{"x":{"options":{"apiKey":"k1"}}}}' } }],
  ['qwen', { files: { '.qwen/.env': 'OPENAI_API_KEY=k1\n' } }],
  ['qwen', { files: { '.qwen/settings.json': '{"security":{"auth":{"apiKey":"k1"}}}' } }],
  ['copilot', { env: { COPILOT_PROVIDER_API_KEY: 'k1' } }],
  ['pi', { files: { '.pi/agent/models.json': '{"providers":{"x":{"apiKey":"k1"}}}' } }],
  ['pi', { files: { '.pi/agent/auth.json': '{"anthropic":{"type":"api_key","key":"k1"}}' } }],
  ['grok', { files: { '.grok/config.toml': '[model.x]\napi_key = "k1"\n' } }],
  ['cn', { files: { '.continue/config.yaml': 'models:\n  - apiKey: k1\n' } }],
  ['gemini', { files: { '.gemini/.env': 'GEMINI_API_KEY=k1\n' } }],
  ['codex', { files: { 'bin/codex': '#!/bin/sh\necho "API key configured - k1"\n' } }],
];

describe('auth = subscription', () => {
  it.each(keyed)('%s does not play where a key is in reach: %j', async (agent, home) => {
    const { mode, refused } = await chosen(agent, home);
    expect(mode).toBe('subscription');
    expect(refused).toMatch(/auth = subscription forbids a key; there is a key/);
    expect(refused).not.toContain('k1');
  });

  it.each(['opencode', 'qwen', 'copilot', 'pi', 'grok', 'cn'])(
    '%s plays where its login cannot be told and no key is found, and that is said',
    async (agent) => {
      const { refused, said } = await chosen(agent, {});
      expect(refused).toBeUndefined();
      expect(said).toEqual([expect.stringMatching(/cannot be enforced/)]);
    },
  );

  it('says nothing of a login that is seen', async () => {
    const files = { '.pi/agent/auth.json': '{"anthropic":{"type":"oauth"}}' };
    expect(await chosen('pi', { files })).toEqual({ mode: 'subscription', refused: undefined, said: [] });
  });

  it('takes a file that only names a variable for no key', async () => {
    const files = {
      '.config/opencode/opencode.json': '{"provider":{"x":{"options":{"apiKey":"{env:MINE}"}}}}',
    };
    expect((await chosen('opencode', { files })).refused).toBeUndefined();
  });
});
