import { expect, it } from 'vitest';
import { notesOf } from '../../views/document.ts';
import { documentText } from '../../views/render/document-text.ts';
import { visibleLine } from '../../views/visible.ts';
import { document } from './document.ts';
import type { DistillResult } from './result.ts';

const textOf = (result: DistillResult) => documentText(document(result));
const notesIn = (result: DistillResult) => notesOf(document(result)).map(visibleLine);

const esc = '\u001b[31m';

it('shows nothing that could drive a terminal, whoever wrote it', () => {
  const result: DistillResult = {
    type: 'distill',
    layer: 1,
    merged: { text: `${esc}red`, by: `a${esc}` },
    council: [{ contestant: `b${esc}`, layer: 1, outcome: 'crashed' }],
    problem: { type: 'merge-failed', layer: 1, by: 'c', reason: `${esc}broken` },
    sources: {
      type: 'read',
      who: [{ label: 'A', contestant: `a${esc}` }],
      parts: [{ text: `${esc}part`, labels: ['A', 'Z'] }],
      dropped: [{ text: 'x', labels: [], why: esc }],
    },
  };
  const shown = textOf(result) + notesIn(result).join('\n');
  expect(shown).not.toContain('\u001b');
  expect(shown).toContain('- ␛[31mpart [a␛[31m, Z]');
});

it('shows the answers there were where they could not be merged', () => {
  const failed: DistillResult = {
    type: 'distill',
    layer: 0,
    council: [{ contestant: 'ann', layer: 1, outcome: 'ok' }],
    problem: { type: 'too-few', layer: 1 },
    answers: [{ contestant: 'ann', text: 'The word.\n## ann\nmore' }],
  };
  expect(textOf(failed)).toBe('## ann\n\nThe word.\n    ## ann\nmore\n');
  expect(notesIn(failed)).toEqual(['It takes 2 ok answers to merge, and there is 1.']);
});

it('is empty where nothing was merged', () => {
  expect(textOf({ type: 'distill', layer: 0, council: [] })).toBe('');
});
