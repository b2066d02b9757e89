// The leaderboard as people read it, on a terminal or in a Markdown file.
import { duration, percent } from '../figures.ts';
import { table } from '../table.ts';
import { visibleLine } from '../visible.ts';
import type { Leaderboard, LeaderboardRow } from './leaderboard.ts';

const head = ['', 'rank', 'rating', '95 %', 'P(best)', 'won', 'n', 'cost', 'time'] as const;

export function leaderboardText(board: Leaderboard): string {
  if (board.rows.length === 0)
    return 'Nobody has been compared yet. Judge a contest (joust judge ID), or pick in an arena.\n';
  const lines = [
    ...table([head, ...board.rows.map(cells)]),
    ...(board.rows.some(({ tiedForBest }) => tiedForBest) ? ['* cannot be told apart from the best'] : []),
    ...notes(board),
  ];
  return `${lines.join('\n')}\n`;
}

export function leaderboardMarkdown(board: Leaderboard): string {
  const row = (columns: readonly string[]) =>
    `| ${columns.map((one) => one.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = row(head.map((_, at) => (at === 0 ? '---' : '---:')));
  const lines = [row(['contestant', ...head.slice(1)]), rule, ...board.rows.map((one) => row(cells(one)))];
  return `${[...lines, '', ...notes(board).map((note) => `- ${note}`)].join('\n').trimEnd()}\n`;
}

function cells(row: LeaderboardRow): readonly string[] {
  const { contestant, rank, rating, low, high, probabilityBest, winRate, comparisons, medianUsd, medianMs } =
    row;
  return [
    `${visibleLine(contestant)}${row.tiedForBest ? ' *' : ''}`,
    rank === undefined ? '-' : String(rank),
    rating === undefined ? 'unknown' : String(rating),
    low === undefined || high === undefined ? '' : `${low} to ${high}`,
    probabilityBest === undefined ? '' : percent(probabilityBest),
    winRate === undefined ? '' : percent(winRate),
    String(comparisons),
    medianUsd === undefined ? 'unknown' : `$${medianUsd.toFixed(4)}`,
    medianMs === undefined ? 'unknown' : duration(medianMs),
  ];
}

function notes({ contests, unfit, judges }: Leaderboard): readonly string[] {
  const reasons: Readonly<Record<string, string>> = {
    unconnected: 'No ratings: some were never compared with the others, even by a chain.',
    unbounded: 'No ratings: somebody won or lost every comparison.',
    'no-verdicts': 'No ratings: there is no verdict that counts.',
  };
  return [
    `From ${contests} ${contests === 1 ? 'contest' : 'contests'}; cost and time are medians of ok answers.`,
    ...(unfit === undefined ? [] : [reasons[unfit] ?? `No ratings: ${unfit}.`]),
    ...judges.map(
      ({ judge, agreed, pairs }) =>
        `${visibleLine(judge)} said what a person said in ${agreed} of ${pairs} pairs.`,
    ),
  ];
}
