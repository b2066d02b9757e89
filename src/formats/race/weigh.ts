// The score of one change in a race (signals in 0..1 from what its checks measured, weighed into one total), and the order and
// winner that come of the scores.
import { isFailed, type Outcome } from '../../domain/outcome.ts';
import type { ScoreContext, ScoreInput } from './result.ts';

const raceSignals = ['lint', 'readiness', 'tests', 'diff', 'judge'] as const;
export type RaceSignal = (typeof raceSignals)[number];

/** What was measured of one contestant. What could not be read is absent. */
export type RaceInput = Readonly<ScoreInput>;
/** The same for everybody in a race: only so are totals comparable. */
export type RaceContext = Readonly<ScoreContext>;

export interface RaceScore {
  readonly name: string;
  readonly outcome: Outcome;
  readonly lines: number;
  readonly passed?: number;
  /** In 0..1, rounded to 4 places; 0 for what failed or changed nothing. */
  readonly total: number;
  /** As measured, whatever the outcome. An unknown one is absent. */
  readonly signals: Readonly<Partial<Record<RaceSignal, number>>>;
  /** Signals the project does not have: their weight went to the others. */
  readonly dropped: readonly RaceSignal[];
  /** Signals that the project has and that could not be read here: they count 0. */
  readonly unknown: readonly RaceSignal[];
  readonly disqualified?: string;
  /** Why it may lead but not win: required checks it fails that the base fails too. */
  readonly failing?: string;
}

export function raceScore(input: RaceInput, context: RaceContext): RaceScore {
  const counted = countedSignals(context);
  const signals: Partial<Record<RaceSignal, number>> = {};
  for (const signal of counted) {
    const value = measures[signal](input, context);
    if (value !== undefined) signals[signal] = value;
  }
  const stands = !isFailed(input.outcome) && input.outcome !== 'empty';
  return {
    name: input.name,
    outcome: input.outcome,
    lines: input.lines,
    passed: input.passed,
    total: stands ? roundedTotal(weighed(signals, context)) : 0,
    signals,
    dropped: raceSignals.filter((signal) => signal !== 'judge' && !counted.includes(signal)),
    unknown: counted.filter((signal) => signals[signal] === undefined),
    disqualified: input.disqualified,
    failing: input.failing,
  };
}

/** Which signals count in this race, for everybody alike. */
export function countedSignals({ has, rules }: RaceContext): readonly RaceSignal[] {
  return raceSignals.filter((signal) => {
    if (signal === 'judge') return has.judge === true;
    return signal === 'diff' || rules === 'charm' || has[signal];
  });
}

/** The weighed sum and what it is a share of: kept apart, since the total is linear in neither. */
export function weighed(
  signals: RaceScore['signals'],
  context: RaceContext,
): { readonly sum: number; readonly of: number } {
  const counted = countedSignals(context);
  const weight = (signal: RaceSignal) => context.weights[signal] ?? 0;
  return {
    sum: counted.reduce((sum, signal) => sum + weight(signal) * (signals[signal] ?? 0), 0),
    of: counted.reduce((sum, signal) => sum + weight(signal), 0),
  };
}

/** The charm preset and older races go by the total, which the size of the change lowers. */
export function isPerfect({ total, signals, outcome }: RaceScore, context: RaceContext): boolean {
  if (context.decides !== 'measured') return total >= 0.999;
  const { weights } = context;
  const measured = countedSignals(context).filter(
    (signal) => signal !== 'diff' && (weights[signal] ?? 0) > 0,
  );
  return !isFailed(outcome) && measured.length > 0 && measured.every((signal) => signals[signal] === 1);
}

/** Cut to 12 digits first: a total of exactly half a place must not fall to the noise of the last bit. */
function roundedTotal({ sum, of }: { readonly sum: number; readonly of: number }): number {
  return of > 0 ? Math.round(Number(((sum / of) * 10_000).toPrecision(12))) / 10_000 : 0;
}

/** Changes of more lines than this are as large as can be. */
const maxLines = 2_000;

type Measure = (input: RaceInput, context: RaceContext) => number | undefined;

const measures: Readonly<Record<RaceSignal, Measure>> = {
  lint: ({ lint }) =>
    lint === undefined ? undefined : Math.exp(-(3 * lint.errors + lint.warnings + 0.1 * lint.infos) / 10),
  readiness: ({ percent }, { rules }) => {
    if (percent === undefined) return rules === 'charm' ? 0 : undefined;
    return share(percent / 100);
  },
  tests: testShare,
  // Nothing changed must not look like the neatest change of all.
  diff: ({ lines }) => (lines <= 0 ? 0.5 : 1 - Math.min(lines, maxLines) / maxLines),
  judge: ({ judge }) => (judge === undefined ? undefined : share(judge)),
};

/** Of the tests there were at the base, at least: who deletes tests does not gain. */
function testShare(
  { tests }: RaceInput,
  { rules, has, baseTestsTotal = 0 }: RaceContext,
): number | undefined {
  const none = rules === 'charm' ? 1 : undefined;
  if (tests === undefined) return has.tests ? undefined : none;
  const total = Math.max(tests.total, baseTestsTotal);
  return total > 0 ? share(tests.passed / total) : none;
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}

interface RankedScore extends RaceScore {
  /** Why it cannot win; absent: it can. */
  readonly cannotWin?: string;
  /** Its place, which equal entries share; absent: it cannot win. */
  readonly rank?: number;
}

export type RaceLead = 'won' | 'fails-required-check' | 'equal' | 'zero' | 'unmeasured' | 'none';

export interface RaceRanking {
  readonly order: readonly RankedScore[];
  readonly winner?: string;
  /** First by the rules; absent: nobody is. A leader that isn't the winner fails a required check. */
  readonly leader?: string;
  /** Entries that share the first place. */
  readonly tied: readonly string[];
  /** Why there is or isn't a winner. */
  readonly lead: RaceLead;
}

/**
 * Ranks the entries of a race: those that can win first, by required checks passed, then total, then ok before blocked. Equal
 * entries share their place, and a shared first place has no winner. Older races and the charm preset decide equals by fewer
 * changed lines, then by name.
 */
export function rankRace(scores: readonly RaceScore[], context: RaceContext): RaceRanking {
  const isScored = weighed({}, context).of > 0;
  const byMeasure = context.decides === 'measured';
  const compare = byMeasure ? byFigures : byFiguresAndSize;
  const sorted = scores.map((score) => ranked(score, context)).sort(inOrder(compare));
  const order = sorted.map((score, at) => {
    if (score.cannotWin !== undefined) return score;
    const place = byMeasure ? sorted.findIndex((one) => isEqual(one, score)) : at;
    return { ...score, rank: place + 1 };
  });
  const [first] = order;
  if (first === undefined || first.cannotWin !== undefined) return { order, tied: [], lead: 'none' };
  const tied = order.filter((one) => isEqual(one, first)).map(({ name }) => name);
  const leader = first.name;
  if (!byMeasure) return { order, winner: leader, leader, tied, lead: 'won' };
  if (!isMeasured(first, context)) return { order, tied, lead: 'unmeasured' };
  if (first.total === 0 && isScored && (first.passed ?? 0) === 0) return { order, tied, lead: 'zero' };
  if (tied.length > 1) return { order, tied, lead: 'equal' };
  if (first.failing !== undefined) return { order, leader, tied, lead: 'fails-required-check' };
  return { order, winner: leader, leader, tied, lead: 'won' };
}

/** Equal in everything that counts. */
function isEqual(one: RankedScore, other: RankedScore): boolean {
  return (
    one.cannotWin === undefined &&
    (one.passed ?? 0) === (other.passed ?? 0) &&
    one.total === other.total &&
    (one.passed === undefined || one.outcome === other.outcome)
  );
}

/** A required check that could be run, or a weighed signal other than the size of the change. */
function isMeasured({ passed = 0, failing, signals }: RaceScore, { weights }: RaceContext): boolean {
  if (passed > 0 || failing !== undefined) return true;
  return raceSignals.some(
    (signal) => signal !== 'diff' && (weights[signal] ?? 0) > 0 && signals[signal] !== undefined,
  );
}

function ranked(score: RaceScore, context: RaceContext): RankedScore {
  const cannotWin = reasonAgainst(score, context);
  return cannotWin === undefined ? score : { ...score, cannotWin };
}

function reasonAgainst(
  { outcome, lines, total, disqualified }: RaceScore,
  { decides }: RaceContext,
): string | undefined {
  if (outcome === 'empty') return 'it changed nothing';
  if (isFailed(outcome))
    return lines > 0 ? `it ended ${outcome}; its work is partial` : `it ended ${outcome}`;
  if (disqualified !== undefined) return disqualified;
  return total > 0 || decides === 'measured' ? undefined : 'its total is 0';
}

type Compare = (a: RankedScore, b: RankedScore) => number;

/** The name comes last, by code unit, so that the order doesn't depend on the locale. */
function inOrder(compare: Compare): Compare {
  return (a, b) => {
    const difference = tier(a) - tier(b) || compare(a, b);
    if (difference !== 0 || a.name === b.name) return difference;
    return a.name < b.name ? -1 : 1;
  };
}

function byFiguresAndSize(a: RankedScore, b: RankedScore): number {
  return byFigures(a, b) || a.lines - b.lines;
}

function byFigures(a: RankedScore, b: RankedScore): number {
  const [passedA, passedB] = [a.passed ?? 0, b.passed ?? 0];
  if (passedA !== passedB) return passedB - passedA;
  if (a.total !== b.total) return b.total - a.total;
  // Where required checks do not count, the record is older than both rules.
  if (a.passed !== undefined && a.outcome !== b.outcome && tier(a) < 2) return a.outcome === 'ok' ? -1 : 1;
  return 0;
}

/** Who may win, then whole work, then partial work, then none. */
function tier({ cannotWin, outcome, lines }: RankedScore): number {
  if (cannotWin === undefined) return 0;
  if (outcome === 'ok' || outcome === 'blocked') return 1;
  return isFailed(outcome) && lines > 0 ? 2 : 3;
}
