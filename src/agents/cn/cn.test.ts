// Continue's CLI, as recorded from the real one.
import { describe, expect, test } from 'vitest';
import { recorded, recordingWith, replay, requestFor } from '../../../tests/replay.ts';
import { cn } from './cn.ts';

const endOf = async (scenario: string) => (await replay(cn, recorded('cn', scenario))).end;

test('a word of its own after an option would be taken for the prompt', async () => {
  for (const tier of ['read', 'write', 'full'] as const) {
    const { args } = (await replay(cn, recordingWith([]), requestFor(cn, { tier }))).plan;
    const words = args.filter((arg, index) => !arg.startsWith('--') && args[index - 1] !== '--model');
    expect(words, tier).toEqual([]);
  }
});

describe('the end', () => {
  test.each([
    ['ok', { outcome: 'ok', text: 'Hello from the stub.' }],
    ['401', { outcome: 'unauthenticated', reason: '401 Incorrect API key provided: it is not valid.' }],
    ['500', { outcome: 'crashed', transient: true }],
    ['empty', { outcome: 'empty' }],
  ])('of %s', async (scenario, expected) => {
    expect(await endOf(scenario)).toMatchObject(expected);
  });

  test('is ok for prose about limits', async () => {
    const end = await endOf('prose');
    expect(end.outcome).toBe('ok');
    expect(end.text).toContain("You've hit your usage limit");
  });
});
