// What a judge leans to besides the place: the longer entry, and its own family. Absent where there are too few pairs.
import { lengthLean, ownFamilyLean } from '../ranking/agreement/leans.ts';
import type { Measured } from '../ranking/agreement/measured.ts';
import type { PairVerdict } from '../ranking/tally.ts';
import type { Entry } from './entry.ts';

export interface JudgeLeans {
  /** Share of pairs in which it preferred the longer entry; .5 is no lean. */
  readonly longerShare?: number;
  /** How much more it gives its own family than other judges do, from -1 to 1. */
  readonly ownFamilyLean?: number;
}

export interface LeanQuestion {
  readonly judge: string;
  readonly looks: readonly PairVerdict[];
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
