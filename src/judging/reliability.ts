// How far each judge of a panel can be trusted, as the others' votes tell, and how much it counts therefore.
import { dawidSkene } from '../ranking/agreement/dawid-skene.ts';
import type { PairVerdict } from './judge-pair.ts';
import { rankedLook } from './looks-standing.ts';

/** From this many judges and pairs on, how reliable each is can be told from how the others vote. */
const fewestJudges = 3;
const fewestPairs = 3;
const leastWeight = 0.05;

/** How far each judge is better than a coin, from 0 to 1, its habits of place taken out; empty where it cannot be told. */
export function reliabilities(verdicts: readonly PairVerdict[]): ReadonlyMap<string, number> {
  const judges = new Set(verdicts.flatMap(({ words }) => words.map(({ judge }) => judge)));
  if (judges.size < fewestJudges || verdicts.length < fewestPairs) return new Map();
  const found = dawidSkene(
    verdicts.flatMap(({ words }) => words.flatMap(({ looks }) => looks.flatMap(rankedLook))),
  );
  return new Map(found?.judges.map(({ judge, accuracy }) => [judge, Math.max(0, 2 * accuracy - 1)]) ?? []);
}

/** The most reliable one counts whole, and nobody not at all. */
export function weightsOf(reliability: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const best = Math.max(...reliability.values(), 0);
  return new Map(
    [...reliability].map(([judge, trust]) => [judge, best === 0 ? 1 : Math.max(leastWeight, trust / best)]),
  );
}
