// How a judging is told: the winner or that there is none, the standing with its uncertainty, and how far each judge can be
// trusted.

import { plural } from '../../domain/figures.ts';
import { type Document, figureColumns, gist, list, type TableBlock, text } from '../../views/document.ts';
import {
  agreementText,
  evenTable,
  reasonText,
  unreadText,
  verdictText,
  weighedLines,
  winnerText,
  wordText,
} from '../../views/judge-words.ts';
import type { TestCase } from '../../views/render/test-cases.ts';
import { percent } from '../../views/units.ts';
import type { JudgedResult, ScoredResult } from './result.ts';

export function document(result: JudgedResult | ScoredResult): Document {
  return result.type === 'judged' ? judged(result) : scored(result);
}

/** Every entry with what it got, and the judges who could not be read. */
export function cases(result: JudgedResult | ScoredResult): readonly TestCase[] {
  if (result.type === 'judged')
    return result.rows.map(({ contestant, rating }) => ({ group: contestant, name: `rating ${rating}` }));
  const { rows, quarantined = [], silent = [] } = result;
  return [
    ...rows.map(({ contestant, score }) =>
      score === undefined
        ? { group: contestant, name: 'score', skipped: 'nobody scored it in full' }
        : { group: contestant, name: `score ${percent(score)}` },
    ),
    ...[...quarantined, ...silent].map(({ judge, why }) => ({
      group: 'judges',
      name: judge,
      failure: reasonText(why),
    })),
  ];
}

function judged(result: JudgedResult): Document {
  const { winner, rule, tied, rows, judges, pairs, agreement, ownFamily } = result;
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
    ...evenTable(result.even, result.weighed),
    ...pairs.map(({ pair: [first, second], word, judges: words }) =>
      words.length === 0
        ? text(`${first} against ${second}: ${verdictText(word)}`)
        : list(`${first} against ${second}: ${verdictText(word)}`, words.map(wordText)),
    ),
    text(
      ...judges.map(judgeText),
      ...weighedLines(result.weighed),
      agreementText(agreement),
      ownFamily === true
        ? "Judges of the contestants' own families had to vote: read it with care."
        : undefined,
    ),
  ];
}

function scored(result: ScoredResult): Document {
  const { rows, unread, quarantined = [], silent = [], judges } = result;
  const lost = [
    ...quarantined.map(({ judge, why }) => `judge ${judge} does not count: ${reasonText(why)}`),
    ...silent.map(({ judge, why }) => `judge ${judge}: no scores, ${reasonText(why)}`),
  ];
  if (unread > 0 && rows.every((row) => row.judges === 0))
    return [
      gist(
        'No scores: what the judges replied could not be read as such. See it with joust show, or name another judge.',
        ...lost,
      ),
    ];
  return [
    gist(scoredGist(result)),
    scoreTable(result),
    ...(judges ?? []).flatMap((judge) => sheetBlocks(judge)),
    text(
      ...lost,
      ...weighedLines(result.weighed),
      agreementText(result.agreement),
      divergenceText(result),
      result.ownFamily === true
        ? "Judges of the contestants' own families had to score: read it with care."
        : undefined,
    ),
    list(
      (result.decisions ?? []).length === 0 ? undefined : 'On what they differ most, as the judges say:',
      (result.decisions ?? []).map(({ judge, text: words }) => `${judge}: ${words}`),
    ),
  ];
}

function scoredGist({ winner, tied, rows }: ScoredResult): string {
  const others = tied.filter((name) => name !== winner);
  const level = tied.length > 1 ? `; level: ${tied.join(', ')}` : '';
  if (winner === undefined) return `No clear winner${level}.`;
  return others.length === 0 || rows.every(({ tiedForBest }) => tiedForBest === undefined)
    ? `Winner: ${winner} (the highest score).`
    : `${winner} leads, not clear (the highest score): so few scores cannot tell it from ${others.join(', ')}.`;
}

function scoreTable({ rows, unread, judges }: ScoredResult): TableBlock {
  const dimensions = [...new Set(rows.flatMap(({ byDimension }) => Object.keys(byDimension)))];
  const known = rows.some(({ low }) => low !== undefined);
  const isTied = rows.some(({ tiedForBest }) => tiedForBest === true);
  return {
    type: 'table',
    columns: figureColumns(['', 'score', 'fair', ...(known ? ['95 %'] : []), 'judges', ...dimensions]),
    rows: rows.map((row) => [
      `${row.contestant}${row.tiedForBest === true ? ' =' : ''}`,
      row.score === undefined ? 'unknown' : percent(row.score),
      row.fair === undefined ? '' : percent(row.fair),
      ...(known ? [rangeText(row)] : []),
      String(row.judges),
      ...dimensions.map((name) => String(row.byDimension[name] ?? '-')),
    ]),
    legend: [
      ...rows.flatMap(rowNotes),
      ...(isTied ? ['= cannot be told apart from the best'] : []),
      ...(rows.some(({ fair }) => fair !== undefined)
        ? ['fair: with strict and mild judges evened out']
        : []),
      ...(judges === undefined || known ? [] : [noInterval(rows)]),
      ...(unread > 0 && judges === undefined
        ? [`${plural(unread, 'score')} could not be read and do not count`]
        : []),
    ],
  };
}

function rangeText({ low, high }: ScoredResult['rows'][number]): string {
  return low === undefined || high === undefined ? '' : `${percent(low)} to ${percent(high)}`;
}

function noInterval(rows: ScoredResult['rows']): string {
  return rows.every(({ judges }) => judges < 2)
    ? 'There is no interval: it takes more than one judge to know how far they are off.'
    : 'There is no interval: there are too few scores for one.';
}

function rowNotes({
  contestant,
  incomplete,
  setAside,
  addressesJudges,
  judges,
}: ScoredResult['rows'][number]): readonly string[] {
  return [
    ...(judges === 0 ? [`${contestant}: nobody gave it scores that count`] : []),
    ...(incomplete > 0 ? [`${contestant}: ${plural(incomplete, 'score')} incomplete, not counted`] : []),
    ...(setAside > 0
      ? [`${contestant}: ${plural(setAside, 'score')} by a judge of its own family, not counted`]
      : []),
    ...(addressesJudges === true ? [`${contestant}: the entry speaks to its judges`] : []),
  ];
}

/** What one judge gave and wrote. */
function sheetBlocks(sheet: NonNullable<ScoredResult['judges']>[number]): Document {
  const { judge, percentages, excluded, reviews, ignored = [] } = sheet;
  const given = Object.entries(percentages).map(
    ([name, share]) => `${name} ${percent(share)}${excluded.includes(name) ? ' (not counted)' : ''}`,
  );
  const stray = ignored.length === 0 ? '' : `; it also scored ${ignored.join(', ')}, which it was not shown`;
  return [
    text(
      given.length === 0 && stray === ''
        ? undefined
        : `judge ${judge}: ${given.length === 0 ? 'no whole scores' : given.join(', ')}${stray}`,
    ),
    ...reviews.map(({ labels, text: words }) => ({
      type: 'quote' as const,
      title: `${judge} on ${Object.entries(labels)
        .map(([label, name]) => `${name} (${label})`)
        .join(', ')}`,
      text: words,
      folded: true as const,
    })),
  ];
}

function divergenceText({ divergence }: ScoredResult): string | undefined {
  if (divergence === undefined) return undefined;
  const { dimension, spread, best, worst } = divergence;
  return `They lie furthest apart on ${dimension}: ${best} is ahead of ${worst} by ${percent(spread)} of its scale.`;
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
