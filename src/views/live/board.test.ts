// The board: one line per contestant, never wider than the terminal, whatever names and words are made of.
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { AttemptEnded } from '../../domain/event.ts';
import { clip } from '../render/columns.ts';
import { boardLines } from './board.ts';
import type { LiveContestant } from './live.ts';

const unit = fc.oneof(
  fc.constantFrom(
    '日',
    '本',
    '한',
    '👩‍👩‍👧',
    '🏳️‍🌈',
    '👍🏽',
    '🇩🇪',
    'e\u0301',
    'a\u0300\u0316\u0327',
    'ｆ',
    '\u0600',
    '\u0904',
  ),
  fc.constantFrom('a', ' ', '\n', '\t', '\x1b', '\u202e', '\u200d', '\ufe0f', '\ud83d', '\ude00', '…'),
);
const text = fc.oneof(fc.string({ unit, maxLength: 90 }), fc.string({ unit: 'binary', maxLength: 90 }));
const width = fc.integer({ min: 1, max: 140 });

function end(fields: Partial<AttemptEnded>): AttemptEnded {
  const known = { type: 'attempt.ended', v: 1, key: 'k', run: 1, contestant: 'a', inputs: 'i' } as const;
  return { ...known, outcome: 'ok', timing: { queuedMs: 0 }, ...fields };
}

const contestant: fc.Arbitrary<LiveContestant> = fc
  .record({ name: text, words: text, reason: text, count: fc.nat(2_000_000) })
  .chain(({ name, words, reason, count }) =>
    fc.constantFrom<LiveContestant>(
      { name, state: 'waiting', characters: 0, lastWords: '' },
      { name, state: 'queued', ahead: count, characters: 0, lastWords: '' },
      { name, state: 'running', startedAtMs: 0, characters: count, lastWords: words },
      { name, state: 'running', startedAtMs: 0, characters: 3, lastWords: words, notice: reason },
      { name, state: 'ended', characters: 0, lastWords: '', end: end({ outcome: 'crashed', reason }) },
      { name, state: 'interrupted', characters: 0, lastWords: words },
    ),
  );

describe('boardLines', () => {
  it('has a line each, with its mark never wider than the terminal', () => {
    fc.assert(
      fc.property(fc.array(contestant, { maxLength: 5 }), width, (contestants, columns) => {
        const lines = boardLines({ contestants, measuring: [] }, { nowMs: 5000, width: columns });
        expect(lines).toHaveLength(contestants.length);
        for (const line of lines) {
          expect(stringWidth(line.text)).toBeLessThanOrEqual(Math.max(0, columns - 2));
          expect(line.text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('cuts words in whole characters, from the front and from the back', () => {
    for (const lead of ['', 'x']) {
      const lastWords = lead + '😀'.repeat(60);
      const wordy = { name: 'a', state: 'running', startedAtMs: 0, characters: 0, lastWords } as const;
      for (const columns of [30, 31, 32, 200]) {
        const [line] = boardLines({ measuring: [], contestants: [wordy] }, { nowMs: 0, width: columns });
        expect(line?.text.isWellFormed()).toBe(true);
        expect(line?.text).toMatch(/ · …(?:😀)+…?$/u);
      }
    }
  });

  it('lines the names up', () => {
    const lines = boardLines(
      {
        measuring: [],
        contestants: ['a', '日本', 'longer'].map((name) => ({
          name,
          state: 'waiting',
          characters: 0,
          lastWords: '',
        })),
      },
      { nowMs: 0, width: 80 },
    );
    expect(lines.map(({ text: line }) => line)).toEqual([
      'a       waiting',
      '日本    waiting',
      'longer  waiting',
    ]);
  });
});

describe('what a line says', () => {
  const say = (one: Partial<LiveContestant>, nowMs = 2000) =>
    boardLines(
      { measuring: [], contestants: [{ name: 'a', state: 'waiting', characters: 0, lastWords: '', ...one }] },
      { nowMs, width: 120 },
    )[0]?.text;

  it('counts by the agent’s own figure, from the first token on, and marks a guess as one', () => {
    const running = { state: 'running', startedAtMs: 0, firstTokenAtMs: 1000 } as const;
    expect(say({ ...running, usage: { outputTokens: 50 }, characters: 4000 })).toBe(
      'a  running · 2.0s · 50 tok · 50 tok/s',
    );
    expect(say({ ...running, characters: 400, lastWords: 'so\nfar' })).toBe(
      'a  running · 2.0s · ~100 tok · ~100 tok/s · so far',
    );
    expect(say({ state: 'running', startedAtMs: 0, firstTokenAtMs: 1900, characters: 400 })).toBe(
      'a  running · 2.0s · ~100 tok',
    );
  });

  it('marks a thought as one, and says where it begins', () => {
    const thinking = { state: 'running', startedAtMs: 0, lastWords: 'hm', wordsAre: 'thought' } as const;
    expect(say(thinking)).toBe('a  running · 2.0s · thinks: hm');
    const line = (one: Partial<LiveContestant>, width: number) =>
      boardLines(
        { measuring: [], contestants: [{ name: 'a', characters: 0, ...thinking, ...one }] },
        { nowMs: 2000, width },
      )[0];
    expect(line({}, 80)?.thoughtAt).toBe('a  running · 2.0s · '.length);
    expect(line({ wordsAre: 'answer' }, 80)?.thoughtAt).toBeUndefined();
    expect(line({}, 16)?.thoughtAt).toBeUndefined();
  });

  it('puts a notice before the last words', () => {
    expect(say({ state: 'running', startedAtMs: 0, lastWords: 'words', notice: 'slow down' })).toBe(
      'a  running · 2.0s · slow down',
    );
  });

  it('tells the queue, and how it ended with the reason only where it failed', () => {
    expect(say({ state: 'queued', ahead: 0 })).toBe('a  starting');
    expect(say({ state: 'queued', ahead: 2 })).toBe('a  queued, 2 ahead');
    const ok = end({
      timing: { queuedMs: 0, ranMs: 1500 },
      usage: { inputTokens: 1, outputTokens: 2 },
      reason: 'r',
    });
    expect(say({ state: 'ended', end: ok })).toBe('a  ok · 1.5s · 3 tok');
    expect(say({ state: 'ended', end: end({ outcome: 'crashed', reason: 'exit 3' }) })).toBe(
      'a  crashed · exit 3',
    );
  });
});

describe('clip', () => {
  it('leaves what fits, and shows that something is missing where it cut', () => {
    fc.assert(
      fc.property(text, width, (given, columns) => {
        const cut = clip(given, columns);
        expect(stringWidth(cut)).toBeLessThanOrEqual(columns);
        if (stringWidth(given) <= columns) expect(cut).toBe(given);
        else expect(cut).toMatch(/…$/);
      }),
      { numRuns: 500 },
    );
    expect(clip('日本語', 5)).toBe('日本…');
    expect(clip('日本語', 4)).toBe('日…');
    expect(clip('abc', 0)).toBe('');
  });
});
