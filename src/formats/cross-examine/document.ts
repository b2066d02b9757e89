// How a cross-examination is told: who asked whom what, and the answers.

import { plural } from '../../domain/figures.ts';
import { type Document, gist, heading, quote, text } from '../../views/document.ts';
import type { CrossResult } from './result.ts';

export function document({ exchanges }: CrossResult): Document {
  const answered = exchanges.filter(({ answer }) => answer !== undefined).length;
  return [
    gist(`${answered} of ${plural(exchanges.length, 'examination')} answered.`),
    ...exchanges.flatMap(({ by, of, questions, answer, problem }) => [
      heading(`${by} asks ${of}`),
      ...(questions === undefined ? [] : [quote(questions)]),
      ...(answer === undefined ? [] : [text(`${of} answers:`), quote(answer)]),
      text(problem === undefined ? undefined : `(${problem})`),
    ]),
  ];
}
