// Who calls joust mcp: its own family is not asked for a second opinion, and inside a contest depth and budget count on.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eras, type McpOptions, mcpClient } from '../setup/mcp-client.ts';
import { type Project, project } from '../setup/project.ts';

let place: Project;
let withTwo: { readonly PATH: string };

beforeAll(() => {
  place = project();
  place.config(
    '[contestants.env]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo depth $JOUST_DEPTH left $JOUST_LEFT_TOKENS"]\n',
  );
  // Two agents that are there; what they say is not asked here.
  for (const name of ['claude', 'codex']) chmodSync(place.write(`bin/${name}`, '#!/bin/sh\necho x\n'), 0o755);
  withTwo = { PATH: `${join(place.folder, 'bin')}:/usr/bin:/bin` };
});
afterAll(() => place[Symbol.dispose]());

async function called(args: Record<string, unknown>, options: McpOptions = {}) {
  await using mcp = await mcpClient(place, { ...options, env: { ...withTwo, ...options.env } });
  return await mcp.call('ask', { prompt: 'x', ...args });
}

const players = ({ told }: Awaited<ReturnType<typeof called>>): readonly string[] =>
  told.answers
    .map(({ contestant }: { contestant: string }) => contestant)
    .filter((name: string) => name !== 'env');

describe('the family of the caller', () => {
  it.each(eras)('is left out by what the client calls itself (%s)', async (era) => {
    const answer = await called({}, { era, name: 'claude-code' });
    expect(players(answer)).toEqual(['codex']);
    expect(answer.told.notes).toContainEqual(expect.stringContaining('claude is left out'));
  });

  it.each<[string, McpOptions, readonly string[]]>([
    ['by its environment', { env: { CODEX_THREAD_ID: 't' } }, ['claude']],
    ['by --caller', { name: 'claude-code', args: ['--caller', 'codex'] }, ['claude']],
    ['not at all', { name: 'claude-code', args: ['--caller', 'none'] }, ['claude', 'codex']],
  ])('is told %s', async (_how, options, expected) => {
    expect(players(await called({}, options)).toSorted()).toEqual(expected);
  });

  it('plays where it is named', async () => {
    expect(players(await called({ contestants: ['claude'] }, { name: 'claude-code' }))).toEqual(['claude']);
  });

  it('is left out of what an agent starts on the command line', async () => {
    const env = { ...withTwo, CLAUDECODE: '1' };
    const { stderr, stdout } = await place.joust(['ask', '--dry-run', '--json', 'x'], { env });
    expect(stderr + stdout).toContain('claude is left out');
  });

  it('is somebody, or nothing is served', async () => {
    const { told } = await called({}, { args: ['--caller', 'zoe'] });
    expect(told.error.message).toContain('zoe');
  });
});

describe('inside a contest', () => {
  it.each<[string, string, McpOptions]>([
    ['a contestant of a contestant', 'depth', { env: { JOUST_DEPTH: '2' } }],
    [
      'one whose client does not pass that on',
      'depth',
      {
        env: { JOUST_DEPTH: '2' },
        through: ['/bin/sh', '-c', 'env -u JOUST_DEPTH "$@"; exit', 'sh'],
      },
    ],
    ['a contest that has nothing left', 'budget', { env: { JOUST_LEFT_USD: '0' } }],
  ])('stops %s', async (_who, code, options) => {
    const { isError, told } = await called({ contestants: ['env'] }, options);
    expect([isError, told.error.code]).toEqual([true, code]);
  });

  it('passes on how deep it is and what its limits leave', async () => {
    const { told } = await called({ contestants: ['env'], maxTokens: 100_000 });
    expect(told.answers[0].text).toBe('depth 1 left 97000');
    const inner = { env: { JOUST_DEPTH: '1', JOUST_LEFT_TOKENS: '50000' } };
    const nested = await called({ contestants: ['env'], maxTokens: 100_000 }, inner);
    expect(nested.told.answers[0].text).toBe('depth 2 left 47000');
  });
});
