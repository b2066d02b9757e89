// An analysis or a cross-examination as people read it, with the names back in place.
import type { FormatResult } from '../domain/result.ts';
import { visible, visibleLine } from './visible.ts';

type Analysis = Extract<FormatResult, { type: 'analysis' }>;
type Cross = Extract<FormatResult, { type: 'cross-examination' }>;

export function analysisText({ cards, judgement }: Analysis): string {
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

export function crossText({ exchanges }: Cross): string {
  const parts = exchanges.map(({ by, of, questions, answer, problem }) =>
    [
      `## ${visibleLine(by)} asks ${visibleLine(of)}`,
      ...(questions === undefined ? [] : [visible(questions).trimEnd()]),
      ...(answer === undefined ? [] : [`${visibleLine(of)} answers:`, visible(answer).trimEnd()]),
      ...(problem === undefined ? [] : [`(${visibleLine(problem)})`]),
    ].join('\n\n'),
  );
  return `${parts.join('\n\n')}\n`;
}
