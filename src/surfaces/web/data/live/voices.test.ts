import { expect, it } from 'vitest';
import type { Piece } from './live-words.ts';
import { compact, Voices } from './voices.ts';

const text = (from: number, words: string): Piece => ({ from, kind: 'text', text: words });

it('puts words together that follow each other, and nothing else', () => {
  const tool: Piece = { from: 6, kind: 'tool', event: { type: 'tool', name: 'read' } };
  const thought: Piece = { from: 7, kind: 'thought', text: 'x' };
  expect(compact([text(0, 'one'), text(3, 'two'), tool, thought, text(8, 'a'), text(20, 'b')])).toEqual([
    text(0, 'onetwo'),
    tool,
    thought,
    text(8, 'a'),
    text(20, 'b'),
  ]);
  const long = 'x'.repeat(4000);
  expect(compact([text(0, long), text(4000, 'y'.repeat(90)), text(4090, 'z'.repeat(90))])).toHaveLength(2);
});

it('keeps what was said for those who come later, and passes nothing on twice', () => {
  const voices = new Voices();
  const said = { started: 1, contest: 'c', key: 'k', contestant: 'ann', run: 1 };
  for (let at = 0; at < 3000; at += 1) voices.hear([{ ...said, pieces: [text(2 * at, 'ab')] }]);
  expect(voices.hear([{ ...said, pieces: [text(5998, 'abcd')] }])).toEqual([
    { ...said, pieces: [text(6000, 'cd')] },
  ]);
  const [kept] = voices.of(['c']);
  expect(kept?.pieces.length).toBeLessThan(300);
  expect(kept?.pieces.map((piece) => ('text' in piece ? piece.text : '')).join('')).toBe(
    `${'ab'.repeat(3000)}cd`,
  );
  expect(voices.places()).toBe('.1:6002');
});
