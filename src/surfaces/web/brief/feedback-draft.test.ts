import { describe, expect, it } from 'vitest';
import { isSaid, noFeedback, readDraft, refineBody, withNote } from './feedback-draft.ts';

const note = { who: 'ann', file: 'RESULT.md', line: 3, text: ' Say why. ' };

describe('a note on a line', () => {
  it('replaces the one there, and is taken away by nothing', () => {
    const one = withNote(withNote(noFeedback, note), { ...note, text: 'Why?' });
    expect(one.notes).toEqual([{ ...note, text: 'Why?' }]);
    expect(withNote(one, { ...note, text: ' ' }).notes).toEqual([]);
  });

  it('stands in the order of the lines', () => {
    const all = [{ ...note, line: 12 }, { ...note, who: 'Bob' }, note].reduce(withNote, noFeedback);
    expect(all.notes.map(({ who, line }) => `${who} ${line}`)).toEqual(['Bob 3', 'ann 3', 'ann 12']);
  });
});

describe('feedback that is sent', () => {
  it('has what was said, by contestant, and nothing else', () => {
    const draft = withNote({ shared: ' Shorter. ', personal: { ann: '', bob: 'More.' }, notes: [] }, note);
    expect(refineBody('/b', draft)).toEqual({
      folder: '/b',
      feedback: 'Shorter.',
      personal: {
        ann: { comments: [{ file: 'RESULT.md', line: 3, text: 'Say why.' }] },
        bob: { text: 'More.' },
      },
    });
    expect(refineBody('/b', noFeedback)).toEqual({ folder: '/b' });
    expect([isSaid(draft), isSaid(noFeedback)]).toEqual([true, false]);
  });
});

it('a draft is read as it was kept; what is none is nothing', () => {
  const draft = withNote({ ...noFeedback, shared: 'x' }, note);
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
  for (const text of [undefined, '', '{', 'null', '{"notes":[{"line":"x"}],"personal":{"a":1}}'])
    expect(readDraft(text)).toEqual(noFeedback);
});
