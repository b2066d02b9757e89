// How a cross-examination is told: who asked whom what, and the answers.
import { type Document, heading, quote, text } from '../../views/document.ts';
import type { CrossResult } from './result.ts';

export function document({ exchanges }: CrossResult): Document {
  return exchanges.flatMap(({ by, of, questions, answer, problem }) => [
    heading(`${by} asks ${of}`),
    ...(questions === undefined ? [] : [quote(questions)]),
    ...(answer === undefined ? [] : [text(`${of} answers:`), quote(answer)]),
    text(problem === undefined ? undefined : `(${problem})`),
  ]);
}
