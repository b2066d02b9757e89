// How far each judge can be trusted: how often it flips with the order, how often others agree, and what it leans to: a place,
// the longer entry, its own family.
import { krippendorffAlpha } from '../../ranking/agreement/krippendorff-alpha.ts';
import { flipRate, lengthLean, ownFamilyLean, positionLean } from '../../ranking/agreement/leans.ts';
import { type Measured, measuredShare } from '../../ranking/agreement/measured.ts';
import type { PairVerdict as RankedVerdict } from '../../ranking/tally.ts';
import type { Entry } from '../entry.ts';
import type { JudgeWord, PairVerdict, Word } from './judge-pair.ts';
import { rankedLook } from './rank-pairs.ts';

interface JudgeReport {
  readonly judge: string;
  readonly verdicts: number;
  readonly unread: number;
  readonly setAside: number;
  readonly flipRate: Measured;
  /** Logit by which it favours the first shown. */
  readonly lean: Measured;
  readonly agreement: Measured;
  readonly alarm?: 'warn' | 'drop';
}

export interface PanelReport {
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
    ...(alpha !== undefined && { agreement: rounded(alpha) }),
  };
}

function report(name: string, heard: readonly (readonly JudgeWord[])[]): JudgeReport {
  const own = heard.flat().filter(({ judge }) => judge === name);
  const looks = own.flatMap((word) => word.looks.flatMap(rankedLook));
  const flips = flipRate(looks);
  const lean = positionLean(looks);
  const others = heard.flatMap((words) => {
    const word = wordOf(words, name);
    const rest = [...new Set(words.map(({ judge }) => judge))].filter((judge) => judge !== name);
    const said = rest.map((judge) => wordOf(words, judge)).filter((other) => other !== 'none');
    return word === 'none' ? [] : said.map((other) => JSON.stringify(other) === JSON.stringify(word));
  });
  const alarm = flips.alarm === 'drop' || flips.alarm === 'warn' ? flips.alarm : lean.alarm;
  return {
    judge: name,
    verdicts: looks.length,
    unread: looks.filter(({ choice }) => choice === 'none').length,
    setAside: own.filter(({ setAside }) => setAside !== undefined).length,
    flipRate: roundedFigure(flips.flipRate),
    lean: roundedFigure(lean.lean),
    agreement: roundedFigure(measuredShare(others.filter(Boolean).length, others.length)),
    ...(alarm !== undefined && alarm !== 'none' && { alarm }),
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

function roundedFigure(measured: Measured): Measured {
  if (measured.kind === 'too-few') return measured;
  const { value, low, high } = measured;
  return { ...measured, value: rounded(value), low: rounded(low), high: rounded(high) };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export interface JudgeLeans {
  /** Share of pairs in which it preferred the longer entry; .5 is no lean. */
  readonly longerShare?: number;
  /** How much more it gives its own family than other judges do, from -1 to 1. */
  readonly ownFamilyLean?: number;
}

interface LeanQuestion {
  readonly judge: string;
  readonly looks: readonly RankedVerdict[];
  readonly entries: readonly Entry[];
  /** By judge. */
  readonly families: ReadonlyMap<string, string>;
}

export function judgeLeans({ judge, looks, entries, families }: LeanQuestion): JudgeLeans {
  const byName = new Map(entries.map((entry) => [entry.contestant, entry]));
  const own = looks.filter((look) => look.judge === judge);
  const measured = own.flatMap((look) => {
    const [first, second] = [byName.get(look.first), byName.get(look.second)];
    if (first === undefined || second === undefined) return [];
    return [{ ...look, firstLength: first.text.length, secondLength: second.text.length }];
  });
  const longer = valueIn(lengthLean(measured));
  const family = families.get(judge);
  const kin =
    family === undefined
      ? undefined
      : valueIn(
          ownFamilyLean(looks, {
            judge,
            family,
            familyOf: (name) => byName.get(name)?.family,
            familyOfJudge: (name) => families.get(name),
          }),
        );
  return {
    ...(longer !== undefined && { longerShare: longer }),
    ...(kin !== undefined && { ownFamilyLean: kin }),
  };
}

function valueIn(measured: Measured): number | undefined {
  return measured.kind === 'measured' ? Math.round(measured.value * 1000) / 1000 : undefined;
}
