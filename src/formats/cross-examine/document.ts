// A cross-examination as people read it.
import { visible, visibleLine } from '../../views/visible.ts';
import type { CrossResult } from './result.ts';

export function crossText({ exchanges }: CrossResult): string {
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
