// A leaderboard as it is told: a table, who is ahead and who cannot be told apart from it, what it rests on, why there are no
// ratings.
import { plural } from '../../domain/figures.ts';
import { type Document, figureColumns, text } from '../document.ts';
import { dollars, duration, percent } from '../units.ts';
import type { Leaderboard, LeaderboardRow } from './leaderboard.ts';
import type { VerdictSource } from './opinions.ts';

/** The board as it is told. */
export function leaderboardDocument(board: Leaderboard): Document {
  const { rows, contests, unfit, judges } = board;
  if (rows.length === 0)
    return [text('Nobody has been compared yet. Judge a contest (joust judge ID), or pick in an arena.')];
  return [
    {
      type: 'table',
      columns: figureColumns(['contestant', 'rank', 'rating', '95 %', 'P(best)', 'won', 'n', 'cost', 'time']),
      rows: rows.map(cells),
      legend: [
        ...(rows.some(({ tiedForBest }) => tiedForBest) ? ['= cannot be told apart from the best'] : []),
        `From ${plural(contests, 'contest')}; cost and time are medians of ok answers.`,
        ...(unfit === undefined ? [] : [standingWords(board) ?? '']),
        ...judges.map(
          ({ judge, agreed, pairs }) => `${judge} said what a person said in ${agreed} of ${pairs} pairs.`,
        ),
      ],
    },
  ];
}

function cells(row: LeaderboardRow): readonly string[] {
  const { rank, rating, low, high, probabilityBest, winRate, comparisons, medianUsd, medianMs } = row;
  return [
    `${row.contestant}${row.tiedForBest ? ' =' : ''}`,
    rank === undefined ? '-' : String(rank),
    rating === undefined ? 'unknown' : String(rating),
    low === undefined || high === undefined ? '' : `${low} to ${high}`,
    probabilityBest === undefined ? '' : percent(probabilityBest),
    winRate === undefined ? '' : percent(winRate),
    String(comparisons),
    medianUsd === undefined ? 'unknown' : dollars(medianUsd),
    medianMs === undefined ? 'unknown' : duration(medianMs),
  ];
}

/** Who is ahead; undefined: nobody was compared. */
export function standingWords({ rows, unfit }: Pick<Leaderboard, 'rows' | 'unfit'>): string | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  if (unfit !== undefined) return unfitTexts[unfit] ?? `No ratings: ${unfit}.`;
  const level = rows.filter(({ tiedForBest }) => tiedForBest).map(({ contestant }) => contestant);
  const others = level.filter((name) => name !== first.contestant);
  if (others.length === 0) return `${first.contestant} is ahead.`;
  if (level.length === rows.length) return `${listed(level)} cannot be told apart.`;
  return `${first.contestant} leads, but not clearly: it cannot be told apart from ${listed(others)}.`;
}

const unfitTexts: Readonly<Record<string, string>> = {
  unconnected: 'No ratings: some were never compared with the others, not even by way of a third.',
  unbounded: 'No ratings: somebody won or lost every comparison.',
  'no-verdicts': 'No ratings: there is no verdict that counts.',
};

const speakers: Readonly<Record<VerdictSource, readonly [one: string, many: string]>> = {
  judges: ['verdict of judges', 'verdicts of judges'],
  people: ['pick of people', 'picks of people'],
  programs: ['word of a program (not counted)', 'words of programs (not counted)'],
  checks: ['comparison by checks', 'comparisons by checks'],
};

/** `12 verdicts of judges, 3 picks of people`, of those there are. */
export function verdictWords(verdicts: Leaderboard['verdicts']): string {
  const told = Object.entries(speakers).flatMap(([source, [one, many]]) => {
    const count = verdicts[source as VerdictSource];
    return count === 0 ? [] : [plural(count, one, many)];
  });
  return told.join(', ');
}

/** `ann, bob and cy`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
