// What the scores of all judges come to: a fair score for each entry, with strict and mild judges evened out.
import { facets } from '../../ranking/fit/facets.ts';
import { type Rubric, type SelfJudging, weightedScore } from '../entry.ts';
import type { Scored } from './judge-scores.ts';

interface ScoredRow {
  readonly contestant: string;
  /** From 0 to 1, the mean over judges that count; absent: nobody scored every dimension. */
  readonly score?: number;
  /** The same with each judge's severity taken out, where there is enough to tell. */
  readonly fair?: number;
  readonly byDimension: Readonly<Record<string, number>>;
  readonly judges: number;
  /** Judges whose scores lack a dimension. */
  readonly incomplete: number;
  readonly setAside: number;
}

interface RubricStanding {
  readonly rows: readonly ScoredRow[];
  readonly winner?: string;
  readonly tied: readonly string[];
}

interface RubricRules {
  readonly rubric: Rubric;
  readonly families: ReadonlyMap<string, string>;
  readonly selfJudging: SelfJudging;
}

/** Scores closer than this cannot be told apart by people either. */
const tieWidth = 0.005;

/** A fair score for each entry, with strict and mild judges evened out. */
export function rubricStanding(scored: readonly Scored[], rules: RubricRules): RubricStanding {
  const { counted, setAside } = counting(scored, rules);
  const fair = fairScores(counted, rules.rubric);
  const names = [...rules.families.keys()];
  const rows = names
    .map((contestant) => rowOf(contestant, { counted, setAside, fair, rubric: rules.rubric }))
    .sort((a, b) => (b.fair ?? b.score ?? -1) - (a.fair ?? a.score ?? -1));
  const best = rows[0]?.fair ?? rows[0]?.score;
  const tied =
    best === undefined
      ? []
      : rows.flatMap(({ contestant, fair: even, score }) =>
          (even ?? score ?? -1) >= best - tieWidth ? [contestant] : [],
        );
  const [winner] = tied;
  return { rows, tied, ...(tied.length === 1 && winner !== undefined && { winner }) };
}

/** Own-family scores are set aside where another judge scored the entry. */
function counting(
  scored: readonly Scored[],
  { families, selfJudging }: RubricRules,
): { counted: readonly Scored[]; setAside: readonly Scored[] } {
  const read = scored.filter(({ scores }) => scores !== undefined);
  if (selfJudging !== 'exclude') return { counted: read, setAside: [] };
  const isOwn = ({ judge, contestant }: Scored) => judge.family === families.get(contestant);
  const others = (contestant: string) => read.some((one) => one.contestant === contestant && !isOwn(one));
  const setAside = read.filter((one) => isOwn(one) && others(one.contestant));
  return { counted: read.filter((one) => !setAside.includes(one)), setAside };
}

function fairScores(counted: readonly Scored[], rubric: Rubric): ReadonlyMap<string, number> {
  const rows = counted.flatMap(({ judge, contestant, scores = {} }) => {
    const score = weightedScore(rubric, scores);
    return score === undefined ? [] : [{ contestant, judge: judge.contestant.name, item: 'entry', score }];
  });
  const fit = facets(rows);
  if (fit.kind !== 'fitted') return new Map();
  return new Map(
    fit.contestants.map((name, at) => [
      name,
      round(Math.min(1, Math.max(0, fit.mean + (fit.strengths[at] ?? 0)))),
    ]),
  );
}

function rowOf(
  contestant: string,
  {
    counted,
    setAside,
    fair,
    rubric,
  }: {
    counted: readonly Scored[];
    setAside: readonly Scored[];
    fair: ReadonlyMap<string, number>;
    rubric: Rubric;
  },
): ScoredRow {
  const own = counted.filter((one) => one.contestant === contestant);
  const whole = own.flatMap(({ scores = {} }) => weightedScore(rubric, scores) ?? []);
  const even = fair.get(contestant);
  const dimensions = rubric.dimensions.flatMap(({ name }) => {
    const given = own.flatMap(({ scores = {} }) => (Object.hasOwn(scores, name) ? [scores[name] ?? 0] : []));
    return given.length === 0 ? [] : [[name, round(mean(given))] as const];
  });
  return {
    contestant,
    ...(whole.length > 0 && { score: round(mean(whole)) }),
    ...(even !== undefined && { fair: even }),
    byDimension: Object.fromEntries(dimensions),
    judges: own.length,
    incomplete: own.length - whole.length,
    setAside: setAside.filter((one) => one.contestant === contestant).length,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
