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
      ...{ type: 'judged', tied: [], rows: [], judges: [unread, read] },
      pairs: [
        {
          ...{ pair: ['ann', 'bob'], word: 'ann', decided: true },
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
