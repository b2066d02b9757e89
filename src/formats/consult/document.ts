// How a consultation is told: each reviewer's verdict, and its words.
import { type Document, gist, heading, quote, text } from '../../views/document.ts';
import type { ConsultResult } from './result.ts';

export function document({ of, reviews }: ConsultResult): Document {
  const said = reviews.flatMap(({ verdict, reviewer, text: words }) =>
    words === undefined ? [] : [`${reviewer}: ${verdict ?? 'no verdict'}`],
  );
  return [
    gist(said.length === 0 ? `Nobody could be heard on the work of ${of}.` : `On ${of}: ${said.join(', ')}.`),
    ...reviews.flatMap(({ reviewer, text: words, problem }) => [
      heading(reviewer),
      ...(words === undefined ? [] : [quote(words)]),
      text(problem === undefined ? undefined : `(${problem})`),
    ]),
  ];
}
