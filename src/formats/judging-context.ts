// What blind copies of a contest's entries depend on: its task, and the names of everybody in it.
import type { Contest } from '../contest/contest.ts';
import type { AttemptResult } from '../contest/step.ts';
import { everybody } from '../domain/everybody.ts';
import type { Entry, JudgingContext } from '../judging/entry.ts';
import { familyOf, givenAwayBy } from './choose-judges.ts';

export function judgingContext({ opened, task }: Pick<Contest, 'opened' | 'task'>): JudgingContext {
  return { task: task.prompt, names: givenAwayBy(everybody(opened)) };
}

export function entryOf({ contestant, key }: Pick<AttemptResult, 'contestant' | 'key'>, text: string): Entry {
  return { contestant: contestant.name, family: familyOf(contestant), key, text };
}
