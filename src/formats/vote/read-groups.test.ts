import { describe, expect, it } from 'vitest';
import { readGroups } from './count-votes.ts';

const question = { nonce: 'abc', shown: [{ label: 'A' }, { label: 'B' }, { label: 'C' }] };
const read = (groups: unknown) => readGroups(JSON.stringify({ nonce: 'abc', groups }), question);

describe('groups of labels', () => {
  it('are read in the forms judges use', () => {
    expect(read([['A', 'C'], ['B']])).toEqual([['A', 'C'], ['B']]);
    expect(read(['A, C', 'B'])).toEqual([['A', 'C'], ['B']]);
    expect(read([{ labels: ['Entry A', 'c'] }])).toEqual([['A', 'C']]);
    expect(readGroups('Well:\n```json\n{"nonce": "abc", "groups": [["A", "B"]]}\n```', question)).toEqual([
      ['A', 'B'],
    ]);
  });

  it.each([
    [
      'a label twice',
      JSON.stringify({
        nonce: 'abc',
        groups: [
          ['A', 'B'],
          ['B', 'C'],
        ],
      }),
    ],
    ['another nonce', JSON.stringify({ nonce: 'x', groups: [['A', 'B']] })],
    ['no nonce', JSON.stringify({ groups: [['A', 'B']] })],
    ['no label', JSON.stringify({ nonce: 'abc', groups: [['Z']] })],
    ['prose', 'A and C are the same.'],
  ])('are none with %s', (_, reply) => {
    expect(readGroups(reply, question)).toBeUndefined();
  });
});
