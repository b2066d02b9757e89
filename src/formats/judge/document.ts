// What judges came to, as people read it: the winner or that there is none, the standing with its uncertainty, and how
// far each judge can be trusted.

import { percent } from '../../views/figures.ts';
import { table } from '../../views/table.ts';
import { visibleLine } from '../../views/visible.ts';
import type { JudgedResult, ScoredResult } from './result.ts';

export function judgedText(result: JudgedResult): string {
  const { winner, rule, tied, rows, judges, pairs, agreement } = result;
  const headline =
    winner === undefined
      ? `No clear winner${tied.length > 1 ? `; cannot be told apart: ${tied.map(visibleLine).join(', ')}` : ''}.`
      : `Winner: ${visibleLine(winner)} (${rule}).`;
  const standing = table([
    ['', 'rating', '95 %', 'P(best)'],
    ...rows.map((row) => [
      `${visibleLine(row.contestant)}${row.tiedForBest ? ' *' : ''}`,
      String(row.rating),
      `${row.low} to ${row.high}`,
      percent(row.probabilityBest),
    ]),
  ]);
  const lines = [
    headline,
    '',
    ...standing,
    ...(rows.some(({ tiedForBest }) => tiedForBest) ? ['* cannot be told apart from the best'] : []),
    '',
    ...pairs.flatMap(pairLines),
    '',
    ...judges.map(judgeLine),
    ...(agreement === undefined ? [] : [`agreement of the judges (alpha): ${agreement.toFixed(2)}`]),
    ...(result.ownFamily === true
      ? ["Judges of the contestants' own families had to vote: read it with care."]
      : []),
  ];
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

export function scoredText({ winner, tied, rows, unread }: ScoredResult): string {
  const headline =
    winner === undefined
      ? `No clear winner${tied.length > 1 ? `; level: ${tied.map(visibleLine).join(', ')}` : ''}.`
      : `Winner: ${visibleLine(winner)} (the highest score).`;
  const dimensions = [...new Set(rows.flatMap(({ byDimension }) => Object.keys(byDimension)))];
  const standing = table([
    ['', 'score', 'evened', 'judges', ...dimensions.map(visibleLine)],
    ...rows.map(({ contestant, score, fair, judges, byDimension }) => [
      visibleLine(contestant),
      score === undefined ? 'unknown' : percent(score),
      fair === undefined ? '' : percent(fair),
      String(judges),
      ...dimensions.map((name) => (byDimension[name] === undefined ? '-' : String(byDimension[name]))),
    ]),
  ]);
  const notes = [
    ...rows
      .filter(({ incomplete }) => incomplete > 0)
      .map((row) => `${visibleLine(row.contestant)}: ${row.incomplete} incomplete, not counted`),
    ...rows
      .filter(({ setAside }) => setAside > 0)
      .map((row) => `${visibleLine(row.contestant)}: ${row.setAside} by its own family, set aside`),
    ...(unread > 0 ? [`${unread} could not be read and count for nothing`] : []),
  ];
  return `${[headline, '', ...standing, ...notes].join('\n')}\n`;
}

function pairLines({
  pair: [first, second],
  word,
  decided,
  judges,
}: JudgedResult['pairs'][number]): readonly string[] {
  const what = decided ? `${visibleLine(word)}` : word;
  return [
    `${visibleLine(first)} against ${visibleLine(second)}: ${what}`,
    ...judges.map(({ judge, word: said, flipped, setAside, rationale }) => {
      const marks = [
        ...(flipped ? ['flipped with the order'] : []),
        ...(setAside === undefined ? [] : [`set aside: ${setAside}`]),
      ];
      const why = rationale === undefined ? '' : ` - ${visibleLine(rationale)}`;
      return `  ${visibleLine(judge)}: ${visibleLine(said)}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}${why}`;
    }),
  ];
}

function judgeLine({
  judge,
  verdicts,
  unread,
  flips,
  flipRate,
  firstLean,
  reliability,
  longerShare,
  ownFamilyLean,
}: JudgedResult['judges'][number]): string {
  const rate =
    flipRate === undefined ? `${flips} flips, too few pairs for a rate` : `flip rate ${percent(flipRate)}`;
  const lean = firstLean === undefined ? '' : `, lean to the first shown ${firstLean.toFixed(2)}`;
  const trust = reliability === undefined ? '' : `, reliability ${percent(reliability)}`;
  const long = longerShare === undefined ? '' : `, prefers the longer in ${percent(longerShare)}`;
  const kin = ownFamilyLean === undefined ? '' : `, lean to its own family ${ownFamilyLean.toFixed(2)}`;
  return `judge ${visibleLine(judge)}: ${verdicts} verdicts, ${unread} unread, ${rate}${lean}${long}${kin}${trust}`;
}
