// The Copilot CLI's decoder on recordings of the real CLI, and what it is started with.
import { expect, test } from 'vitest';
import { recorded, recordingWith, replay, requestFor } from '../../../tests/replay.ts';
import { copilot } from './copilot.ts';

test('an answer comes with the usage that stands in its file', async () => {
  const { end, events } = await replay(copilot, recorded('copilot', 'ok'));
  expect(end).toMatchObject({ outcome: 'ok', model: 'stub-ok', sessionId: expect.any(String) });
  expect(end.usage).toMatchObject({ inputTokens: 1234, cachedInputTokens: 1000, outputTokens: 12 });
  expect(events.filter(({ type }) => type === 'text')).toHaveLength(3);
});

test('without that file the usage is unknown', async () => {
  const { answerFile: _file, ...end } = recorded('copilot', 'ok').end;
  const replayed = await replay(copilot, { ...recorded('copilot', 'ok'), end });
  expect(replayed.end).toMatchObject({ outcome: 'ok' });
  expect(replayed.end.usage).toBeUndefined();
});

test.each([
  ['401', { outcome: 'unauthenticated' }],
  ['429', { outcome: 'rate-limited' }],
  ['500', { outcome: 'crashed', transient: true }],
  ['drop', { outcome: 'crashed', transient: true, partial: true }],
  ['empty', { outcome: 'empty' }],
  ['prose', { outcome: 'ok' }],
] as const)('%s is told apart', async (scenario, expected) => {
  expect((await replay(copilot, recorded('copilot', scenario))).end).toMatchObject(expected);
});

test('a quota is told while it tries again', async () => {
  const { events } = await replay(copilot, recorded('copilot', '429'));
  expect(events).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'rate-limit' }));
});

test('without a login it says so on standard error', async () => {
  const stderr = [
    'Error: No authentication information found.',
    '',
    'Copilot can be authenticated with GitHub',
  ];
  const { end } = await replay(copilot, recordingWith([], { code: 1, stderr }));
  expect(end.outcome).toBe('unauthenticated');
  expect(end.reason).toContain('No authentication information found');
});

test('only tools that were carried out wrote anything', async () => {
  const writes = async (scenario: string) =>
    (await replay(copilot, recorded('copilot', scenario))).events.flatMap((event) =>
      event.type === 'tool' ? (event.writes ?? []) : [],
    );
  expect(await writes('write-write')).toEqual([expect.stringMatching(/\/out\.txt$/)]);
  expect(await writes('write-read')).toEqual([]);
});

test('tiers become permissions, and nothing in the environment lifts them', async () => {
  const args = async (tier: 'read' | 'write' | 'full') =>
    (await replay(copilot, recordingWith([]), requestFor(copilot, { tier }))).plan.args.join(' ');
  expect(await args('read')).toContain(
    '--available-tools=view,grep,glob --deny-tool=write --deny-tool=shell',
  );
  expect(await args('write')).toContain('--allow-tool=write --deny-tool=shell');
  expect(await args('full')).toContain('--allow-all');
  expect(copilot.environment.removes).toContain('COPILOT_ALLOW_ALL');
});

test('its own sandbox is off inside joust’s', async () => {
  const planned = async (sandboxed: boolean) =>
    (await replay(copilot, recordingWith([]), requestFor(copilot, { tier: 'write', sandboxed }))).plan.args;
  expect((await planned(true)).join(' ')).toContain('--no-sandbox');
  expect((await planned(false)).join(' ')).not.toContain('sandbox');
});

test('what it was still trying to get over stays the reason when its time was up', async () => {
  const lines = [{ type: 'model.call_failure', data: { statusCode: 500 } }].map((line) =>
    JSON.stringify(line),
  );
  const { end } = await replay(
    copilot,
    recordingWith(lines, { cause: 'timed-out', code: null, stderr: ['bye'] }),
  );
  expect(end).toMatchObject({
    outcome: 'timed-out',
    reason: "the time limit was reached: the model's server answered 500",
  });
});
