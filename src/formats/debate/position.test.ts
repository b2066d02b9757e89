// The line that closes a debate turn.
import { describe, expect, it } from 'vitest';
import { readPosition } from './movement.ts';

describe('readPosition', () => {
  it.each([
    ['Long talk.\n\nPOSITION: use a queue', 'use a queue'],
    ['POSITION: a\nmore\nPOSITION: b', 'b'],
    ['**POSITION:** Use a queue.\n', 'Use a queue.'],
    ['**Position**: use a queue', 'use a queue'],
    ['> POSITION: "use a queue"\n```', 'use a queue'],
    ['POSITION: ratio 3:1', 'ratio 3:1'],
  ])('%j is %j', (turn, expected) => {
    expect(readPosition(turn)).toBe(expected);
  });

  it.each([
    '',
    'I hold that a queue is right.',
    'POSITION: use a queue\nBut let me add one more thing.',
    'POSITION:',
    'POSITION: ...',
    'POSITION: <your position in one line>',
    'My POSITION: use a queue',
    'COMPOSITION: a queue',
  ])('%j closes with none', (turn) => {
    expect(readPosition(turn)).toBeUndefined();
  });

  it('is one short line', () => {
    expect(readPosition(`POSITION: ${'very '.repeat(900)}long`)?.length).toBe(300);
  });
});
