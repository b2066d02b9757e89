// What many pair verdicts come to: strengths with their uncertainty, who is tied with the best, and how far to trust each judge.
import {
  type JudgeLeans,
  leansOf,
  type PlaceFigures,
  placeFigures,
  rounded,
  roundedFigure,
  type Worn,
} from '../../ranking/agreement/judge-figures.ts';
import type { WeighedJudge } from '../../ranking/agreement/judge-record.ts';
import { reliabilities } from '../../ranking/agreement/judge-trust.ts';
import { krippendorffAlpha, type Measured, measuredShare } from '../../ranking/agreement/measured.ts';
import type { RankedRow } from '../../ranking/standing.ts';
import type { Entry } from '../entry.ts';
import type { JudgeWord, PairVerdict, Word } from './judge-choice.ts';
import { knownLean, looksIn, panelWeights, rankedLook, rankPairs } from './rank-pairs.ts';

interface JudgeFigures extends JudgeLeans {
  readonly judge: string;
  readonly verdicts: number;
  readonly unread: number;
  readonly setAside: number;
  readonly flips: number;
  /** Of the pairs it saw both ways; absent: too few. */
  readonly flipRate?: number;
  /** Above 0: leans to the first shown; absent: too few. */
  readonly firstLean?: number;
  /** How far it is better than a coin, as the panel's votes tell; absent: too few judges or pairs. */
  readonly reliability?: number;
}

interface PairStanding {
  /** Strongest first; empty where the verdicts give none, and why. */
  readonly rows: readonly RankedRow[];
  readonly unfit?: string;
  /** With the judges' lean to length and style taken out; absent: none is known. */
  readonly even?: readonly RankedRow[];
  /** Who won every comparison with the others. */
  readonly beatAll?: string;
  readonly judges: readonly JudgeFigures[];
  /** Of the judges with each other; absent: not enough of them. */
  readonly agreement?: number;
}

interface StandingQuestion {
  readonly entries: readonly Entry[];
  readonly verdicts: readonly PairVerdict[];
  readonly weighed?: readonly Omit<WeighedJudge, 'why'>[] | undefined;
  /** Judges saw copies with Markdown evened out. */
  readonly even?: boolean | undefined;
  /** As judgings before version 4 are told. */
  readonly drawn?: boolean;
  /** As judgings before version 5 are told: each verdict counts whole. */
  readonly whole?: boolean;
}

export function pairStanding(
  { entries, verdicts, weighed, even, drawn = false, whole = false }: StandingQuestion,
  random: () => number,
): PairStanding {
  const contestants = entries.map(({ contestant }) => contestant);
  const looks = looksIn(verdicts);
  const reliability = reliabilities(looks);
  const worn = wornBy(entries, verdicts);
  const weights = panelWeights(verdicts, weighed);
  const question = { contestants, verdicts, matches: true, weights, drawn, whole };
  const { rows, unfit } = rankPairs(question, random);
  const lean = unfit === undefined ? knownLean(weighed, entries, even) : undefined;
  const beatAll = contestants.find((one) => beatsAll(one, contestants, verdicts));
  const report = judgeReports(verdicts.map((verdict) => [verdict]));
  return {
    rows,
    unfit,
    even: lean && rankPairs({ ...question, lean }, random).rows,
    beatAll,
    judges: report.judges.map((one) => ({
      ...figuresOf(one, verdicts),
      ...leansOf(one.judge, looks, worn),
      reliability: reliability.has(one.judge) ? rounded(reliability.get(one.judge) ?? 0) : undefined,
    })),
    agreement: report.agreement,
  };
}

function beatsAll(one: string, contestants: readonly string[], verdicts: readonly PairVerdict[]): boolean {
  return contestants.every(
    (other) =>
      other === one ||
      verdicts.some(
        ({ pair, word }) =>
          pair.includes(one) && pair.includes(other) && typeof word === 'object' && word.winner === one,
      ),
  );
}

/** What every panel's judges are told by, in figures alone. */
function figuresOf(
  { judge, verdicts: heard, unread, setAside, flipRate, lean }: JudgeReport,
  verdicts: readonly PairVerdict[],
) {
  const words = verdicts.flatMap((verdict) => verdict.words);
  return {
    judge,
    verdicts: heard,
    unread,
    setAside,
    flips: words.filter((word) => word.judge === judge && word.flipped).length,
    flipRate: flipRate.kind === 'measured' ? flipRate.value : undefined,
    firstLean: lean.kind === 'measured' ? lean.value : undefined,
  };
}

function wornBy(entries: readonly Entry[], verdicts: readonly PairVerdict[]): Worn {
  const byName = new Map(entries.map((entry) => [entry.contestant, entry]));
  const words = verdicts.flatMap((verdict) => verdict.words);
  const families = new Map(words.map(({ judge, family }) => [judge, family]));
  return {
    lengthOf: (name) => byName.get(name)?.text.length,
    familyOf: (name) => byName.get(name)?.family,
    familyOfJudge: (judge) => families.get(judge),
  };
}

interface JudgeReport extends PlaceFigures {
  readonly judge: string;
  readonly verdicts: number;
  readonly unread: number;
  readonly setAside: number;
  readonly agreement: Measured;
}

interface PanelReport {
  readonly judges: readonly JudgeReport[];
  /** Krippendorff's alpha; absent: not enough judges saw the same. */
  readonly agreement?: number;
}

/** `matches`: the verdicts of each match, one more verdict included. */
export function judgeReports(matches: readonly (readonly PairVerdict[])[]): PanelReport {
  const heard = matches.map((verdicts) => verdicts.flatMap(({ words }) => words));
  const names = [...new Set(heard.flat().map(({ judge }) => judge))].sort();
  const alpha = krippendorffAlpha(
    matches.map((verdicts, at) => {
      const first = verdicts[0]?.pair[0];
      return names.map((name) => sideOf(wordOf(heard[at] ?? [], name), first));
    }),
  );
  return {
    judges: names.map((name) => report(name, heard)),
    agreement: alpha === undefined ? undefined : rounded(alpha),
  };
}

function report(name: string, heard: readonly (readonly JudgeWord[])[]): JudgeReport {
  const own = heard.flat().filter(({ judge }) => judge === name);
  const looks = own.flatMap((word) => word.looks.flatMap(rankedLook));
  const others = heard.flatMap((words) => {
    const word = wordOf(words, name);
    const rest = [...new Set(words.map(({ judge }) => judge))].filter((judge) => judge !== name);
    const said = rest.map((judge) => wordOf(words, judge)).filter((other) => other !== 'none');
    return word === 'none' ? [] : said.map((other) => JSON.stringify(other) === JSON.stringify(word));
  });
  return {
    judge: name,
    verdicts: looks.length,
    unread: looks.filter(({ choice }) => choice === 'none').length,
    setAside: own.filter(({ setAside }) => setAside !== undefined).length,
    ...placeFigures(looks),
    agreement: roundedFigure(measuredShare(others.filter(Boolean).length, others.length)),
  };
}

/** Its first word on a match: a third call is no opinion of another. */
function wordOf(words: readonly JudgeWord[], name: string): Word {
  return words.find(({ judge }) => judge === name)?.word ?? 'none';
}

function sideOf(word: Word, first: string | undefined): number | undefined {
  if (word === 'none') return undefined;
  if (word === 'tie') return 0;
  return word.winner === first ? 1 : -1;
}
