// What the scores of all judges come to: a fair score for each entry with its interval, strict and mild judges evened out;
// who cannot be told apart from the best, how far the judges agree, and where the entries differ most.
import { rounded as round } from '../../ranking/agreement/judge-figures.ts';
import { krippendorffAlpha } from '../../ranking/agreement/measured.ts';
import { type Fair, fairOf } from '../../ranking/fit/fair-scores.ts';
import { type Rubric, type SelfJudging, weightedScore } from '../entry.ts';
import type { Weights } from './judge-choice.ts';
import type { Scored } from './judge-scores.ts';

export interface ScoredRow {
  readonly contestant: string;
  /** From 0 to 1, the mean over judges that count; absent: nobody scored every dimension. */
  readonly score?: number;
  /** The same with each judge's severity taken out, where there is enough to tell. */
  readonly fair?: number;
  /** Where the fair score lies at 95 %; absent: too few scores to tell. */
  readonly low?: number;
  readonly high?: number;
  readonly byDimension: Readonly<Record<string, number>>;
  readonly judges: number;
  /** Judges whose scores lack a dimension. */
  readonly incomplete: number;
  readonly setAside: number;
}

interface RubricStanding {
  readonly rows: readonly ScoredRow[];
  readonly winner?: string;
  /** Those who cannot be told apart from the best. */
  readonly tied: readonly string[];
  /** Judges on entries of their own family. */
  readonly excluded: readonly Scored[];
  readonly agreement?: number;
  readonly divergence?: Divergence;
}

interface Divergence {
  readonly dimension: string;
  /** Between the best and the worst on it, as a part of its scale. */
  readonly spread: number;
  readonly best: string;
  readonly worst: string;
}

interface RubricRules {
  readonly rubric: Rubric;
  readonly families: ReadonlyMap<string, string>;
  readonly selfJudging: SelfJudging;
  /** How much each judge's scores count; absent: all of them the same. */
  readonly weights?: Weights | undefined;
}

/** A judge of weight 0 still counts a little, so that an entry which no other scored has a score. */
function say(weight: number | undefined): number | undefined {
  return weight === 0 ? 0.01 : weight;
}

/** Scores closer than this cannot be told apart by people either. */
const tieWidth = 0.005;

export function rubricStanding(scored: readonly Scored[], rules: RubricRules): RubricStanding {
  const { rubric } = rules;
  const { counted, setAside } = counting(scored, rules);
  const fair = fairScores(counted, rules);
  const names = [...rules.families.keys()];
  const rows = names
    .map((contestant) => rowOf(contestant, { counted, setAside, fair, rubric }))
    .sort((a, b) => (b.fair ?? b.score ?? -1) - (a.fair ?? a.score ?? -1));
  const level = levelWithBest(rows);
  const [winner] = level;
  const agreement = agreementOf(counted, rules);
  const divergence = divergenceOf(rows, rubric);
  return {
    rows,
    tied: rubric.countsFrom === undefined ? nearBest(rows, fair, level) : level,
    excluded: setAside,
    winner: level.length === 1 && winner !== undefined ? winner : undefined,
    agreement,
    divergence,
  };
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

function fairScores(counted: readonly Scored[], { rubric, weights }: RubricRules): Fair {
  const rows = counted.flatMap(({ judge, contestant, scores = {} }) => {
    const score = weightedScore(rubric, scores);
    const { name } = judge.contestant;
    return score === undefined ? [] : [{ contestant, judge: name, score, weight: say(weights?.get(name)) }];
  });
  return fairOf(rows, markVariance(rubric));
}

/** A score is a whole mark: it says no more than that the work lies within half a mark of it. */
function markVariance({ dimensions }: Rubric): number {
  const weights = dimensions.reduce((sum, { weight }) => sum + weight, 0);
  return dimensions.reduce((sum, { weight, max }) => sum + (weight / weights / max) ** 2 / 12, 0);
}

function rowOf(
  contestant: string,
  {
    counted,
    setAside,
    fair,
    rubric,
  }: { counted: readonly Scored[]; setAside: readonly Scored[]; fair: Fair; rubric: Rubric },
): ScoredRow {
  const own = counted.filter((one) => one.contestant === contestant);
  const whole = own.flatMap(({ scores = {} }) => weightedScore(rubric, scores) ?? []);
  const even = fair.byName.get(contestant);
  const dimensions = rubric.dimensions.flatMap(({ name }) => {
    const given = own.flatMap(({ scores = {} }) => (Object.hasOwn(scores, name) ? [scores[name] ?? 0] : []));
    return given.length === 0 ? [] : [[name, round(mean(given))] as const];
  });
  return {
    contestant,
    score: whole.length > 0 ? round(mean(whole)) : undefined,
    fair: even?.fair,
    ...(even !== undefined && rubric.countsFrom === undefined && { low: even.low, high: even.high }),
    byDimension: Object.fromEntries(dimensions),
    judges: own.length,
    incomplete: own.length - whole.length,
    setAside: setAside.filter((one) => one.contestant === contestant).length,
  };
}

function levelWithBest(rows: readonly ScoredRow[]): readonly string[] {
  const best = rows[0]?.fair ?? rows[0]?.score;
  if (best === undefined) return [];
  return rows.flatMap(({ contestant, fair: even, score }) =>
    (even ?? score ?? -1) >= best - tieWidth ? [contestant] : [],
  );
}

/** With those whose lead over them may be chance. */
function nearBest(rows: readonly ScoredRow[], fair: Fair, level: readonly string[]): readonly string[] {
  const [first] = rows;
  if (first?.fair === undefined) return level;
  const best = first.fair;
  return rows.flatMap(({ contestant, fair: even }) => {
    const isNear = even !== undefined && best - even <= fair.apart(first.contestant, contestant);
    return isNear || level.includes(contestant) ? [contestant] : [];
  });
}

/** Of every entry on every dimension. */
function agreementOf(counted: readonly Scored[], { rubric, families }: RubricRules): number | undefined {
  const judges = [...new Set(counted.map(({ judge }) => judge.contestant.name))];
  const cells = [...families.keys()].flatMap((contestant) =>
    rubric.dimensions.map(({ name, max }) =>
      judges.map((judge) => {
        const own = counted.find(
          (one) => one.contestant === contestant && one.judge.contestant.name === judge,
        );
        const score = own?.scores?.[name];
        return score === undefined ? undefined : score / max;
      }),
    ),
  );
  const alpha = judges.length < 2 ? undefined : krippendorffAlpha(cells);
  return alpha === undefined ? undefined : round(alpha);
}

/** The dimension on which the entries lie furthest apart; absent where they are level on all. */
function divergenceOf(rows: readonly ScoredRow[], { dimensions }: Rubric): Divergence | undefined {
  const spreads = dimensions.flatMap(({ name, max }): Divergence[] => {
    const known = rows
      .flatMap(({ contestant, byDimension }) =>
        Object.hasOwn(byDimension, name) ? [{ contestant, score: byDimension[name] ?? 0 }] : [],
      )
      .sort((a, b) => b.score - a.score);
    const [best, worst] = [known[0], known.at(-1)];
    if (best === undefined || worst === undefined) return [];
    const spread = round((best.score - worst.score) / max);
    return [{ dimension: name, spread, best: best.contestant, worst: worst.contestant }];
  });
  const [widest] = spreads.toSorted((a, b) => b.spread - a.spread);
  return widest === undefined || widest.spread === 0 ? undefined : widest;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
