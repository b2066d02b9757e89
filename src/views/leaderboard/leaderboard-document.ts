// A leaderboard as a document: a table, who is ahead and who cannot be told apart from it, what it rests on, and who never met
// whom.
import { plural } from '../../domain/figures.ts';
import { type Document, figureColumns, text } from '../document.ts';
import { dollars, duration, percent } from '../units.ts';
import type { Leaderboard, LeaderboardRow } from './leaderboard.ts';
import type { VerdictSource } from './opinions.ts';

/** The board as it is told. */
export function leaderboardDocument(board: Leaderboard): Document {
  const { rows, groups, contests, judges } = board;
  if (rows.length === 0)
    return [text('Nobody has been compared yet. Judge a contest (joust judge ID), or pick in an arena.')];
  const apart = neverMetWords(board);
  const group = (name: string) => 1 + groups.findIndex((names) => names.includes(name));
  const figures = ['rank', 'rating', '95 %', 'P(best)', 'won', 'n', 'cost', 'time'];
  return [
    {
      type: 'table',
      columns: figureColumns(['contestant', ...(apart === undefined ? [] : ['group']), ...figures]),
      rows: rows.map((row) => {
        const [name = '', ...rest] = cells(row);
        return [name, ...(apart === undefined ? [] : [String(group(row.contestant))]), ...rest];
      }),
      legend: [
        ...(rows.some(({ tiedForBest }) => tiedForBest)
          ? [`= cannot be told apart from the best${apart === undefined ? '' : ' of its group'}`]
          : []),
        ...(apart === undefined ? [] : [`${apart} Rank, rating and P(best) hold within a group.`]),
        `From ${plural(contests, 'contest')}; cost and time are medians of ok answers.`,
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

/** Who is ahead, in each group; undefined: there are no comparisons. */
export function standingWords(board: Pick<Leaderboard, 'rows' | 'groups'>): string | undefined {
  const { rows, groups } = board;
  const apart = neverMetWords(board);
  if (apart === undefined) return leaderWords(rows);
  const leaders = groups.map((names) =>
    leaderWords(rows.filter(({ contestant }) => names.includes(contestant))),
  );
  return [...leaders, apart].join(' ');
}

function leaderWords(rows: readonly LeaderboardRow[]): string | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const level = rows.filter(({ tiedForBest }) => tiedForBest).map(({ contestant }) => contestant);
  const others = level.filter((name) => name !== first.contestant);
  if (others.length === 0) return `${first.contestant} is ahead.`;
  if (level.length === rows.length) return `${listed(level)} cannot be told apart.`;
  return `${first.contestant} leads, but not clearly: it cannot be told apart from ${listed(others)}.`;
}

/** Which groups can't be compared; undefined: all contestants can. */
export function neverMetWords({ groups }: Pick<Leaderboard, 'groups'>): string | undefined {
  const [one, other, ...more] = groups.map((names) => names.join(', '));
  if (one === undefined || other === undefined) return undefined;
  if (more.length === 0)
    return `${one} can't be compared with ${other}: they never met, not even through a third.`;
  const told = [one, other, ...more].join('; ');
  return `These groups can't be compared, because they never met, not even through a third: ${told}.`;
}

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
