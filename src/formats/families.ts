// Of which family everybody is, and who could find out names it is not told. Apart from what judges are shown: every start loads this.
import { agentOf } from '../agents/all.ts';
import type { Contestant } from '../domain/contestant.ts';

/** Whoever serves without knowing names, and could look around for them. */
export function blindCaveats(staff: readonly Contestant[]): readonly string[] {
  return staff.flatMap(({ name, agent }) => {
    const { bare } = agentOf(agent);
    return bare.tools && bare.instructions
      ? []
      : [`${name} is not told who wrote what, but could find out: ${bare.caveat ?? 'it may look around'}.`];
  });
}

export function familyOf({ agent, family }: Contestant): string {
  return family ?? agentOf(agent).family;
}
