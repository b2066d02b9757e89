// How far each judge can be trusted: how often it flips with the order, which place it leans to, how often others agree.

import { krippendorffAlpha } from '../ranking/agreement/krippendorff-alpha.ts';
import { flipRate, positionLean } from '../ranking/agreement/leans.ts';
import { type Measured, measuredShare } from '../ranking/agreement/measured.ts';
import type { JudgeWord, PairVerdict, Word } from './judge-pair.ts';
import { rankedLook } from './looks-standing.ts';

export interface JudgeReport {
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
