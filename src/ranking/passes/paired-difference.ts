// Whether tasks are passed more often than in another run: the same tasks on both sides, so that how hard they are cancels out.
import { studentQuantile } from '../agreement/measured.ts';
import type { TaskPasses } from './pass-share.ts';

/** One task in both runs. */
export interface PairedTask {
  readonly base: TaskPasses;
  readonly now: TaskPasses;
}

export interface PairedDifference {
  /** Of the shares, now less base. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly told: 'better' | 'worse' | 'cannot be told apart';
  readonly tasks: number;
}

/**
 * Nothing where no task has trials on both sides. Student's interval over the tasks' differences and two imagined ones, one
 * either way (Bonett and Price for single trials), so that tasks which happen to differ little or not at all do not look certain.
 */
export function pairedDifference(all: readonly PairedTask[]): PairedDifference | undefined {
  const pairs = all.filter(({ base, now }) => base.of > 0 && now.of > 0);
  const tasks = pairs.length;
  if (tasks === 0) return undefined;
  const found = pairs.map(({ base, now }) => now.passed / now.of - base.passed / base.of);
  const value = mean(found);
  if (tasks === 1) return { value, low: -1, high: 1, told: 'cannot be told apart', tasks };
  // Between one trial's share and the error of a mean of them: what holds 95 % in simulation.
  const imagined = mean(pairs.map(({ base, now }) => (1 / base.of + 1 / now.of) / 2)) ** (2 / 3);
  const differences = [...found, imagined, -imagined];
  const count = differences.length;
  const centre = mean(differences);
  const variance = differences.reduce((sum, each) => sum + (each - centre) ** 2, 0) / (count - 1);
  const half = studentQuantile(tasks - 1) * Math.sqrt(variance / count);
  const [low, high] = [Math.max(-1, centre - half), Math.min(1, centre + half)];
  return { value, low, high, told: toldOf(low, high), tasks };
}

function toldOf(low: number, high: number): PairedDifference['told'] {
  if (low > 0) return 'better';
  return high < 0 ? 'worse' : 'cannot be told apart';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
