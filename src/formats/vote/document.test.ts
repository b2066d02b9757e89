import { expect, it } from 'vitest';
import { notesOf } from '../../views/document.ts';
import { documentText } from '../../views/render/document-text.ts';
import { visibleLine } from '../../views/visible.ts';
import { document } from './document.ts';
import type { VoteResult } from './result.ts';

const textOf = (result: VoteResult) => documentText(document(result));
const notesIn = (result: VoteResult) => notesOf(document(result)).map(visibleLine);

const esc = '\u001b[31m';
const result: VoteResult = {
  type: 'vote',
  outcome: 'won',
  answer: `${esc}x`,
  groups: [
    { answer: `${esc}x`, voters: [`a${esc}`, 'b'] },
    { answer: 'y', voters: ['c'] },
    { answer: 'z', voters: ['d'] },
  ],
  counted: 4,
  agreement: 0.5,
  majority: false,
  contestants: 6,
  uncounted: [{ contestant: `e${esc}`, why: 'unread' }],
  stoppedEarly: false,
  grouping: { judge: `j${esc}`, state: 'grouped' },
};

it('shows nothing that could drive a terminal, whoever wrote it', () => {
  const shown = textOf(result) + notesIn(result).join('\n');
  expect(shown).not.toContain('\u001b');
  expect(shown).toContain('2  ␛[31mx (a␛[31m, b)\n1  y (c)');
});

it('says where the most votes are no majority, and what a quorum asks for', () => {
  expect(textOf(result)).toContain('2 of 4 agree (50 %), which is not a majority.');
  const { answer: _, ...open } = result;
  expect(textOf({ ...open, outcome: 'no-quorum', quorum: 3 })).toMatch(
    /^No clear winner: 2 of 4 agree \(50 %\), and it takes 3 of 6\.\n/,
  );
});
