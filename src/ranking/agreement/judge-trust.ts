// How far each judge is trusted in a fit: from how reliable it is, at most 1.
import type { PairVerdict } from '../tally.ts';
import { dawidSkene } from './dawid-skene.ts';

/** From this many judges and pairs on, how reliable each is can be told from how the others vote. */
const fewestJudges = 3;
const fewestPairs = 3;
const leastTrust = 0.05;

/** How far each judge is better than a coin, from 0 to 1, its habits of place taken out; empty where it cannot be told. */
export function reliabilities(looks: readonly PairVerdict[]): ReadonlyMap<string, number> {
  const judges = new Set(looks.map(({ judge }) => judge)).size;
  const pairs = new Set(looks.map(({ cluster }) => cluster)).size;
  if (judges < fewestJudges || pairs < fewestPairs) return new Map();
  const found = dawidSkene(looks)?.judges ?? [];
  return new Map(found.map(({ judge, accuracy }) => [judge, Math.max(0, 2 * accuracy - 1)]));
}

/** The most reliable one counts whole, and nobody not at all. */
export function trustOf(reliability: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const best = Math.max(...reliability.values(), 0);
  return new Map(
    [...reliability].map(([judge, own]) => [judge, best === 0 ? 1 : Math.max(leastTrust, own / best)]),
  );
}
