import { describe, expect, it } from 'vitest';
import { exhibitsText } from '../../views/answer.ts';
import { documentText } from '../../views/render/document-text.ts';
import { document } from './document.ts';
import type { ArenaResult } from './result.ts';

const textOf = (result: ArenaResult) => documentText(document(result));

const side = (label: string, contestant: string, more: object = {}) =>
  ({ label, contestant, agent: 'x', outcome: 'ok', ...more }) as ArenaResult['sides'][number];
const result = (pick: ArenaResult['pick'], more: Partial<ArenaResult> = {}): ArenaResult => ({
  type: 'arena',
  pick,
  stored: pick !== 'skip',
  simulated: false,
  sides: [
    side('A', 'claude/opus', {
      model: 'claude-opus-4',
      effort: 'high',
      ranMs: 3500,
      tokens: 1200,
      costUsd: 0.0123,
    }),
    side('B', 'codex'),
  ],
  ...more,
});

describe('the reveal', () => {
  it('tells whose each was, with its figures, and says what is unknown', () => {
    expect(textOf(result('a', { winner: 'claude/opus' }))).toBe(
      'A was claude/opus (claude-opus-4) · effort high · 3.5s · 1.2k tok · $0.0123\n' +
        'B was codex\n\n' +
        'Picked A: claude/opus. Recorded as a preference.\n',
    );
  });

  it.each([
    ['tie', /Recorded as a tie/],
    ['bad', /Both were found bad/],
    ['skip', /nothing is recorded/],
    ['none', /nobody has won/],
  ] as const)('comes after %s', (pick, words) => {
    const text = textOf(result(pick));
    expect(text).toMatch(words);
    expect(text).toContain('A was claude/opus');
  });

  it('says why there was no answer', () => {
    const { label: _, ...mute } = side('A', 'codex', { outcome: 'crashed', reason: 'exit\u001b[2J code 3' });
    expect(textOf(result('none', { sides: [mute] }))).toMatch(/^codex · crashed · exit␛\[2J code 3\n/);
  });
});

it('exhibits stand under their labels, and cannot drive a terminal', () => {
  expect(exhibitsText({ exhibits: [{ label: 'A', text: 'x\u001b[2J\n' }] })).toBe('## A\n\nx␛[2J\n\n');
  expect(exhibitsText({})).toBe('');
});
