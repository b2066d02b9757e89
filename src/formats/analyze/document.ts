// An analysis as people read it, with the names back in place.

import { visible, visibleLine } from '../../views/visible.ts';
import type { AnalysisResult } from './result.ts';

export function analysisText({ cards, judgement }: AnalysisResult): string {
  const parts = cards.map(
    ({ contestant, text }) =>
      `## ${visibleLine(contestant)}\n\n${text === undefined ? 'There is no card of it.' : visible(text).trimEnd()}`,
  );
  if (judgement === undefined) return `${[...parts, 'There is no judgement.'].join('\n\n')}\n`;
  const { text, labels, winner } = judgement;
  const who = labels.map(({ label, contestant }) => `${label} is ${visibleLine(contestant)}`).join(', ');
  const choice = winner === undefined ? 'It names no best one.' : `It names ${visibleLine(winner)} the best.`;
  return `${[...parts, '## Judgement', visible(text).trimEnd(), `(${who}.) ${choice}`].join('\n\n')}\n`;
}
