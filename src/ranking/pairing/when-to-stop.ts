// Whether the best is known well enough to stop asking, or the budget is spent; the two are never confused.
import { at } from '../array-access.ts';
import { posteriorDraws } from '../uncertainty/posterior-draws.ts';
import { tieSet } from '../uncertainty/tie-set.ts';
import { type Belief, believedStrengths } from './belief.ts';

export type StopQuestion = {
  readonly random: () => number;
  /** Verdicts that may be asked for in all. */
  readonly budget: number;
  readonly certainty?: number;
  readonly draws?: number;
};

export type StopAnswer =
  | { readonly stop: false; readonly leader: string; readonly probabilityBest: number }
  | {
      readonly stop: true;
      readonly why: 'certain';
      readonly winner: string;
      readonly probabilityBest: number;
    }
  /** No winner: these could not be told apart from the best when the budget ended. */
  | {
      readonly stop: true;
      readonly why: 'budget';
      readonly tied: readonly string[];
      readonly probabilityBest: number;
    };

/** Undefined without contestants. A lone contestant is certain. */
export function whenToStop(current: Belief, question: StopQuestion): StopAnswer | undefined {
  const { random, budget, certainty = 0.95, draws = 300 } = question;
  const believed = believedStrengths(current);
  const size = believed.strengths.length;
  const place = believed.strengths.indexOf(Math.max(...believed.strengths));
  const leader = believed.contestants[place];
  if (leader === undefined) return undefined;
  const drawn = posteriorDraws(believed, { draws, random });
  let wins = 0;
  for (let start = 0; start < drawn.length; start += size) {
    const own = at(drawn, start + place);
    if (drawn.subarray(start, start + size).every((value) => value <= own)) wins += 1;
  }
  const probabilityBest = wins / draws;
  const everybodyPlayed = size === 1 || current.played.every((count) => count > 0);
  if (everybodyPlayed && probabilityBest >= certainty) {
    return { stop: true, why: 'certain', winner: leader, probabilityBest };
  }
  if (current.verdicts < budget) return { stop: false, leader, probabilityBest };
  return { stop: true, why: 'budget', tied: tieSet(believed, { random }), probabilityBest };
}
