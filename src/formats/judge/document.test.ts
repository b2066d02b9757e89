// What a judging says where nothing that the judges replied could be read.
import { expect, test } from 'vitest';
import { documentText } from '../../views/render/document-text.ts';
import { document } from './document.ts';
import type { JudgedResult, ScoredResult } from './result.ts';

const unread: JudgedResult['judges'][number] = {
  judge: 'judy',
  verdicts: 2,
  unread: 2,
  setAside: 0,
  flips: 0,
};

test('unreadable judges are a sentence, not tables of nothing', () => {
  const pairs: JudgedResult['pairs'] = [
    {
      pair: ['ann', 'bob'],
      word: 'none',
      decided: false,
      judges: [{ judge: 'judy', word: 'none', flipped: false }],
    },
  ];
  const compared = { type: 'judged', tied: [], rows: [], judges: [unread], pairs } as const;
  expect(documentText(document({ ...compared, tied: [], rows: [], judges: [unread] }))).toBe(
    'No verdict: what judy replied could not be read as one. See it with joust show, or name another judge.\n',
  );
  const row = { contestant: 'ann', byDimension: {}, judges: 0, incomplete: 0, setAside: 0 };
  const scored: ScoredResult = { type: 'scored', tied: [], rows: [row], unread: 2 };
  expect(documentText(document(scored))).toMatch(
    /^No scores: what the judges replied could not be read as such\..*\n$/,
  );
});

test('one of two that could be read is shown with the other named', () => {
  const read = { ...unread, judge: 'jo', unread: 0 };
  const text = documentText(
    document({
      type: 'judged',
      tied: [],
      rows: [],
      judges: [unread, read],
      pairs: [
        {
          pair: ['ann', 'bob'],
          word: 'ann',
          decided: true,
          judges: [
            { judge: 'judy', word: 'none', flipped: false },
            { judge: 'jo', word: 'ann', flipped: false },
          ],
        },
      ],
    }),
  );
  expect(text).toContain('judy: no verdict');
  expect(text).toContain('judge judy: 2 verdicts, 2 could not be read');
  expect(text).toContain('judge jo: 2 verdicts\n');
});

test('a judge that does not count is named with a reason in words', () => {
  const row = { byDimension: { use: 4 }, judges: 1, incomplete: 0, setAside: 0, tiedForBest: false };
  const text = documentText(
    document({
      type: 'scored',
      winner: 'ann',
      tied: ['ann'],
      unread: 2,
      decisions: [],
      excluded: [],
      rows: [{ ...row, contestant: 'ann', score: 0.8, tiedForBest: true }],
      silent: [{ judge: 'jo', why: 'no-nonce' }],
      quarantined: [{ judge: 'judy', why: 'the sheet lacks B' }],
      judges: [
        {
          judge: 'jim',
          scores: {},
          percentages: { ann: 0.8 },
          reviews: [],
          excluded: ['ann'],
          ignored: ['Q'],
        },
        { judge: 'jo', scores: {}, percentages: {}, reviews: [], excluded: [] },
      ],
      divergence: { dimension: 'use', spread: 0.4, best: 'ann', worst: 'bob' },
    }),
  );
  expect(text).toContain('judge jo: no scores, its reply lacks the word that it had to repeat');
  expect(text).toContain('judge judy does not count: the sheet lacks B');
  expect(text).toContain('judge jim: ann 80 % (not counted); it also scored Q, which it was not shown');
  expect(text).toContain('They lie furthest apart on use: ann is ahead of bob by 40 % of its scale.');
  expect(text).not.toContain('no whole scores');
});
