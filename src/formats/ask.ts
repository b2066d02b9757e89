// ask: every contestant answers the same question on its own; nobody is ranked.
import type { Contest } from '../contest/contest.ts';
import type { AttemptResult } from '../contest/step.ts';
import type { Tier } from '../domain/contestant.ts';

export const askVersion = 1;

export interface AskTask {
  readonly prompt: string;
  readonly cwd: string;
  readonly tier: Tier;
}

/** In the order of the roster; observers hear of each answer the moment it lands. */
export function ask(contest: Contest, task: AskTask): Promise<readonly AttemptResult[]> {
  return Promise.all(
    contest.opened.roster.map((contestant) =>
      contest.attempt({ ...task, key: `answer/${contestant.name}`, contestant }),
    ),
  );
}
