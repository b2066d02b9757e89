// How a judging is told: the winner or that there is none, the standing with its uncertainty, and how far each judge can be
// trusted.

import { plural } from '../../domain/figures.ts';
import { type Document, figureColumns, gist, list, text } from '../../views/document.ts';
import { agreementText, unreadText, verdictText, winnerText, wordText } from '../../views/judge-words.ts';
import { percent } from '../../views/units.ts';
import type { JudgedResult, ScoredResult } from './result.ts';

export function document(result: JudgedResult | ScoredResult): Document {
  return result.type === 'judged' ? judged(result) : scored(result);
}

function judged({ winner, rule, tied, rows, judges, pairs, agreement, ownFamily }: JudgedResult): Document {
  const unread = unreadText(judges);
  if (unread !== undefined) return [gist(unread)];
  const level = tied.length > 1 ? `; cannot be told apart: ${tied.join(', ')}` : '';
  return [
    gist(winner === undefined ? `No clear winner${level}.` : winnerText(winner, rule, rows)),
    {
      type: 'table',
      columns: figureColumns(['', 'rating', '95 %', 'P(best)']),
      rows: rows.map((row) => [
        `${row.contestant}${row.tiedForBest ? ' =' : ''}`,
        String(row.rating),
        `${row.low} to ${row.high}`,
        percent(row.probabilityBest),
      ]),
      legend: rows.some(({ tiedForBest }) => tiedForBest) ? ['= cannot be told apart from the best'] : [],
    },
    ...pairs.map(({ pair: [first, second], word, judges: words }) =>
      words.length === 0
        ? text(`${first} against ${second}: ${verdictText(word)}`)
        : list(`${first} against ${second}: ${verdictText(word)}`, words.map(wordText)),
    ),
    text(
      ...judges.map(judgeText),
      agreementText(agreement),
      ownFamily === true
        ? "Judges of the contestants' own families had to vote: read it with care."
        : undefined,
    ),
  ];
}

function scored({ winner, tied, rows, unread }: ScoredResult): Document {
  if (unread > 0 && rows.every(({ judges }) => judges === 0))
    return [
      gist(
        'No scores: what the judges replied could not be read as such. See it with joust show, or name another judge.',
      ),
    ];
  const level = tied.length > 1 ? `; level: ${tied.join(', ')}` : '';
  const dimensions = [...new Set(rows.flatMap(({ byDimension }) => Object.keys(byDimension)))];
  return [
    gist(winner === undefined ? `No clear winner${level}.` : `Winner: ${winner} (the highest score).`),
    {
      type: 'table',
      columns: figureColumns(['', 'score', 'fair', 'judges', ...dimensions]),
      rows: rows.map(({ contestant, score, fair, judges, byDimension }) => [
        contestant,
        score === undefined ? 'unknown' : percent(score),
        fair === undefined ? '' : percent(fair),
        String(judges),
        ...dimensions.map((name) => String(byDimension[name] ?? '-')),
      ]),
      legend: [
        ...rows.flatMap(({ contestant, incomplete }) =>
          incomplete > 0 ? [`${contestant}: ${plural(incomplete, 'score')} incomplete, not counted`] : [],
        ),
        ...rows.flatMap(({ contestant, setAside }) =>
          setAside > 0
            ? [`${contestant}: ${plural(setAside, 'score')} by a judge of its own family, not counted`]
            : [],
        ),
        ...(rows.some(({ fair }) => fair !== undefined)
          ? ['fair: with strict and mild judges evened out']
          : []),
        ...(unread > 0 ? [`${plural(unread, 'score')} could not be read and do not count`] : []),
      ],
    },
  ];
}

function judgeText(figures: JudgedResult['judges'][number]): string {
  const { judge, verdicts, unread, flips, flipRate, firstLean, reliability, longerShare, ownFamilyLean } =
    figures;
  const facts = [
    plural(verdicts, 'verdict'),
    unread === 0 ? undefined : `${unread} could not be read`,
    flipRate === undefined ? changedText(flips) : `changed with the order in ${percent(flipRate)}`,
    firstLean === undefined ? undefined : `leans to the first shown by ${firstLean.toFixed(2)}`,
    longerShare === undefined ? undefined : `prefers the longer in ${percent(longerShare)}`,
    ownFamilyLean === undefined ? undefined : `leans to its own family by ${ownFamilyLean.toFixed(2)}`,
    reliability === undefined ? undefined : `reliable to ${percent(reliability)}`,
  ];
  return `judge ${judge}: ${facts.filter((fact) => fact !== undefined).join(', ')}`;
}

/** Too few pairs for a share of them. */
function changedText(flips: number): string | undefined {
  return flips === 0 ? undefined : `changed with the order ${plural(flips, 'time')}`;
}
