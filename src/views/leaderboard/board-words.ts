// A leaderboard in sentences: who is ahead and who cannot be told apart from it, what it rests on, why there are no ratings.
import { plural } from '../../domain/figures.ts';
import type { Leaderboard } from './leaderboard.ts';
import type { VerdictSource } from './opinions.ts';

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
