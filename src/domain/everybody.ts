// All who play a part in a contest: those who compete and those who serve.
import type { Contestant } from './contestant.ts';
import type { ContestOpened } from './event.ts';

export function everybody({
  roster,
  staff = [],
}: Pick<ContestOpened, 'roster' | 'staff'>): readonly Contestant[] {
  return [...roster, ...staff];
}
