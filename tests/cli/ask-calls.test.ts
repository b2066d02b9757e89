// joust ask end to end over HTTP and ACP: call programs under the wrapper, against servers on the loopback. Most of it is waiting,
// so they are asked side by side.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { modelApi } from '../fixtures/model-api.ts';
import { project } from '../setup/project.ts';
import { until } from '../setup/until.ts';
import { ended, outputLines } from './output-lines.ts';

describe('over HTTP', { concurrent: true }, () => {
  it('every protocol answers, with usage and model, each server in a lane of its own', async () => {
    using place = project();
    await using api = await modelApi();
    place.config(`
      [agents.anthropic]
      base_url = "${api.url}/v1"
      [agents.openai]
      base_url = "${api.url}/v1"
      [agents.google]
      base_url = "${api.url}/v1beta"
      [agents.house]
      uses = "compatible"
      base_url = "${api.url}/v1"
    `);
    const env = {
      ANTHROPIC_API_KEY: 'key-of-anthropic',
      OPENAI_API_KEY: 'key-of-openai',
      GOOGLE_GENERATIVE_AI_API_KEY: 'key-of-google',
    };
    const names = ['anthropic/m1', 'openai/m2', 'google/m3', 'house/m4'];
    const args = ['ask', '--json', ...names.flatMap((name) => ['-c', name]), 'say hi'];
    const { stdout, code } = await place.joust(args, { env });
    const answers = ended(stdout);
    expect(answers.map(({ outcome, reason }) => ({ outcome, reason }))).toEqual(
      names.map(() => ({ outcome: 'ok', reason: undefined })),
    );
    expect(code).toBe(0);
    for (const { usage, text } of answers) {
      expect(usage?.inputTokens).toBeGreaterThan(0);
      expect(text).not.toBe('');
    }
    const lanes = outputLines(stdout).flatMap((line) => (line.type === 'attempt.queued' ? [line.lane] : []));
    expect(new Set(lanes)).toEqual(new Set([`local ${new URL(api.url).host}`]));
    expect(stdout).not.toContain('key-of-');
    for (const file of readdirSync(place.home).filter((name) => name.startsWith('ledger.db'))) {
      expect(readFileSync(join(place.home, file), 'latin1')).not.toContain('key-of-');
    }
  });

  it.each([
    [401, 'unauthenticated', 1],
    [529, 'crashed', 3],
  ] as const)('a %i is %s after %i calls', async (status, outcome, calls) => {
    using place = project();
    await using api = await modelApi();
    api.reply = { kind: 'error', status, message: 'no' };
    place.config(`[agents.house]\nuses = "compatible"\nbase_url = "${api.url}/v1"\n`);
    const { stdout, code } = await place.joust(['ask', '--json', '-c', 'house/m', 'hi']);
    expect(ended(stdout)[0]).toMatchObject({ outcome });
    expect(code).toBe(1);
    expect(api.seen).toHaveLength(calls);
  });

  it('a 429 is parked after one call, until the time its header names', async () => {
    using place = project();
    await using api = await modelApi();
    api.reply = { kind: 'error', status: 429, message: 'slow down', headers: { 'retry-after': '3600' } };
    place.config(`[agents.house]\nuses = "compatible"\nbase_url = "${api.url}/v1"\n`);
    const before = Date.now();
    const { stdout, code } = await place.joust(['ask', '--json', '-c', 'house/m', 'hi']);
    const parked = outputLines(stdout).find((line) => line.type === 'attempt.parked');
    expect(parked).toMatchObject({ contestant: 'house/m', guessed: false });
    const waitMs = new Date(parked?.type === 'attempt.parked' ? parked.until : 0).getTime() - before;
    expect(waitMs).toBeGreaterThanOrEqual(3_600_000);
    expect(waitMs).toBeLessThan(3_660_000);
    expect(ended(stdout)).toEqual([]);
    expect(code).toBe(1);
    expect(api.seen).toHaveLength(1);
  });

  it('a dropped connection keeps what there was', async () => {
    using place = project();
    await using api = await modelApi();
    api.reply = { kind: 'drop', how: 'reset' };
    place.config(`[agents.house]\nuses = "compatible"\nbase_url = "${api.url}/v1"\n`);
    const { stdout } = await place.joust(['ask', '--json', '-c', 'house/m', 'hi']);
    const [end] = ended(stdout);
    expect(end?.outcome).toBe('crashed');
    expect(end?.text).not.toBe('');
  });

  it('a server that says nothing ends at the time limit, and the call is gone', async () => {
    using place = project();
    await using api = await modelApi();
    api.reply = { kind: 'stall' };
    place.config(`[agents.house]\nuses = "compatible"\nbase_url = "${api.url}/v1"\n`);
    const { stdout, code } = await place.joust(['ask', '--json', '-t', '8', '-c', 'house/m', 'hi']);
    expect(ended(stdout)[0]?.outcome).toBe('timed-out');
    expect(code).toBe(124);
    await until(() => api.seen[0]?.aborted === true);
  });

  it('no model, no call: an error that says what to write', async () => {
    using place = project();
    const { code, stderr } = await place.joust(['ask', '-c', 'openai', 'hi']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/openai\/MODEL/);
  });
});

describe('over ACP', { concurrent: true }, () => {
  it('an agent that speaks the protocol answers', async () => {
    using place = project();
    const fixture = fileURLToPath(new URL('../fixtures/acp-agent.ts', import.meta.url));
    place.config(
      `[contestants.zed]\nagent = "acp"\ncommand = ${JSON.stringify([process.execPath, fixture])}\n`,
    );
    const { stdout, code } = await place.joust(['ask', '--json', '-c', 'zed', 'say hi']);
    expect(ended(stdout)[0]).toMatchObject({ contestant: 'zed', outcome: 'ok' });
    expect(ended(stdout)[0]?.text).not.toBe('');
    expect(code).toBe(0);
  });
});
