import { expect, it } from 'vitest';
import { notesOf } from '../../views/document.ts';
import { documentText } from '../../views/render/document-text.ts';
import { visibleLine } from '../../views/visible.ts';
import { document } from './document.ts';
import type { DebateResult } from './result.ts';

const textOf = (result: DebateResult) => documentText(document(result));
const notesIn = (result: DebateResult) => notesOf(document(result)).map(visibleLine);

const esc = '\u001b[31m';
const result: DebateResult = {
  type: 'debate',
  moderator: `a${esc}`,
  verdict: { text: `${esc}red`, by: `a${esc}` },
  rounds: 2,
  endedBy: 'moderator',
  turns: [
    { round: 1, speaker: `a${esc}`, outcome: 'ok', position: `${esc}left` },
    { round: 2, speaker: `a${esc}`, outcome: 'ok', position: 'right', changed: true },
    { round: 1, speaker: 'b', outcome: 'timed-out' },
  ],
  checks: [{ round: 1, said: 'CONTINUE' }],
  warnings: [{ round: 2, speaker: `a${esc}`, toward: 'b', newWords: 0.125 }],
};

it('shows nothing that could drive a terminal, whoever wrote it', () => {
  const shown = textOf(result) + notesIn(result).join('\n');
  expect(shown).not.toContain('\u001b');
  expect(shown).toContain(
    '  round 1: ␛[31mleft\n  round 2: right (moved)\n\nb\n  round 1: (skipped: timed-out)',
  );
  expect(shown).toMatch(/only 13 % of the words/);
});

it('names the moderator, with the verdict and where it ended the debate', () => {
  expect(textOf({ ...result, verdict: { text: 'so', by: 'mod' } })).toMatch(
    /^## Verdict by mod, the moderator\n\nso\n/,
  );
  expect(notesIn({ ...result, moderator: 'mod' })).toContain(
    'mod, the moderator, found it settled after 2 rounds.',
  );
});

it('is empty where nobody was there', () => {
  const { verdict: _, ...none } = { ...result, turns: [], warnings: [] };
  expect(textOf(none)).toBe('');
});
