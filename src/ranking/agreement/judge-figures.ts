// What a judge's looks tell of it, in figures to be shown: flips, its leans to a place, to length and to its own family.
import type { PairVerdict } from '../tally.ts';
import { flipRate, lengthLean, ownFamilyLean, positionLean } from './leans.ts';
import type { Measured } from './measured.ts';

export interface PlaceFigures {
  readonly flipRate: Measured;
  /** Logit by which it favours the first shown. */
  readonly lean: Measured;
  readonly alarm?: 'warn' | 'drop';
}

export function placeFigures(looks: readonly PairVerdict[]): PlaceFigures {
  const [flips, place] = [flipRate(looks), positionLean(looks)];
  const alarm = [flips.alarm, place.alarm].find((one) => one === 'drop' || one === 'warn');
  return {
    flipRate: roundedFigure(flips.flipRate),
    lean: roundedFigure(place.lean),
    alarm,
  };
}

/** Of those who are compared, and of judges. */
export interface Worn {
  lengthOf(contestant: string): number | undefined;
  familyOf(contestant: string): string | undefined;
  familyOfJudge(judge: string): string | undefined;
}

export interface JudgeLeans {
  /** Share of pairs in which it preferred the longer entry; .5 is no lean. */
  readonly longerShare?: number;
  /** How much more it gives its own family than other judges do, from -1 to 1. */
  readonly ownFamilyLean?: number;
}

/** `looks`: of all judges. */
export function leansOf(judge: string, looks: readonly PairVerdict[], worn: Worn): JudgeLeans {
  const lengths = looks.flatMap((look) => {
    const [firstLength, secondLength] = [worn.lengthOf(look.first), worn.lengthOf(look.second)];
    const isOwn = look.judge === judge && firstLength !== undefined && secondLength !== undefined;
    return isOwn ? [{ ...look, firstLength, secondLength }] : [];
  });
  const longer = lengthLean(lengths);
  const family = worn.familyOfJudge(judge);
  const kin = family === undefined ? undefined : ownFamilyLean(looks, { judge, family, ...worn });
  return {
    longerShare: longer.kind === 'measured' ? rounded(longer.value) : undefined,
    ownFamilyLean: kin?.kind === 'measured' ? rounded(kin.value) : undefined,
  };
}

export function roundedFigure(measured: Measured): Measured {
  if (measured.kind === 'too-few') return measured;
  const { value, low, high } = measured;
  return { ...measured, value: rounded(value), low: rounded(low), high: rounded(high) };
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
