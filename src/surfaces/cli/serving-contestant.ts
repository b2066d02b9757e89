// Somebody who serves in a contest, by the name of a contestant or as one is written: from the roster where it plays, else apart.
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { chooseRoster } from '../../index.ts';
import type { ContestInput } from './contest-input.ts';

export function servingContestant(
  wish: string,
  { roster, loaded, probes }: Pick<ContestInput, 'roster' | 'loaded' | 'probes'>,
): { readonly name: string; readonly staff: readonly Contestant[] } {
  const playing = roster.find(({ name }) => name === wish);
  if (playing !== undefined) return { name: wish, staff: [] };
  const [chosen] = chooseRoster({ specs: [wish], config: loaded, probes }).roster;
  if (chosen !== undefined) return { name: chosen.name, staff: [chosen] };
  throw new JoustError(`${wish} is excluded`, {
    code: 'usage',
    hint: 'Take it out of -x or of `exclude` in your config, or name somebody else.',
  });
}
