// How a judging is told: the winner or that there is none, the standing with its uncertainty, and how far each judge can be
// trusted.
import { type Document, figureColumns, gist, list, text } from '../../views/document.ts';
import { winnerText, wordText } from '../../views/judge-words.ts';
import { percent } from '../../views/units.ts';
import type { JudgedResult, ScoredResult } from './result.ts';

export function document(result: JudgedResult | ScoredResult): Document {
  return result.type === 'judged' ? judged(result) : scored(result);
}

function judged({ winner, rule, tied, rows, judges, pairs, agreement, ownFamily }: JudgedResult): Document {
  const level = tied.length > 1 ? `; cannot be told apart: ${tied.join(', ')}` : '';
  return [
    gist(winner === undefined ? `No clear winner${level}.` : winnerText(winner, rule, rows)),
    {
      type: 'table',
      columns: figureColumns(['', 'rating', '95 %', 'P(best)']),
      rows: rows.map((row) => [
        `${row.contestant}${row.tiedForBest ? ' *' : ''}`,
        String(row.rating),
        `${row.low} to ${row.high}`,
        percent(row.probabilityBest),
      ]),
      legend: rows.some(({ tiedForBest }) => tiedForBest) ? ['* cannot be told apart from the best'] : [],
    },
    ...pairs.map(({ pair: [first, second], word, judges: words }) =>
      words.length === 0
        ? text(`${first} against ${second}: ${word}`)
        : list(`${first} against ${second}: ${word}`, words.map(wordText)),
    ),
    text(
      ...judges.map(judgeText),
      agreement === undefined ? undefined : `agreement of the judges (alpha): ${agreement.toFixed(2)}`,
      ownFamily === true
        ? "Judges of the contestants' own families had to vote: read it with care."
        : undefined,
    ),
  ];
}

function scored({ winner, tied, rows, unread }: ScoredResult): Document {
  const level = tied.length > 1 ? `; level: ${tied.join(', ')}` : '';
  const dimensions = [...new Set(rows.flatMap(({ byDimension }) => Object.keys(byDimension)))];
  return [
    gist(winner === undefined ? `No clear winner${level}.` : `Winner: ${winner} (the highest score).`),
    {
      type: 'table',
      columns: figureColumns(['', 'score', 'evened', 'judges', ...dimensions]),
      rows: rows.map(({ contestant, score, fair, judges, byDimension }) => [
        contestant,
        score === undefined ? 'unknown' : percent(score),
        fair === undefined ? '' : percent(fair),
        String(judges),
        ...dimensions.map((name) => String(byDimension[name] ?? '-')),
      ]),
      legend: [
        ...rows.flatMap(({ contestant, incomplete }) =>
          incomplete > 0 ? [`${contestant}: ${incomplete} incomplete, not counted`] : [],
        ),
        ...rows.flatMap(({ contestant, setAside }) =>
          setAside > 0 ? [`${contestant}: ${setAside} by its own family, set aside`] : [],
        ),
        ...(unread > 0 ? [`${unread} could not be read and count for nothing`] : []),
      ],
    },
  ];
}

function judgeText(figures: JudgedResult['judges'][number]): string {
  const { judge, verdicts, unread, flips, flipRate, firstLean, reliability, longerShare, ownFamilyLean } =
    figures;
  const facts = [
    `${verdicts} verdicts`,
    `${unread} unread`,
    flipRate === undefined ? `${flips} flips, too few pairs for a rate` : `flip rate ${percent(flipRate)}`,
    firstLean === undefined ? undefined : `lean to the first shown ${firstLean.toFixed(2)}`,
    longerShare === undefined ? undefined : `prefers the longer in ${percent(longerShare)}`,
    ownFamilyLean === undefined ? undefined : `lean to its own family ${ownFamilyLean.toFixed(2)}`,
    reliability === undefined ? undefined : `reliability ${percent(reliability)}`,
  ];
  return `judge ${judge}: ${facts.filter((fact) => fact !== undefined).join(', ')}`;
}
