// How an analysis is told, with the names back in place.
import { type Document, gist, heading, quote, text } from '../../views/document.ts';
import type { AnalysisResult } from './result.ts';

export function document({ cards, judgement }: AnalysisResult): Document {
  return [
    ...cards.flatMap((card) => [
      heading(card.contestant),
      card.text === undefined ? text('There is no card of it.') : quote(card.text),
    ]),
    ...(judgement === undefined ? [gist('There is no judgement.')] : judged(judgement)),
  ];
}

function judged({ text: said, reason, labels, winner }: NonNullable<AnalysisResult['judgement']>): Document {
  const who = labels.map(({ label, contestant }) => `${label} is ${contestant}`).join(', ');
  const why = reason === undefined || reason === said ? '.' : `: ${reason}`;
  const choice = winner === undefined ? 'It names no best one.' : `It names ${winner} the best${why}`;
  return [heading('Judgement'), quote(said), gist(choice, `(${who}.)`)];
}
