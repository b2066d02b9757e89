// The blobs of an event: streams apart from results, at any depth.
import { expect, it } from 'vitest';
import { namedBlobs } from './event-text.ts';

const ref = (digit: string) => ({ sha256: digit.repeat(64), bytes: 1 });

it('tells streams from results', () => {
  const named = namedBlobs({
    type: 'attempt.ended',
    v: 1,
    key: 'k',
    run: 1,
    contestant: 'c',
    inputs: 'i',
    outcome: 'ok',
    answer: ref('a'),
    stdout: ref('b'),
    stderr: ref('c'),
    timing: { queuedMs: 0 },
  });
  expect(named).toEqual({ results: [ref('a')], logs: [ref('b'), ref('c')] });
});

it('finds what stands deeper, and nothing that only looks like it', () => {
  const value = { deep: [{ patch: ref('d') }, { sha256: 'short', bytes: 1 }, null, 'text'] };
  const event = { type: 'draw.made', v: 1, key: 'k', inputs: 'i', value } as const;
  expect(namedBlobs(event)).toEqual({ results: [ref('d')], logs: [] });
});
