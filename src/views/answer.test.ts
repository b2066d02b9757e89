// An answer as people read it: the heading with its figures, the text, and why there is none.
import { describe, expect, it } from 'vitest';
import type { AttemptEnded } from '../domain/event.ts';
import { answerBody, answerHeading, unknownText } from './answer.ts';

function end(fields: Partial<AttemptEnded> = {}): AttemptEnded {
  const known = { type: 'attempt.ended', v: 1, key: 'k', run: 1, contestant: 'a', inputs: 'i' } as const;
  return { ...known, outcome: 'ok', timing: { queuedMs: 0, ranMs: 3500 }, ...fields };
}

describe('the heading', () => {
  const usage = { inputTokens: 1000, outputTokens: 200 };
  const cost = { usd: 0.0123, source: 'agent', basis: 'billed' } as const;

  it('says who, how it ended, how long, how much', () => {
    const head = { name: 'claude', model: 'opus', simulated: false };
    expect(answerHeading(head, end({ usage, cost }))).toBe(
      'claude (opus) · ok · 3.5s · 1.2k tok · $0.0123 (own figure, billed)',
    );
  });

  it('does not say the model twice', () => {
    const head = { name: 'claude/opus#2', model: 'opus', simulated: false };
    expect(answerHeading(head, end({ usage, cost }))).toMatch(/^claude\/opus#2 · ok/);
  });

  it('leaves out what is unknown, which is told once for all', () => {
    const gone = { usage: {}, contestant: 'b' };
    const known = end({ usage, cost });
    expect(unknownText([known, end({ usage }), end(gone), end({ contestant: 'c' })], () => false)).toBe(
      'Unknown: cost of a; tokens and cost of b, c.',
    );
    expect(unknownText([end({ usage })], () => true)).toBeUndefined();
    const head = { name: 'a', model: undefined, simulated: false };
    expect(answerHeading(head, end({ timing: { queuedMs: 0 }, usage: { inputTokens: 1 } }))).toBe('a · ok');
  });

  it('says simulated, and no money was ever spent on it', () => {
    const head = { name: 'a', model: undefined, simulated: true };
    expect(answerHeading(head, end({ usage }))).toBe('a · simulated · ok · 3.5s · 1.2k tok');
  });

  it('says a speed from the first token on, in a local lane; alone only where it was', () => {
    const head = { name: 'a', model: undefined, simulated: true };
    const ran = (fields: Partial<AttemptEnded>) =>
      answerHeading(
        head,
        end({ usage, lane: 'gpu', timing: { queuedMs: 0, ranMs: 3500, firstTokenMs: 2500 }, ...fields }),
      );
    expect(ran({ alone: true })).toMatch(/ · 200\.0 tok\/s alone in gpu$/);
    expect(ran({})).toMatch(/ · 200\.0 tok\/s in gpu$/);
    expect(ran({ lane: 'cloud' })).not.toContain('tok/s');
    expect(ran({ timing: { queuedMs: 0, ranMs: 3500 } })).not.toContain('tok/s');
    // In one piece.
    expect(ran({ timing: { queuedMs: 0, ranMs: 3500, firstTokenMs: 3450 } })).not.toContain('tok/s');
  });

  it('is one line that cannot drive the terminal', () => {
    const head = { name: 'a', model: '\x1b[2J\nm\u202e', simulated: false };
    expect(answerHeading(head, end())).toMatch(/^a \(␛\[2J m<U\+202E>\) · ok/);
  });
});

describe('the body', () => {
  it('is the answer, visible, without blanks at its end', () => {
    expect(answerBody(end(), 'one\n\x1b]0;x\x07two\n\n')).toBe('one\n␛]0;x␇two');
  });

  it('says that it was cut', () => {
    expect(answerBody(end({ truncated: true }), 'one')).toBe(
      'one\n\n(The answer is longer than joust keeps in memory; the whole is in its log.)',
    );
  });

  it('says why there is none, with what there was', () => {
    const crashed = { outcome: 'crashed', reason: 'exit\x1b 3' } as const;
    expect(answerBody(end(crashed), '')).toBe('No answer: exit␛ 3');
    expect(answerBody(end(crashed), 'half')).toBe('No answer: exit␛ 3\n\nWhat there was of it:\n\nhalf');
    expect(answerBody(end({ outcome: 'empty' }), ' \n')).toBe('No answer: empty.');
    expect(answerBody(end({ outcome: 'crashed', truncated: true }), 'half')).toContain(
      'half\n\n(The answer is longer',
    );
  });
});
