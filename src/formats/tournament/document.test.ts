// How a tournament is shown: the bracket as text, never too wide, and what is said about winners and judges.
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { BracketMatch as DrawnMatch } from '../../views/document.ts';
import { bracketDrawing } from '../../views/render/bracket.ts';
import { documentText } from '../../views/render/document-text.ts';
import { document } from './document.ts';
import type { TournamentResult } from './result.ts';

const textOf = (result: TournamentResult) => documentText(document(result), { columns: 100 });

/** Neighbours meet, the first of two wins, the last of an odd round has a bye. */
function played(names: readonly string[]): DrawnMatch[] {
  const matches: DrawnMatch[] = [];
  let left = names;
  for (let round = 1; left.length > 1; round += 1) {
    const next: string[] = [];
    for (let at = 0; at < left.length; at += 2) {
      const [first, second] = [left[at] ?? '', left[at + 1]];
      next.push(first);
      if (second !== undefined) matches.push({ round, pair: [first, second], winner: first, mark: '' });
    }
    left = next;
  }
  return matches;
}

const empty: TournamentResult = {
  type: 'tournament',
  system: 'bracket',
  seeds: [],
  clear: false,
  rule: 'nobody answered',
  matches: [],
  byes: [],
  order: [],
  unranked: [],
  judges: [],
  calls: 0,
};

describe('the bracket', () => {
  it('is drawn from left to right', () => {
    expect(
      bracketDrawing({ matches: played(['ann', 'bob', 'cy']), seeds: ['ann', 'bob', 'cy'] }, 36),
    ).toEqual([
      '1 ann ─────┐',
      '           ├ ann ──────┐',
      '2 bob ─────┘           ├ ann',
      '                       │',
      '3 cy ──────────────────┘',
    ]);
  });

  it.each([1, 2, 3, 5, 8, 16, 17, 33])('of %d is no wider than 100 columns, whatever the names', (size) => {
    for (const name of ['c', 'a-very-long-name-of-a-contestant', '日本語の名前がとても長い']) {
      const names = Array.from({ length: size }, (_, at) => `${name}${at}`);
      const lines = bracketDrawing({ matches: played(names), seeds: names }, 100);
      expect(lines).toHaveLength(size === 1 ? 0 : 2 * size - 1);
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(100);
    }
  });

  it('shows a match that waits', () => {
    const [first] = played(['ann', 'bob']);
    const open = [{ ...first, round: 1, pair: ['ann', 'bob'] as const, winner: undefined, mark: '?' }];
    expect(bracketDrawing({ matches: open, seeds: ['ann', 'bob'] }, 40).join('\n')).toContain('├ ??');
  });
});

describe('the text', () => {
  const row = (contestant: string, tiedForBest: boolean) => ({
    contestant,
    points: 1,
    matches: 1,
    rating: 0,
    low: -1,
    high: 1,
    probabilityBest: 0.5,
    tiedForBest,
  });
  const match = {
    round: 1,
    pair: ['ann', 'bob'] as [string, string],
    winner: 'ann',
    how: 'verdict' as const,
  };
  const won: TournamentResult = {
    ...empty,
    seeds: ['ann', 'bob'],
    champion: 'ann',
    clear: true,
    rule: 'the last one left',
    matches: [
      { ...match, words: [{ judge: 'judy', word: 'ann', flipped: false, rationale: 'it is complete' }] },
    ],
    order: [row('ann', true), row('bob', false)],
  };

  it('says why each judge chose as it did', () => {
    expect(textOf(won)).toContain('ann against bob:\n  judy: ann - it is complete\n');
  });

  it('calls nobody the winner above a table that cannot tell it from others', () => {
    expect(textOf(won)).toMatch(/^Winner: ann \(bracket: the last one left\)\.\n/);
    const level = textOf({ ...won, order: [row('ann', true), row('bob', true)] });
    expect(level.replaceAll(/\s+/g, ' ')).toMatch(
      /^ann leads, not clear \(bracket: the last one left\): so few comparisons cannot tell it from bob\./,
    );
  });

  it('of nobody is one sentence', () => {
    expect(textOf(empty)).toBe('Nobody answered, so that there is nothing to compare.\n');
  });

  it('shows nothing that drives a terminal, and no line of its own wider than 100 columns', () => {
    const evil = `\u001b[2Jann${'x'.repeat(200)}`;
    const text = textOf({
      ...empty,
      system: 'round-robin',
      seeds: [evil, 'bob'],
      champion: evil,
      clear: false,
      why: `nobody decided ${evil} against bob`,
      matches: [{ round: 1, pair: [evil, 'bob'], how: 'undecided', why: 'tied', words: [] }],
      order: [evil, 'bob'].map((contestant) => ({ contestant, points: 0.5, matches: 1, tiedForBest: true })),
      unranked: [{ contestant: evil, outcome: 'crashed', reason: evil }],
      judges: [
        {
          judge: evil,
          verdicts: 3,
          unread: 1,
          setAside: 0,
          flipRate: { kind: 'measured', value: 1, low: 0.7, high: 1, n: 12 },
          lean: { kind: 'too-few', n: 3, needed: 10 },
          agreement: { kind: 'too-few', n: 0, needed: 10 },
          alarm: 'drop',
        },
      ],
    });
    expect(text).not.toContain('\u001b');
    expect(text).toContain('No clear winner');
    expect(text).toContain('changed with the order in 100 % (70 % to 100 %)');
    expect(text).not.toContain('leans to the first');
    expect(text).toContain('Do not trust it');
    for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(100);
  });
});
