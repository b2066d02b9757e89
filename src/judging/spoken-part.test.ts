// Thinking is not speaking.
import { describe, expect, it } from 'vitest';
import { readChoice } from './read-choice.ts';
import { spokenPart } from './spoken-part.ts';

describe('spokenPart', () => {
  it('is the reply after the thinking', () => {
    expect(spokenPart('<think>A is better. [[A]]</think>\n[[B]]')).toBe('\n[[B]]');
    expect(spokenPart('A </thinking> B </thinking> C')).toBe(' C');
    expect(spokenPart('no tags, a < b')).toBe('no tags, a < b');
  });

  it('is empty where the thinking never ended', () => {
    expect(spokenPart('<think>A is better. [[A]]')).toBe('');
    expect(readChoice('<think>[[A]]', { labels: ['A', 'B'], entries: [] })).toEqual({
      type: 'none',
      why: 'empty',
    });
  });
});
